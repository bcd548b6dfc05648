// A table to play at, as the program describes it: document couillon.play.

import { Fields } from "../data/fields";
import {
  at,
  complete,
  count,
  flag,
  list,
  mapOf,
  name,
  number,
  numbers,
  object,
  optional,
  or,
  record,
  text,
  texts,
  type Field,
  type Infer,
} from "../data/schema";
import { isCard, isSuit } from "../table/cards";
import type { CardName, Suit } from "../table/view";

const ENGLISH = "en";

const asCard = (text: unknown): CardName | null =>
  typeof text === "string" && isCard(text) ? text : null;
const isKnown = <T>(value: T | null): value is T => value !== null;

const card: Field<CardName | null> = (object, key) => asCard(object.text(key));
const cards: Field<readonly CardName[]> = (object, key) =>
  object.texts(key).filter(isCard);
const suit: Field<Suit | null> = (object, key) => {
  const found = object.text(key);
  return found !== null && isSuit(found) ? found : null;
};

const rulesSections = record({
  sections: at("explained", list(record({ heading: name, sentences: texts }))),
});
export type RulesSection = Infer<typeof rulesSections>["sections"][number];

/** The rules in words, by language; always in English. */
export type Explained = ReadonlyMap<string, readonly RulesSection[]>;

function readExplained(table: Fields): Explained {
  const ruleset = table.object("ruleset");
  const sections = (of: Fields) => rulesSections.read(of).sections;
  return new Map([
    [ENGLISH, sections(ruleset)],
    ...ruleset
      .objects("translations")
      .map((each) => [each.text("language") ?? "", sections(each)] as const),
  ]);
}

const seatFacts = record({
  name: text,
  side: count,
  isDummy: flag,
  isLayout: flag,
});

/** What does not change. */
const tableFacts = record({
  title: (table) => {
    const ruleset = table.object("ruleset");
    return ruleset.text("title") ?? ruleset.text("id") ?? "";
  },
  summary: at("ruleset.summary", name),
  rules: readExplained,
  sides: or(number, 2),
  seats: list(seatFacts),
  /** The seat of the reader. */
  person: count,
  /** How many single deals; null: matches. */
  deals: number,
  /** 1 if seats play in ascending order, -1 in descending order. */
  step: or(number, 1),
  talon: number,
  adviser: name,
});
export type TableFacts = Infer<typeof tableFacts>;
export const readFacts = tableFacts.read;

const trick = record({ leader: number, cards, winner: number });
export type TrickState = Infer<typeof trick>;

const seat = record({
  /** With whether a card lies face down under it. */
  cards: (seat, key) =>
    list(complete(record({ card, over: flag })))(seat, key).filter(isKnown),
  hidden: count,
  calls: texts,
});

const deal = record({
  dealer: number,
  maker: number,
  toAct: number,
  trump: suit,
  upcard: card,
  refused: cards,
  stock: number,
  mit: number,
  kontra: flag,
  re: flag,
  cardPoints: numbers,
  tricksWon: numbers,
  seats: list(seat),
  trick: object(trick),
  finished: list(trick),
});
export type DealState = Infer<typeof deal>;

const decision = record({
  number: count,
  seat: count,
  phase: name,
  /** In the notation of the program: "play:AS", "take". */
  choices: texts,
  /** Cards that may not be played, with the duty that forbids it. */
  refused: mapOf(name),
});
export type Decision = Infer<typeof decision>;

const result = record({
  outcome: name,
  winner: number,
  cardPoints: numbers,
  tricksWon: numbers,
  erases: numbers,
  adds: numbers,
  bonusAfter: count,
  hands: (result, key) =>
    result.matrix(key, asCard).map((hand) => hand.filter(isKnown)),
});
export type Result = Infer<typeof result>;

const slate = record({
  sides: list(
    record({ lines: count, boucles: count, cows: count, change: count }),
  ),
  freshLines: count,
  carry: count,
  winner: number,
});
export type SlateState = Infer<typeof slate>;

const end = record({ kind: name, winner: number, seat: number, detail: name });
export type End = Infer<typeof end>;

const state = record({
  phase: or(text, "deal"),
  commitment: name,
  seed: text,
  /** Of the deal, from 0; null before the first. */
  number,
  /** Over all games. */
  dealId: count,
  deal: optional(deal),
  last: optional(record({ seat: count, action: name })),
  decision: optional(decision),
  slate: optional(slate),
  net: (state, key) => (state.has(key) ? numbers(state, key) : null),
  result: optional(result),
  end: optional(end),
});
export type TableState = Infer<typeof state>;

/** null before the first state. */
export function readState(json: unknown): TableState | null {
  const fields = new Fields(json);
  return fields.has("phase") ? state.read(fields) : null;
}

/** The document in the data of a page; null if the page has none. */
export function playOf(data: unknown): Fields | null {
  const fields = new Fields(data);
  return fields.has("play") ? fields.object("play") : null;
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
