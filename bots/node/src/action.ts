import {Card, Suit, cardsOf} from "./card.js";

/** A legal action: a Card, or one of these constants. */
export type Action = number;
export const Action = {
  PASS: 32,
  TAKE: 33,
  NAME_CLUBS: 34,
  NAME_DIAMONDS: 35,
  NAME_HEARTS: 36,
  NAME_SPADES: 37,
  DEFER: 38,
  PICK_FIRST: 39,
  PICK_SECOND: 40,
  MIT: 41,
  KONTRA: 42,
  RE: 43,
  NOTHING: 44,
} as const;

/** The kind of a decision. */
export type Phase = number;
export const Phase = {TRUMP: 1, MIT: 2, KONTRA: 3, RE: 4, PLAY: 5} as const;

/** The action that names a suit as trumps. */
export function nameSuit(suit: Suit): Action {
  return Action.NAME_CLUBS + suit;
}

/** The actions of a mask in two halves, lowest number first. */
export function actionsOf(cards: number, words: number): Action[] {
  const actions: Card[] = cardsOf(cards);
  if (words !== 0) for (const word of cardsOf(words)) actions.push(32 + word);
  return actions;
}
