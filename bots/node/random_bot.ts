// Plays a random legal action: of n the below(n)-th, lowest number first.

import {serve} from "couillon-bot";

await serve((seen) => seen.random.choice(seen.legalActions), {
  name: "random",
  version: "1",
  author: "couillon",
});
