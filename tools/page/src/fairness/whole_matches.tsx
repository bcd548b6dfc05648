// The verdicts on whole matches, in words and as a table.

import type { Fairness, Ruleset, Verdict } from "../data/fairness";
import type { Column } from "../parts/columns";
import { IntervalTable } from "../parts/interval_table";
import { NO_ESTIMATE } from "../data/schema";
import { Name, RulesetName } from "../parts/names";
import { Note, Section } from "../parts/section";
import { Phrase, useWords } from "../words/words";
import { FigureText } from "./figure_text";
import { RulesetList } from "./ruleset_list";
import { VerdictText } from "./verdict";
import styles from "./whole_matches.module.css";

const VERDICTS: readonly Verdict[] = ["unfair", "undecided", "fair"];

export function WholeMatches({ fairness }: { readonly fairness: Fairness }) {
  const { t } = useWords();
  const bot = fairness.bots.at(-1) ?? "";
  if (fairness.matches === 0) {
    return (
      <Section title={t("whole_matches")}>
        <p>{t("no_matches")}</p>
      </Section>
    );
  }
  const hasThreeSides = fairness.rulesets.some(({ sides }) => (sides ?? 2) > 2);
  return (
    <Section
      title={t("whole_matches")}
      lead={
        <Phrase
          word="whole_matches_lead"
          parts={{ bot: <Name name={bot} /> }}
        />
      }
    >
      {fairness.rulesets.length > 1 && <ByVerdict fairness={fairness} />}
      <VerdictTable fairness={fairness} />
      {hasThreeSides && <Note>{t("note_three_sides")}</Note>}
    </Section>
  );
}

function ByVerdict({ fairness }: { readonly fairness: Fairness }) {
  const { numbers } = useWords();
  const groups = VERDICTS.map((verdict) => ({
    verdict,
    rulesets: fairness.byVerdict.filter(
      ({ matchVerdict }) => matchVerdict?.verdict === verdict,
    ),
  })).filter(({ rulesets }) => rulesets.length > 0);
  return (
    <ul className={styles.groups}>
      {groups.map(({ verdict, rulesets }) => (
        <li key={verdict}>
          <Phrase
            word="under_rulesets"
            parts={{
              verdict: <VerdictText verdict={verdict} />,
              count: numbers.count(rulesets.length),
            }}
          />
          <RulesetList names={rulesets.map(({ ruleset }) => ruleset)} />
        </li>
      ))}
    </ul>
  );
}

const COLUMNS: readonly Column<Ruleset>[] = [
  {
    head: "first_dealer_score",
    cell: ({ matchVerdict }) =>
      matchVerdict && <FigureText unit="score" estimate={matchVerdict.score} />,
  },
  {
    head: "match_deals",
    cell: ({ matches }, { numbers }) => {
      const deals = matches.figures.find(({ name }) => name === "match_deals");
      return numbers.fixed(deals?.estimate.value ?? null, 1);
    },
  },
];

function VerdictTable({ fairness }: { readonly fairness: Fairness }) {
  const { t } = useWords();
  return (
    <IntervalTable
      caption={t("whole_matches")}
      before="fairness_verdict"
      name="ruleset"
      estimate="first_dealer_elo"
      decimals={1}
      columns={COLUMNS}
      margin={fairness.marginElo}
      rows={fairness.byVerdict.map((ruleset) => ({
        key: ruleset.ruleset,
        item: ruleset,
        before: <VerdictText verdict={ruleset.matchVerdict?.verdict ?? null} />,
        name: <RulesetName name={ruleset.ruleset} />,
        estimate: ruleset.matchVerdict?.elo ?? NO_ESTIMATE,
        quiet: ruleset.matchVerdict?.verdict !== "unfair",
      }))}
    />
  );
}
