// The pages of a fairness run, by the address.

import type { Fairness, FairnessRun } from "../data/fairness";
import type { Route } from "../route";
import { FairnessHome } from "./home";
import { FairnessRulesetPage } from "./ruleset";

interface FairnessPagesProps {
  readonly fairness: Fairness;
  readonly run: FairnessRun;
  readonly route: Route;
}

export function FairnessPages({ fairness, run, route }: FairnessPagesProps) {
  return route.page === "ruleset" ? (
    <FairnessRulesetPage
      key={route.ruleset}
      fairness={fairness}
      ruleset={route.ruleset}
    />
  ) : (
    <FairnessHome fairness={fairness} run={run} />
  );
}
