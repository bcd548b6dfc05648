// What two bots did under one ruleset.

import type { Pairing } from "../data/report";

export interface Meeting {
  readonly ruleset: string;
  readonly pairing: Pairing;
}
