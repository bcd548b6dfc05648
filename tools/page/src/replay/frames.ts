// A deal as a list of moments: the table before the first decision and after
// each one, with all that followed from it. The program has written down what
// follows (docs/formats.md), so there are no rules here.

import type { Deal, DealRules } from "../data/deals";
import { inHandOrder, isCard, isSuit, rankOf } from "../table/cards";
import type {
  Call,
  CardName,
  HandCard,
  SeatView,
  Suit,
  TableView,
} from "../table/view";

/** A decision and what followed. */
export interface Step {
  readonly seat: number;
  readonly decider: number;
  /** In the notation of the program: "pass", "play:AS". */
  readonly word: string;
  readonly card: CardName | null;
  readonly call: Call | null;
  /** Whose trick it completed, and the card points in it. */
  readonly trick: { readonly seat: number; readonly points: number } | null;
  readonly trumps: {
    readonly suit: Suit;
    readonly maker: number | null;
  } | null;
  readonly turned: CardName | null;
  readonly drawn: boolean;
  /** The number of the trick that it belongs to, from 1; 0: none. */
  readonly trickNumber: number;
}

export interface Frame {
  readonly view: TableView;
  /** The decision that led here; null at the start. */
  readonly step: Step | null;
}

// Until it is played, a card of a layout keeps its column.
interface Column {
  under: CardName | null;
  top: CardName | null;
}

interface SeatState {
  readonly received: CardName[]; // still to come, in order
  hand: CardName[];
  readonly columns: Column[];
  isLayout: boolean;
  played: CardName | null;
  calls: Call[];
  fresh: Set<CardName>;
}

/** All moments of a deal. `names` are by seat. */
export function framesOf(
  rules: DealRules,
  deal: Deal,
  names: readonly string[],
): Frame[] {
  return new Player(rules, deal, names).play();
}

/** The deal on one line, as `couillon solve` and `analyse` read it. */
export function notationOf(rules: DealRules, deal: Deal): string {
  const { hands, talon, stock } = dealt(rules, deal);
  const words = framesOf(rules, deal, []).flatMap(({ step }) =>
    step ? [step.word] : [],
  );
  return [
    `${rules.notation} dealer ${deal.dealer}`,
    ...hands.map(([seat, cards]) => `seat ${seat}: ${cards.join(" ")}`),
    ...(talon.length > 0 ? [`talon: ${talon.join(" ")}`] : []),
    ...(stock.length > 0 ? [`stock: ${stock.join(" ")}`] : []),
    ...(words.length > 0 ? [words.join(" ")] : []),
  ].join(" | ");
}

function dealt(rules: DealRules, deal: Deal) {
  const cards = cardsIn(deal.cards);
  const hands = Array.from({ length: rules.players }, (_, turns) => {
    const from = turns * rules.hand;
    const seat = after(rules, deal.dealer, turns + 1);
    return [seat, cards.slice(from, from + rules.hand)] as const;
  });
  const rest = cards.slice(rules.players * rules.hand);
  const talon = rest.slice(0, rest.length - rules.stock);
  return { hands, talon, stock: rest.slice(talon.length) };
}

/** The seat that comes `turns` after another. */
function after(rules: DealRules, seat: number, turns: number): number {
  const { players, step } = rules;
  return (((seat + step * turns) % players) + players) % players;
}

function cardsIn(text: string): CardName[] {
  return Array.from(text.match(/../g) ?? []).filter(isCard);
}

class Player {
  private readonly seats: SeatState[];
  private readonly talon: CardName[];
  private readonly stock: CardName[];
  private readonly points: number[];
  private readonly tricks: number[];
  private readonly frames: Frame[] = [];
  private trump: Suit | null = null;
  private maker: number | null = null;
  private upcard: CardName | null = null;
  private refused: CardName[] = [];
  private mit: number | null = null;
  private kontra = false;
  private re = false;
  private winner: number | null = null; // of the trick on the table
  private trickNumber = 0;
  private step: Step | null = null;

