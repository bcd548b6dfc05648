// Names of cards, and the order in which people hold them. No rules.

import type { CardName, Rank, Suit } from "./view";

const SUITS = "SHCD"; // black and red in turn
const RANKS = "AKQJT987";

export const suitOf = (card: CardName) => card[1] as Suit;
export const rankOf = (card: CardName) => card[0] as Rank;
export const isRed = (suit: Suit) => suit === "H" || suit === "D";

export function isSuit(text: string): text is Suit {
  return text.length === 1 && SUITS.includes(text);
}

export function isCard(text: string): text is CardName {
  return (
    text.length === 2 &&
    RANKS.includes(text.charAt(0)) &&
    SUITS.includes(text.charAt(1))
  );
}

/** By suit, trumps first, then by rank. */
export function inHandOrder(
  cards: readonly CardName[],
  trump: Suit | null,
): CardName[] {
  const place = (card: CardName) => {
    const suit = suitOf(card);
    const ofSuit = suit === trump ? 0 : 1 + SUITS.indexOf(suit);
    return ofSuit * RANKS.length + RANKS.indexOf(rankOf(card));
  };
  return [...cards].sort((a, b) => place(a) - place(b));
}
