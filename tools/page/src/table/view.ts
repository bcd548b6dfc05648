// What a table looks like at one moment, as plain data without rules: who sits
// where, which cards lie where, what was said. Whoever knows the rules (the
// program) says what is so; Table and Slate draw it.

export type Suit = "S" | "H" | "D" | "C";
export type Rank = "A" | "K" | "Q" | "J" | "T" | "9" | "8" | "7";
/** A card in the notation of the program, rank then suit: "AS", "TD". */
export type CardName = `${Rank}${Suit}`;

/** Small print under a card: what playing it is worth. */
export interface CardNote {
  readonly text: string;
  /** Drawn bold for the best, with a line for costly ones. */
  readonly tone: "best" | "costly" | "plain";
  /** The same for a screen reader. */
  readonly spoken: string;
}

export interface HandCard {
  /** null: face down. */
  readonly card: CardName | null;
  /**
   * In a layout, what lies face down under it; null if the viewer does not
   * know. Absent if nothing does.
   */
  readonly under?: CardName | null;
  /** It may be chosen now: a button, if the table has `onCard`. */
  readonly choice?: boolean;
  /** It was just dealt, drawn, turned up or uncovered. */
  readonly fresh?: boolean;
  readonly note?: CardNote;
}

/** Something said, in making trumps or about Mit', Kontra and Re. */
export interface Call {
  readonly call:
    | "pass"
    | "take"
    | "name"
    | "defer"
    | "pick"
    | "mit"
    | "no"
    | "kontra"
    | "re";
  /** The card shown with it, if there is one. */
  readonly card?: CardName;
  /** The suit named. */
  readonly suit?: Suit;
  /** Which card was picked blindly, from 0. */
  readonly number?: number;
}

export interface SeatView {
  /** From 0, clockwise round the table. */
  readonly seat: number;
  /** Untrusted text; null for a seat without a name, such as a dummy. */
  readonly name: string | null;
  /** The side it plays for, from 0. */
  readonly side: number;
  readonly isDealer: boolean;
  readonly isMaker: boolean;
  readonly isDummy: boolean;
  /** A decision of this seat is due. */
  readonly isToAct: boolean;
  /** In the order to draw them. */
  readonly hand: readonly HandCard[];
  /** Whether the cards lie in columns on the table. */
  readonly isLayout: boolean;
  /** Its card in the trick on the table. */
  readonly played: CardName | null;
  /** Whether that card takes the trick: the trick is complete. */
  readonly takesTrick: boolean;
  /** All it has said so far, in order. */
  readonly calls: readonly Call[];
}

export interface SideView {
  readonly side: number;
  readonly cardPoints: number;
  readonly tricks: number;
}

export interface TableView {
  /** Two to eight, seat 0 first. */
  readonly seats: readonly SeatView[];
  /** The seat drawn nearest to the viewer. */
  readonly nearest: number;
  /** Two or three; empty before there is anything to count. */
  readonly sides: readonly SideView[];
  /** null while trumps are being made. */
  readonly trump: Suit | null;
  /** The card on offer, or the one that made trumps. */
  readonly upcard: CardName | null;
  /** Cards turned up before it, which were refused. */
  readonly refused: readonly CardName[];
  /** Cards left to draw; null in games without a stock. */
  readonly stock: number | null;
  /** Cards that nobody gets: their number, or which ones if that is seen. */
  readonly talon: number | readonly (CardName | null)[] | null;
  /** Who declared the Mit'. */
  readonly mit: number | null;
  readonly kontra: boolean;
  readonly re: boolean;
}

/** The seats clockwise from the nearest one. */
export function inTurn(view: TableView): SeatView[] {
  const at = view.seats.findIndex(({ seat }) => seat === view.nearest);
  const from = Math.max(at, 0);
  return [...view.seats.slice(from), ...view.seats.slice(0, from)];
}

/** What one side still has to erase. */
export interface SlateSide {
  readonly side: number;
  /** Untrusted text, one per player or team on it; may be empty. */
  readonly names: readonly string[];
  /** Lines left; boucles on them are erased first. May be below 0. */
  readonly lines: number;
  readonly boucles: number;
  /** Cows won, in matches of several. */
  readonly cows: number;
  /** Lines or boucles that the last deal erased (below 0) or added. */
  readonly change: number;
}

export interface SlateView {
  readonly sides: readonly SlateSide[];
  /** Lines of a fresh slate, so that erased ones leave a trace. */
  readonly freshLines: number;
  /** Game points in the chalk in the hole, for the next winners; 0 for none. */
  readonly carry: number;
  /** The side that is home. */
  readonly winner: number | null;
}
