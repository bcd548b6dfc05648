// A ruleset as a bot needs it: what cards are worth and which beats which.

import {Card, Suit, cardsOf, maskOf, parseCard, parseRank, rankOf} from "./card.js";

const ANTICLOCKWISE = 2; // Direction.DIRECTION_ANTICLOCKWISE

/** The parts of couillon.v1.Ruleset that are read here. */
export interface RulesetMessage {
  id: string;
  table: {
    players: number;
    sides: number;
    ranks: string;
    cardPoints: number[];
    removedCards: string[];
    direction: number;
  };
  special?: {permanentTrumps: string[]; mit?: {card: string} | null} | null;
}

/** Which card beats which under one suit of trumps. */
export interface Strength {
  /** Mask of all trumps. */
  readonly trumps: number;
  /** By the number of a card, the mask of the cards that beat it. */
  readonly beatenBy: Int32Array;
}

/** A ruleset sent by the referee. */
export class Rules {
  readonly id: string;
  readonly players: number;
  readonly sides: number;
  /** +1 if the turn passes to the next higher seat, -1 if to the lower. */
  readonly step: number;
  /** Ranks from the highest to the lowest. */
  readonly ranks: readonly number[];
  /** Card points by the number of a card. */
  readonly cardPoints: Uint8Array;
  /** Mask of the cards in the pack. */
  readonly deck: number;
  /** From the highest to the lowest. */
  readonly permanentTrumps: readonly Card[];
  readonly mitCard: Card | undefined;

  private readonly strengths = new Array<Strength | undefined>(10);

  /** `message` is the whole ruleset, `hash` its name in reports. */
  constructor(
    readonly message: RulesetMessage,
    readonly hash = "",
  ) {
    const {table, special} = message;
    this.id = message.id;
    this.players = table.players;
    this.sides = table.sides;
    this.step = table.direction === ANTICLOCKWISE ? -1 : 1;
    this.ranks = [...table.ranks].map(parseRank);
    const removed = maskOf(table.removedCards.map(parseCard));
    const pack = cardsOf(0xffffffff).filter((card) =>
      this.ranks.includes(rankOf(card)),
    );
    this.deck = (maskOf(pack) & ~removed) >>> 0;
    this.cardPoints = new Uint8Array(32);
    for (const card of pack) {
      this.cardPoints[card] = table.cardPoints[this.ranks.indexOf(rankOf(card))] ?? 0;
    }
    this.permanentTrumps = (special?.permanentTrumps ?? []).map(parseCard);
    this.mitCard = special?.mit ? parseCard(special.mit.card) : undefined;
  }

  /** The side that a seat plays for. */
  sideOf(seat: number): number {
    return seat % this.sides;
  }

  /**
   * All trumps from the highest to the lowest: the top rank of the suit, a
   * declared Mit', the permanent trumps, the rest of the suit.
   */
  trumpOrder(trump: Suit, mitDeclared: boolean): Card[] {
    const promoted = [...this.permanentTrumps];
    if (mitDeclared && this.mitCard !== undefined) promoted.unshift(this.mitCard);
    const [top, ...rest] = this.ranks.map((rank) => trump * 8 + rank);
    const order = new Set([...(promoted.includes(top!) ? [] : [top!]), ...promoted, ...rest]);
    return [...order].filter((card) => (this.deck >>> card) & 1);
  }

  /** Which card beats which; `trump` is undefined while there are none. */
  strength(trump: Suit | undefined, mitDeclared: boolean): Strength {
    const key = (trump === undefined ? 4 : trump) * 2 + (mitDeclared ? 1 : 0);
    return (this.strengths[key] ??= this.makeStrength(trump, mitDeclared));
  }

  private makeStrength(trump: Suit | undefined, mitDeclared: boolean): Strength {
    const beatenBy = new Int32Array(32);
    let trumps = 0;
    const order = trump === undefined ? [] : this.trumpOrder(trump, mitDeclared);
    for (const card of order) {
      beatenBy[card] = trumps;
      trumps |= 1 << card;
    }
    for (let suit = 0; suit < 4; ++suit) {
      let above = trumps;
      for (const rank of this.ranks) {
        const card = suit * 8 + rank;
        if (!(((this.deck & ~trumps) >>> card) & 1)) continue;
        beatenBy[card] = above;
        above |= 1 << card;
      }
    }
    return {trumps: trumps >>> 0, beatenBy};
  }
}
