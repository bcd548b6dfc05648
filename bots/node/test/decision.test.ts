// The quick reader against the general decoder of the files in proto/.

import assert from "node:assert/strict";
import {test} from "node:test";
import {Observation, cardsOfText, parseCard} from "couillon-bot";
import {readPlayRequest} from "../src/decision.js";
import {messageType} from "../src/protocol.js";

const fields = {
  decisionId: 4000000000,
  rulesetHandle: 2,
  phase: 5,
  seat: 3,
  decider: 1,
  dealer: 2,
  hand: 0x80000001,
  legalActions: {low: 0x80000000 | 0, high: 0x1002, unsigned: true},
  randomSeed: {low: -2, high: -3, unsigned: true},
  playedCards: [6, 5, 31],
  trickLeaders: [3, 0],
  currentTrick: [31],
  trump: 4,
  exposed: 0xc0000000,
  maker: 0,
  calls: [34, 44],
  callSeats: [3, 2],
  upcard: 0,
  mitSeat: 0,
  kontra: true,
  re: true,
  naming: true,
  openCards: [0, 1, 2, 0x80000000],
  stockCards: 9,
  cardPoints: [40, 0],
  tricksWon: [4, 0],
  linesLeft: [-1, 300],
  cowsWon: [1, 2],
  pendingCarry: 6,
  dealsPlayed: 1000000,
};

function send(...decisions: object[]): Observation[] {
  const message = messageType("PlayRequest").fromObject({decisions});
  const bytes = messageType("PlayRequest").encode(message).finish();
  return readPlayRequest(bytes).decisions.map((d) => new Observation(d, new Map()));
}

test("every field of the protocol is read", () => {
  const known = messageType("Decision").fieldsArray.map(({name}) => name);
  assert.deepEqual(Object.keys(fields).sort(), known.sort());
  const [, seen] = send({}, fields, {});
  const plain = ["phase", "seat", "decider", "dealer", "naming", "kontra", "re",
    "maker", "upcard", "mitSeat", "stockCards", "playedCards", "trickLeaders",
    "cardPoints", "tricksWon", "linesLeft", "cowsWon", "pendingCarry",
    "dealsPlayed"] as const;
  for (const name of plain) assert.deepEqual(seen![name], fields[name], name);
  assert.equal(seen!.message.decisionId, 4000000000);
  assert.equal(seen!.message.rulesetHandle, 2);
  assert.deepEqual(seen!.hand, cardsOfText("7C AS"));
  assert.deepEqual(seen!.ownCards, cardsOfText("AS"));
  assert.deepEqual(seen!.exposed, cardsOfText("KS AS"));
  assert.deepEqual(seen!.legalActions, [31, 33, 44]);
  assert.ok(seen!.allows(31) && seen!.allows(44) && !seen!.allows(32));
  assert.equal(seen!.randomSeed, 0xfffffffdfffffffen);
  assert.deepEqual(seen!.trick, cardsOfText("AS"));
  assert.equal(seen!.winningCard, parseCard("AS"));
  assert.equal(seen!.trump, 3);
  assert.deepEqual(seen!.calls, [{seat: 3, action: 34}, {seat: 2, action: 44}]);
});

test("what is not sent is empty", () => {
  const [seen] = send({});
  for (const name of ["maker", "upcard", "mitSeat", "trump", "winningCard"] as const) {
    assert.equal(seen![name], undefined, name);
  }
  assert.deepEqual(seen!.legalActions, []);
  assert.deepEqual(seen!.linesLeft, []);
});

test("a damaged message is refused", () => {
  const sent = messageType("PlayRequest").fromObject({decisions: [fields]});
  const bytes = messageType("PlayRequest").encode(sent).finish();
  assert.throws(() => readPlayRequest(bytes.subarray(0, bytes.length - 3)));
});
