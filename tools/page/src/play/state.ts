// A table to play at, as the program describes it: document couillon.play.

import { Fields } from "../data/fields";
import { isCard, isSuit } from "../table/cards";
import type { CardName, Suit } from "../table/view";

const ENGLISH = "en";

export interface SeatFacts {
  readonly name: string | null;
  readonly side: number;
  readonly isDummy: boolean;
  readonly isLayout: boolean;
}

export interface RulesSection {
  readonly heading: string;
  readonly sentences: readonly string[];
}

/** The rules in words, by language; always in English. */
export type Explained = ReadonlyMap<string, readonly RulesSection[]>;

/** What does not change. */
export interface TableFacts {
  readonly title: string;
  readonly summary: string;
  readonly rules: Explained;
  readonly sides: number;
  readonly seats: readonly SeatFacts[];
  /** The seat of the reader. */
  readonly person: number;
  /** How many single deals; null: matches. */
  readonly deals: number | null;
  /** 1 if seats play in ascending order, -1 in descending order. */
  readonly step: number;
  readonly talon: number | null;
  readonly adviser: string;
}

export interface TrickState {
  readonly leader: number | null;
  readonly cards: readonly CardName[];
  readonly winner: number | null;
}

export interface SeatState {
  /** With whether a card lies face down under it. */
  readonly cards: readonly {
    readonly card: CardName;
    readonly over: boolean;
  }[];
  readonly hidden: number;
  readonly calls: readonly string[];
}

export interface DealState {
  readonly dealer: number | null;
  readonly maker: number | null;
  readonly toAct: number | null;
  readonly trump: Suit | null;
  readonly upcard: CardName | null;
  readonly refused: readonly CardName[];
  readonly stock: number | null;
  readonly mit: number | null;
  readonly kontra: boolean;
  readonly re: boolean;
  readonly cardPoints: readonly number[];
  readonly tricksWon: readonly number[];
  readonly seats: readonly SeatState[];
  readonly trick: TrickState;
  readonly finished: readonly TrickState[];
}

export interface Decision {
  readonly number: number;
  readonly seat: number;
  readonly phase: string;
  /** In the notation of the program: "play:AS", "take". */
  readonly choices: readonly string[];
  /** Cards that may not be played, with the duty that forbids it. */
  readonly refused: ReadonlyMap<string, string>;
}

export interface Result {
  readonly outcome: string;
  readonly winner: number | null;
  readonly cardPoints: readonly number[];
  readonly tricksWon: readonly number[];
  readonly erases: readonly number[];
  readonly adds: readonly number[];
  readonly bonusAfter: number;
  readonly hands: readonly (readonly CardName[])[];
}

export interface SlateState {
  readonly sides: readonly {
    readonly lines: number;
    readonly boucles: number;
    readonly cows: number;
    readonly change: number;
  }[];
  readonly freshLines: number;
  readonly carry: number;
  readonly winner: number | null;
}

export interface End {
  readonly kind: string;
  readonly winner: number | null;
  readonly seat: number | null;
  readonly detail: string;
}

export interface TableState {
  readonly phase: string;
  readonly commitment: string;
  readonly seed: string | null;
  /** Of the deal, from 0; null before the first. */
  readonly number: number | null;
  /** Over all games. */
  readonly dealId: number;
  readonly deal: DealState | null;
  readonly last: { readonly seat: number; readonly action: string } | null;
  readonly decision: Decision | null;
  readonly slate: SlateState | null;
  readonly net: readonly number[] | null;
  readonly result: Result | null;
  readonly end: End | null;
}

/** The document in the data of a page; null if the page has none. */
export function playOf(data: unknown): Fields | null {
  const fields = new Fields(data);
  return fields.has("play") ? fields.object("play") : null;
}

export function readFacts(table: Fields): TableFacts {
  const ruleset = table.object("ruleset");
  return {
    title: ruleset.text("title") ?? ruleset.text("id") ?? "",
    summary: ruleset.text("summary") ?? "",
    rules: new Map([
      [ENGLISH, readSections(ruleset)],
      ...ruleset
        .objects("translations")
        .map((translation): readonly [string, readonly RulesSection[]] => [
          translation.text("language") ?? "",
          readSections(translation),
        ]),
    ]),
    sides: table.number("sides") ?? 2,
    seats: table.objects("seats").map((seat) => ({
      name: seat.text("name"),
      side: seat.number("side") ?? 0,
      isDummy: seat.flag("is_dummy") ?? false,
      isLayout: seat.flag("is_layout") ?? false,
    })),
    person: table.number("person") ?? 0,
    deals: table.number("deals"),
    step: table.number("step") ?? 1,
    talon: table.number("talon"),
    adviser: table.text("adviser") ?? "",
  };
}

