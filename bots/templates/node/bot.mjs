// {{name}}: a minimal bot. bots/node/README.md of couillon lists what an
// observation has.

import {Action, Phase, serve, suitOf} from "couillon-bot";

// The value from bot.txtpb, or what the league sets in its place.
const WANTED = Number(process.env.COUILLON_OPTION_MAKES_TRUMPS_WITH ?? 2);

/** Returns one of seen.legalActions; decides from `seen` and nothing else. */
function decide(seen) {
  if (seen.phase === Phase.PLAY && seen.winningCard !== undefined) {
    const winner = seen.legalCards.find((card) => seen.beats(card, seen.winningCard));
    if (winner !== undefined) return winner;
  }
  if (seen.phase === Phase.TRUMP && seen.allows(Action.PASS)) {
    const held = seen.ownCards.filter((card) => suitOf(card) === suitOf(seen.upcard));
    if (held.length < WANTED) return Action.PASS;
  }
  return seen.random.choice(seen.legalActions);
}

await serve(decide, {name: "{{name}}", version: "1"});
