// A state as the table and the slate draw it.

import type {
  CardName,
  HandCard,
  SeatView,
  SlateView,
  TableView,
} from "../table/view";
import { callOf, cardPlayed } from "./actions";
import type { DealState, SlateState, TableFacts, TableState } from "./state";

/**
 * Cards that are chosen on the table itself: those of layouts and dummies. The
 * person holds all others in their hand, which is drawn larger below.
 */
export const isOnTable = (facts: TableFacts, seat: number) =>
  seat !== facts.person || (facts.seats[seat]?.isLayout ?? false);

/** `you` is how the person is called. */
export function tableView(
  facts: TableFacts,
  state: TableState,
  deal: DealState,
  you: string,
): TableView {
  const legal = new Set(state.decision?.choices.map(cardPlayed));
  return {
    seats: facts.seats.map((of, seat): SeatView => {
      const isChoosing = state.decision?.seat === seat;
      return {
        seat,
        name: seat === facts.person ? you : of.name,
        side: of.side,
        isDealer: seat === deal.dealer,
        isMaker: seat === deal.maker,
        isDummy: of.isDummy,
        isToAct: seat === deal.toAct && state.phase === "deal",
        hand: isOnTable(facts, seat)
          ? handOf(facts, deal, seat, isChoosing ? legal : new Set())
          : [],
        isLayout: of.isLayout,
        played: cardOf(deal, seat, facts.seats.length, facts),
        takesTrick: deal.trick.winner === seat,
        calls: (deal.seats[seat]?.calls ?? []).flatMap((text) => {
          const call = callOf(text);
          return call ? [call] : [];
        }),
      };
    }),
    nearest: facts.person,
    sides: deal.trump
      ? deal.cardPoints.map((cardPoints, side) => ({
          side,
          cardPoints,
          tricks: deal.tricksWon[side] ?? 0,
        }))
      : [],
    trump: deal.trump,
    upcard: deal.upcard,
    refused: deal.refused,
    stock: deal.stock,
    talon: facts.talon,
    mit: deal.mit,
    kontra: deal.kontra,
    re: deal.re,
  };
}

function handOf(
  facts: TableFacts,
  deal: DealState,
  seat: number,
  legal: ReadonlySet<CardName | null>,
): HandCard[] {
  const held = deal.seats[seat];
  if (!held) return [];
  const known = held.cards.map(({ card, over }): HandCard => ({
    card,
    ...(over ? { under: null } : {}),
    ...(legal.has(card) ? { choice: true } : {}),
  }));
  const isLaidOut = facts.seats[seat]?.isLayout ?? false;
  const hidden = isLaidOut && deal.trump ? 0 : held.hidden;
  return [
    ...known,
    ...Array.from({ length: hidden }, (): HandCard => ({ card: null })),
  ];
}

// Seats play in turn from the leader; the direction shows in who has played.
function cardOf(
  deal: DealState,
  seat: number,
  seats: number,
  facts: TableFacts,
): CardName | null {
  const { leader, cards } = deal.trick;
  if (leader === null) return null;
  const turns = (facts.step * (seat - leader) + seats) % seats;
  return cards[turns] ?? null;
}

export function slateView(
  facts: TableFacts,
  slate: SlateState,
  you: string,
  dummy: string,
): SlateView {
  return {
    sides: slate.sides.map((of, side) => ({
      side,
      names: facts.seats.flatMap((seat, i) =>
        seat.side !== side
          ? []
          : [i === facts.person ? you : (seat.name ?? dummy)],
      ),
      ...of,
    })),
    freshLines: slate.freshLines,
    carry: slate.carry,
    winner: slate.winner,
  };
}