function readSections(of: Fields): readonly RulesSection[] {
  return of.objects("explained").map((section) => ({
    heading: section.text("heading") ?? "",
    sentences: section.texts("sentences"),
  }));
}

/** The rules in words in a language, or in English if it is missing. */
export function explainedIn(
  language: string,
  rules: Explained,
): { readonly language: string; readonly sections: readonly RulesSection[] } {
  const sections = rules.get(language);
  return sections
    ? { language, sections }
    : { language: ENGLISH, sections: rules.get(ENGLISH) ?? [] };
}

/** null before the first state. */
export function readState(json: unknown): TableState | null {
  const fields = new Fields(json);
  if (!fields.has("phase")) return null;
  const last = fields.object("last");
  const end = fields.object("end");
  return {
    phase: fields.text("phase") ?? "deal",
    commitment: fields.text("commitment") ?? "",
    seed: fields.text("seed"),
    number: fields.number("number"),
    dealId: fields.number("deal_id") ?? 0,
    deal: fields.has("deal") ? readDeal(fields.object("deal")) : null,
    last: fields.has("last")
      ? { seat: last.number("seat") ?? 0, action: last.text("action") ?? "" }
      : null,
    decision: fields.has("decision")
      ? readDecision(fields.object("decision"))
      : null,
    slate: fields.has("slate") ? readSlate(fields.object("slate")) : null,
    net: fields.has("net") ? counts(fields, "net") : null,
    result: fields.has("result") ? readResult(fields.object("result")) : null,
    end: fields.has("end")
      ? {
          kind: end.text("kind") ?? "",
          winner: end.number("winner"),
          seat: end.number("seat"),
          detail: end.text("detail") ?? "",
        }
      : null,
  };
}

function readDeal(deal: Fields): DealState {
  const trump = deal.text("trump");
  return {
    dealer: deal.number("dealer"),
    maker: deal.number("maker"),
    toAct: deal.number("to_act"),
    trump: trump !== null && isSuit(trump) ? trump : null,
    upcard: asCard(deal.text("upcard")),
    refused: deal.texts("refused").filter(isCard),
    stock: deal.number("stock"),
    mit: deal.number("mit"),
    kontra: deal.flag("kontra") ?? false,
    re: deal.flag("re") ?? false,
    cardPoints: counts(deal, "card_points"),
    tricksWon: counts(deal, "tricks_won"),
    seats: deal.objects("seats").map((seat) => ({
      cards: seat.objects("cards").flatMap((held) => {
        const card = asCard(held.text("card"));
        return card ? [{ card, over: held.flag("over") ?? false }] : [];
      }),
      hidden: seat.number("hidden") ?? 0,
      calls: seat.texts("calls"),
    })),
    trick: readTrick(deal.object("trick")),
    finished: deal.objects("finished").map(readTrick),
  };
}

function readTrick(trick: Fields): TrickState {
  return {
    leader: trick.number("leader"),
    cards: trick.texts("cards").filter(isCard),
    winner: trick.number("winner"),
  };
}

function readDecision(decision: Fields): Decision {
  const refused = decision.object("refused");
  return {
    number: decision.number("number") ?? 0,
    seat: decision.number("seat") ?? 0,
    phase: decision.text("phase") ?? "",
    choices: decision.texts("choices"),
    refused: new Map(
      refused.keys().map((card) => [card, refused.text(card) ?? ""]),
    ),
  };
}

function readSlate(slate: Fields): SlateState {
  return {
    sides: slate.objects("sides").map((side) => ({
      lines: side.number("lines") ?? 0,
      boucles: side.number("boucles") ?? 0,
      cows: side.number("cows") ?? 0,
      change: side.number("change") ?? 0,
    })),
    freshLines: slate.number("fresh_lines") ?? 0,
    carry: slate.number("carry") ?? 0,
    winner: slate.number("winner"),
  };
}

function readResult(result: Fields): Result {
  return {
    outcome: result.text("outcome") ?? "",
    winner: result.number("winner"),
    cardPoints: counts(result, "card_points"),
    tricksWon: counts(result, "tricks_won"),
    erases: counts(result, "erases"),
    adds: counts(result, "adds"),
    bonusAfter: result.number("bonus_after") ?? 0,
    hands: result.matrix("hands", asCard).map((hand) => hand.filter(isKnown)),
  };
}

const counts = (fields: Fields, key: string) =>
  fields.numbers(key).map((value) => value ?? 0);

const asCard = (text: unknown): CardName | null =>
  typeof text === "string" && isCard(text) ? text : null;

const isKnown = (card: CardName | null): card is CardName => card !== null;
