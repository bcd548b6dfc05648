// What was played: the head of the first screen.

import {
  formatOf,
  isMatchOfTwo,
  pairsOf,
  shareDone,
  stateOf,
} from "../data/summary";
import type { Report } from "../data/report";
import type { Run } from "../data/run";
import { rulesetsOf } from "../data/standings";
import { Tiles, type Fact } from "../parts/facts";
import { BotName, RulesetName } from "../parts/names";
import { Phrase, useWords, type Words } from "../words/words";
import styles from "./summary.module.css";

const MAX_NAMED = 3;

interface SummaryProps {
  readonly report: Report;
  readonly run: Run | null;
}

export function Summary({ report, run }: SummaryProps) {
  const words = useWords();
  const { t, numbers } = words;
  const rulesets = rulesetsOf(report);
  const isMatches = report.league.mode === "matches";
  const pairs = pairsOf(report);
  const playedOn = run?.hosts.at(-1)?.began;
  const facts: Fact[] = [
    { word: "format", value: words.named("format", formatOf(report)) },
    { word: "bots", value: numbers.count(report.league.bots.length) },
    {
      word: "rulesets",
      value:
        rulesets.length > MAX_NAMED
          ? numbers.count(rulesets.length)
          : rulesets.map((ruleset) => (
              <span key={ruleset} className={styles.ruleset}>
                <RulesetName name={ruleset} />
              </span>
            )),
    },
    {
      word: isMatches ? "pairs_of_matches" : "pairs_of_deals",
      value: pairs > 0 ? numbers.count(pairs) : null,
    },
    stateFact(report, words),
    {
      word: "played_on",
      value: playedOn ? numbers.date(playedOn) : null,
    },
  ];
  return (
    <header>
      <h1 className={styles.title}>
        <Title report={report} />
      </h1>
      <p className={styles.lead}>{t("page_lead")}</p>
      <Tiles facts={facts} />
    </header>
  );
}

function Title({ report }: { readonly report: Report }) {
  const { t } = useWords();
  const [first, second] = report.league.bots;
  if (report.arena) return t("arena_report");
  if (!isMatchOfTwo(report) || !first || !second) return t("league_report");
  return (
    <Phrase
      word="first_against_second"
      parts={{
        first: <BotName name={first} />,
        second: <BotName name={second} />,
      }}
    />
  );
}

function stateFact(report: Report, { t, numbers }: Words): Fact {
  const share = shareDone(report.unitsDone, report.units);
  const state = stateOf(report);
  return {
    word: "state",
    value: t(`state_${state}`),
    detail:
      state === "unfinished" && share !== null
        ? t("share_done", { share: numbers.percent(share, 0) })
        : undefined,
  };
}
