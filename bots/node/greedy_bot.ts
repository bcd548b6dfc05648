// Wants two trumps, leads its dearest card, takes tricks with its cheapest.

import {Action, Observation, Phase, nameSuit, serve, suitOf} from "couillon-bot";

/** The item with the least cost, the first of equals; undefined of none. */
function least(items: number[], cost: (item: number) => number): number | undefined {
  return items.reduce<number | undefined>(
    (best, item) => (best === undefined || cost(item) < cost(best) ? item : best),
    undefined,
  );
}

function makeTrumps(seen: Observation): number {
  const cheapest = (cards: number[]) => least(cards, (card) => seen.worth(card));
  const of = (cards: number[], suit: number) => cards.filter((card) => suitOf(card) === suit);
  const {ownCards: own, legalCards: shown} = seen;
  if (seen.allows(Action.PICK_FIRST)) return Action.PICK_FIRST;
  if (seen.allows(Action.PASS)) {
    if (of(own, suitOf(seen.upcard!)).length < 2) return Action.PASS;
    return seen.allows(Action.TAKE) ? Action.TAKE : cheapest(shown) ?? Action.PASS;
  }
  const suits = [0, 1, 2, 3].filter((suit) => seen.allows(nameSuit(suit)) || of(shown, suit).length > 0);
  // Many cards first, then their points, of which there are never a hundred.
  const best = least(suits, (suit) => of(own, suit).reduce((cost, card) => cost - 100 - seen.worth(card), 0))!;
  if (seen.allows(Action.DEFER) && of(own, best).length < 2) return Action.DEFER;
  return seen.allows(nameSuit(best)) ? nameSuit(best) : cheapest(of(shown, best))!;
}

function decide(seen: Observation): number {
  if (seen.phase === Phase.TRUMP) return makeTrumps(seen);
  if (seen.phase !== Phase.PLAY) return seen.phase === Phase.MIT ? Action.MIT : Action.NOTHING;
  const {legalCards: legal, winningCard: winning} = seen;
  if (winning === undefined) return least(legal, (card) => -seen.worth(card))!;
  const winners = legal.filter((card) => seen.beats(card, winning));
  return least(winners.length > 0 ? winners : legal, (card) => seen.worth(card))!;
}

await serve(decide, {name: "greedy", version: "1", author: "couillon"});
