// Suits, cards and masks of cards. A mask is a number of 32 bits whose bit n
// stands for card n. Two characters write a card: "AS", "TD".

/** A card, 0 to 31: suit * 8 + rank. It is also the action that plays it. */
export type Card = number;

/** A suit, 0 to 3. */
export type Suit = number;
export const Suit = {CLUBS: 0, DIAMONDS: 1, HEARTS: 2, SPADES: 3} as const;

const RANKS = "789TJQKA"; // the rank of a card is its index
const SUITS = "CDHS";

/** The suit printed on a card; a promoted one may belong to trumps instead. */
export function suitOf(card: Card): Suit {
  return card >> 3;
}

/** The rank printed on a card: 0 for the seven to 7 for the ace. */
export function rankOf(card: Card): number {
  return card & 7;
}

/** Writes a card: "AS". */
export function cardText(card: Card): string {
  return RANKS[card & 7]! + SUITS[card >> 3]!;
}

/** The rank that a letter of "789TJQKA" means. RangeError if none. */
export function parseRank(letter: string): number {
  const rank = RANKS.indexOf(letter);
  if (rank < 0 || letter.length !== 1) {
    throw new RangeError(`"${letter}" is not a rank: one of ${RANKS}`);
  }
  return rank;
}

/** Reads "AS". RangeError if it is no card. */
export function parseCard(text: string): Card {
  const suit = SUITS.indexOf(text.slice(1));
  if (text.length !== 2 || suit < 0) {
    throw new RangeError(`"${text}" is not a card such as "AS" or "TD"`);
  }
  return suit * 8 + parseRank(text[0]!);
}

/** Reads "AS TD 9H": cards apart by spaces, in that order. */
export function cardsOfText(text: string): Card[] {
  return text.split(" ").filter((word) => word !== "").map(parseCard);
}

/** The mask of some cards. */
export function maskOf(cards: Iterable<Card>): number {
  let mask = 0;
  for (const card of cards) mask |= 1 << card;
  return mask >>> 0;
}

/** The cards of a mask, lowest number first. */
export function cardsOf(mask: number): Card[] {
  const cards: Card[] = [];
  for (let rest = mask; rest !== 0; rest &= rest - 1) {
    cards.push(31 - Math.clz32(rest & -rest));
  }
  return cards;
}