  constructor(
    private readonly rules: DealRules,
    private readonly deal: Deal,
    private readonly names: readonly string[],
  ) {
    const { hands, talon, stock } = dealt(rules, deal);
    const bySeat = new Map(hands);
    this.talon = talon;
    this.stock = stock;
    this.seats = Array.from({ length: rules.players }, (_, seat) => ({
      received: [...(bySeat.get(seat) ?? [])],
      hand: [],
      columns: [],
      isLayout: false,
      played: null,
      calls: [],
      fresh: new Set<CardName>(),
    }));
    this.points = Array<number>(rules.sides).fill(0);
    this.tricks = Array<number>(rules.sides).fill(0);
  }

  play(): Frame[] {
    for (const event of this.deal.events.split(" ")) this.apply(event);
    this.finish();
    const last = this.frames.length - 1;
    // Who decides next is known once the next decision is.
    return this.frames.map((frame, i) => {
      const next = this.frames[i + 1]?.step ?? null;
      const seats = frame.view.seats.map((seat) => ({
        ...seat,
        isToAct: next?.seat === seat.seat,
      }));
      const talon = i === last && this.talon.length > 0 ? this.talon : null;
      return {
        ...frame,
        view: { ...frame.view, seats, talon: talon ?? frame.view.talon },
      };
    });
  }

  private apply(event: string) {
    const first = event.charAt(0);
    const rest = event.slice(1);
    if (first === "!" && isCard(rest)) this.turn(rest);
    else if (first === "=") this.fixTrumps(rest);
    else if (first === "*") this.draw(rest);
    else if (first === "^") this.uncover(rest);
    else if (rest.startsWith("+")) this.receive(Number(first), rest, false);
    else if (rest.startsWith("_")) this.receive(Number(first), rest, true);
    else if (rest.startsWith(".")) this.decide(Number(first), rest.slice(1));
  }

  private state(seat: number): SeatState {
    const state = this.seats[seat];
    if (!state) throw new Error(`a deal has no seat ${seat}`);
    return state;
  }

  private receive(seat: number, count: string, isCovered: boolean) {
    const state = this.state(seat);
    const cards = state.received.splice(0, Number(count.slice(1)));
    for (const card of cards) {
      const column = state.columns.find(({ top }) => top === null);
      if (isCovered) {
        state.isLayout = true;
        state.columns.push({ under: card, top: null });
      } else if (state.isLayout && column) {
        column.top = card;
      } else {
        state.hand.push(card);
      }
      if (this.frames.length > 0 && !isCovered) state.fresh.add(card);
    }
  }

  private turn(card: CardName) {
    if (this.upcard) this.refused.push(this.upcard);
    this.upcard = card;
    if (this.step) this.step = { ...this.step, turned: card };
  }

  private fixTrumps(text: string) {
    const suit = text.charAt(0);
    const maker = text.charAt(1);
    if (!isSuit(suit)) return;
    this.trump = suit;
    this.maker = maker === "-" ? null : Number(maker);
    if (this.step) {
      this.step = { ...this.step, trumps: { suit, maker: this.maker } };
    }
  }

  private draw(seats: string) {
    for (const seat of seats) {
      const card = this.stock.shift();
      if (!card) return;
      const state = this.state(Number(seat));
      state.hand.push(card);
      state.fresh.add(card);
    }
    if (this.step) this.step = { ...this.step, drawn: true };
  }

  private uncover(seats: string) {
    for (const seat of seats) {
      const state = this.state(Number(seat));
      const column = state.columns.find(({ top, under }) => !top && under);
      if (!column?.under) continue;
      column.top = column.under;
      column.under = null;
      state.fresh.add(column.top);
    }
  }

  private decide(seat: number, text: string) {
    if (/^[a-z]/.test(text)) {
      this.finish();
      this.say(seat, text);
      return;
    }
    const [cards = "", winner] = text.split(">");
    let turn = seat;
    for (const card of cardsIn(cards)) {
      this.finish();
      this.lay(turn, card);
      turn = after(this.rules, turn, 1);
    }
    if (winner !== undefined) this.take(Number(winner));
  }

  private say(seat: number, word: string) {
    const call = callOf(word);
    if (call) this.state(seat).calls.push(call);
    if (call?.call === "mit") this.mit = seat;
    if (call?.call === "kontra") this.kontra = true;
    if (call?.call === "re") this.re = true;
    this.begin(seat, word, null, call);
  }

