import assert from "node:assert/strict";
import {test} from "node:test";
import {Rules, cardsOf, maskOf, parseCard, suitOf} from "couillon-bot";
import {list, vectors} from "./vectors.js";

const rows = vectors("strength_vectors.txt").map((words) => {
  const [kind, row, ranks, removed, permanent, mit, trump, declared, ...cards] = words;
  const rules = new Rules({
    id: row!,
    table: {
      players: 4,
      sides: 2,
      ranks: ranks!,
      cardPoints: [4, 3, 2, 1],
      removedCards: list(removed!),
      direction: 1,
    },
    special: {
      permanentTrumps: list(permanent!),
      mit: mit === "-" ? null : {card: mit!},
    },
  });
  const suit = "CDHS".indexOf(trump!);
  return {kind, row, rules, suit, declared: declared === "yes", cards: cards.map(parseCard)};
});

test("trumps are ordered as in the rules", () => {
  const orders = rows.filter(({kind}) => kind === "order");
  assert.equal(orders.length, 15);
  for (const {row, rules, suit, declared, cards} of orders) {
    assert.deepEqual(rules.trumpOrder(suit, declared), cards, row);
    const {trumps, beatenBy} = rules.strength(suit, declared);
    assert.equal(trumps, maskOf(cards), row);
    for (const card of cardsOf(rules.deck & ~trumps)) {
      const suited = cardsOf(rules.deck & ~trumps).filter(
        (other) => suitOf(other) === suitOf(card) && other > card,
      );
      assert.equal(beatenBy[card]! >>> 0, (trumps | maskOf(suited)) >>> 0, row);
    }
  }
});

test("tricks are won as in the rules", () => {
  const tricks = rows.filter(({kind}) => kind === "winner");
  assert.equal(tricks.length, 22);
  for (const {row, rules, suit, declared, cards} of tricks) {
    const winner = cards.pop();
    const {beatenBy} = rules.strength(suit, declared);
    const best = cards.reduce((won, card) => ((beatenBy[won]! >>> card) & 1 ? card : won));
    assert.equal(best, winner, row);
  }
});

test("a card out of the pack is in no mask, and ranks have their points", () => {
  const {rules} = rows.find(({row}) => row === "W21")!;
  assert.equal(cardsOf(rules.deck).length, 30);
  assert.equal((rules.deck >>> parseCard("7S")) & 1, 0);
  const hearts = cardsOf(0x00ff0000).map((card) => rules.cardPoints[card]);
  assert.deepEqual(hearts, [0, 0, 0, 0, 1, 2, 3, 4]);
});
