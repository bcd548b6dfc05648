// The page of a ruleset: its verdict, what its seats are worth, and all figures
// that its rules leave open.

import type { Fairness, MatchVerdict, Race, Ruleset } from "../data/fairness";
import type { Estimate } from "../data/report";
import { BackLink } from "../parts/back_link";
import { column, percent } from "../parts/columns";
import { Name } from "../parts/names";
import { Note, Section } from "../parts/section";
import { SimpleTable } from "../parts/simple_table";
import type { Numbers } from "../words/numbers";
import { useWords } from "../words/words";
import { DealFigures } from "./deal_figures";
import { errorText, FigureName, FigureText, isShown } from "./figure_text";
import { Pairings } from "./pairings";
import { SeatWorth } from "./seat_worth";
import { VerdictText } from "./verdict";
import styles from "./ruleset.module.css";

interface FairnessRulesetPageProps {
  readonly fairness: Fairness;
  readonly ruleset: string;
}

export function FairnessRulesetPage(props: FairnessRulesetPageProps) {
  const { t } = useWords();
  const { fairness } = props;
  const ruleset = fairness.rulesets.find(
    (item) => item.ruleset === props.ruleset,
  );
  if (!ruleset) {
    return (
      <>
        <BackLink />
        <h1>{t("unknown_ruleset", { ruleset: props.ruleset })}</h1>
      </>
    );
  }
  return (
    <>
      <BackLink />
      <h1>
        <Name name={ruleset.title ?? ruleset.ruleset} />
      </h1>
      <p className={styles.id}>
        <Name name={ruleset.ruleset} />
      </p>
      <MatchSection fairness={fairness} ruleset={ruleset} />
      <SeatWorth fairness={fairness} ruleset={ruleset} />
      <DealFigures ruleset={ruleset} />
      <Pairings ruleset={ruleset} />
      <Races ruleset={ruleset} />
    </>
  );
}

interface MatchSectionProps {
  readonly fairness: Fairness;
  readonly ruleset: Ruleset;
}

function MatchSection({ fairness, ruleset }: MatchSectionProps) {
  const { t, numbers } = useWords();
  const { matchVerdict, matches } = ruleset;
  return (
    <Section title={t("whole_matches")}>
      <p className={styles.verdict}>
        <VerdictText verdict={matchVerdict?.verdict ?? null} />
        <span>
          <VerdictSentence
            verdict={matchVerdict}
            margin={fairness.marginElo}
            isOfMoreSides={(ruleset.sides ?? 2) > 2}
          />
        </span>
      </p>
      {matches.matches > 0 && (
        <SimpleTable
          caption={t("whole_matches")}
          name={{ head: "fairness_figure", cell: ({ name }) => name }}
          columns={[{ head: "fairness_value", cell: ({ value }) => value }]}
          keyOf={({ key }) => key}
          rows={[
            ...matches.figures.filter(isShown).map((figure) => ({
              key: figure.name,
              name: <FigureName name={figure.name} />,
              value: (
                <FigureText unit={figure.unit} estimate={figure.estimate} />
              ),
            })),
            {
              key: "median",
              name: t("median_deals"),
              value: `${numbers.count(matches.medianDeals)}, ${numbers.count(matches.p95Deals)}`,
            },
            {
              key: "matches",
              name: t("fairness_matches_played"),
              value: numbers.count(matches.matches),
            },
          ]}
        />
      )}
    </Section>
  );
}

function VerdictSentence(props: {
  readonly verdict: MatchVerdict | null;
  readonly margin: number | null;
  readonly isOfMoreSides: boolean;
}) {
  const { t, numbers } = useWords();
  const { verdict } = props;
  if (!verdict) {
    return t(props.isOfMoreSides ? "note_three_sides" : "match_no_verdict");
  }
  const values = {
    score: scoreText(verdict.score, numbers),
    margin: props.margin === null ? "" : numbers.tick(props.margin),
  };
  if (verdict.verdict !== "unfair") {
    return t(`match_${verdict.verdict}`, values);
  }
  return t(
    verdict.favours === "other"
      ? "match_unfair_other"
      : "match_unfair_first_dealer",
    values,
  );
}

function scoreText(score: Estimate, numbers: Numbers): string {
  const error = errorText(score, true, numbers);
  return `${numbers.percent(score.value, 2)}${error && ` ${error}`}`;
}

const MAX_LINES = 5; // more take many rows, and are in the JSON

function Races({ ruleset }: { readonly ruleset: Ruleset }) {
  const { t } = useWords();
  const races = ruleset.matches.races.filter(({ lines }) => lines <= MAX_LINES);
  if (races.length === 0) return null;
  return (
    <Section title={t("races")} lead={t("races_lead")}>
      <SimpleTable<Race>
        caption={t("races")}
        name={{
          head: "race_lines_left",
          cell: ({ lines, opponentLines }) =>
            t("lines_against", {
              lines: `${lines}`,
              other: `${opponentLines}`,
            }),
        }}
        columns={[
          column("win_rate", (race) => race.winRate, percent()),
          column(
            "win_rate_of_equals",
            (race) => race.winRateOfEquals,
            percent(),
          ),
        ]}
        rows={races}
        keyOf={(race) => `${race.lines}-${race.opponentLines}`}
      />
      <Note>{t("win_rate_of_equals_help")}</Note>
    </Section>
  );
}