  private lay(seat: number, card: CardName) {
    if (this.winner !== null) {
      for (const state of this.seats) state.played = null;
      this.winner = null;
    }
    if (this.seats.every(({ played }) => played === null)) this.trickNumber++;
    for (const state of this.seats) state.calls = [];
    const state = this.state(seat);
    state.hand = state.hand.filter((held) => held !== card);
    for (const column of state.columns) {
      if (column.top === card) column.top = null;
    }
    state.played = card;
    this.begin(seat, `play:${card}`, card, null);
  }

  private take(seat: number) {
    this.winner = seat;
    const points = this.seats.reduce((sum, { played }) => {
      const rank = played ? rankOf(played) : "";
      return sum + (this.rules.cardPoints.get(rank) ?? 0);
    }, 0);
    const side = seat % this.rules.sides;
    this.points[side] = (this.points[side] ?? 0) + points;
    this.tricks[side] = (this.tricks[side] ?? 0) + 1;
    if (this.step) this.step = { ...this.step, trick: { seat, points } };
  }

  private begin(
    seat: number,
    word: string,
    card: CardName | null,
    call: Call | null,
  ) {
    const { dummy, dummyPartner } = this.rules;
    const decider = seat === dummy ? (dummyPartner ?? seat) : seat;
    this.step = {
      seat,
      decider,
      word,
      card,
      call,
      trick: null,
      trumps: null,
      turned: null,
      drawn: false,
      trickNumber: this.trickOf(card),
    };
  }

  // Announcements belong to the trick during which, or before which, they are
  // made; the first are made before play.
  private trickOf(card: CardName | null): number {
    if (card || this.trickNumber === 0 || this.winner === null) {
      return this.trickNumber;
    }
    return this.trickNumber + 1;
  }

  // Ends a moment: all that follows from a decision has been applied.
  private finish() {
    this.frames.push({ view: this.view(), step: this.step });
    for (const state of this.seats) state.fresh = new Set();
  }

  private view(): TableView {
    const { stock } = this.rules;
    return {
      seats: this.seats.map((state, seat) => this.seatView(state, seat)),
      nearest: 0,
      sides: this.points.map((cardPoints, side) => ({
        side,
        cardPoints,
        tricks: this.tricks[side] ?? 0,
      })),
      trump: this.trump,
      upcard: this.upcard,
      refused: [...this.refused],
      stock: stock > 0 ? this.stock.length : null,
      talon: this.talon.length > 0 ? this.talon.length : null,
      mit: this.mit,
      kontra: this.kontra,
      re: this.re,
    };
  }

  private seatView(state: SeatState, seat: number): SeatView {
    const isDummy = seat === this.rules.dummy;
    return {
      seat,
      name: isDummy ? null : (this.names[seat] ?? null),
      side: seat % this.rules.sides,
      isDealer: seat === this.deal.dealer,
      isMaker: seat === this.maker,
      isDummy,
      isToAct: false,
      hand: state.isLayout
        ? laidOut(state)
        : inHandOrder(state.hand, this.trump).map((card) =>
            marked(state, card),
          ),
      isLayout: state.isLayout,
      played: state.played,
      takesTrick: this.winner === seat,
      calls: [...state.calls],
    };
  }
}

function marked(state: SeatState, card: CardName): HandCard {
  return state.fresh.has(card) ? { card, fresh: true } : { card };
}

function laidOut(state: SeatState): HandCard[] {
  return state.columns.flatMap(({ under, top }): HandCard[] => {
    if (top) {
      return [under ? { ...marked(state, top), under } : marked(state, top)];
    }
    return under ? [{ card: null }] : [];
  });
}

const CALLS: readonly string[] = [
  "pass",
  "take",
  "name",
  "defer",
  "pick",
  "mit",
  "no",
  "kontra",
  "re",
];

export function callOf(word: string): Call | null {
  const [call = "", about = ""] = word.split(":");
  if (!CALLS.includes(call)) return null;
  return {
    call: call as Call["call"],
    ...(isCard(about) ? { card: about, suit: about[1] as Suit } : {}),
    ...(isSuit(about) ? { suit: about } : {}),
    ...(/^\d$/.test(about) ? { number: Number(about) } : {}),
  };
}
