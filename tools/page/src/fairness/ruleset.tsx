// The page of a ruleset: its verdict, what its seats are worth, and all figures
// that its rules leave open.

import type { Fairness, MatchVerdict, Ruleset } from "../data/fairness";
import type { Estimate } from "../data/report";
import { BackLink } from "../parts/back_link";
import { Label } from "../parts/facts";
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
          heads={[t("fairness_figure"), t("fairness_value")]}
          rows={[
            ...matches.figures.filter(isShown).map((figure) => ({
              key: figure.name,
              cells: [
                <FigureName key="name" name={figure.name} />,
                <FigureText
                  key="value"
                  unit={figure.unit}
                  estimate={figure.estimate}
                />,
              ],
            })),
            {
              key: "median",
              cells: [
                t("median_deals"),
                `${numbers.count(matches.medianDeals)}, ${numbers.count(matches.p95Deals)}`,
              ],
            },
            {
              key: "matches",
              cells: [
                t("fairness_matches_played"),
                numbers.count(matches.matches),
              ],
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

const MOST_LINES = 5; // more take many rows, and are in the JSON

function Races({ ruleset }: { readonly ruleset: Ruleset }) {
  const { t, numbers } = useWords();
  const races = ruleset.matches.races.filter(
    ({ lines }) => lines <= MOST_LINES,
  );
  if (races.length === 0) return null;
  return (
    <Section title={t("races")} lead={t("races_lead")}>
      <SimpleTable
        caption={t("races")}
        heads={[
          t("race_lines_left"),
          <Label key="rate" word="win_rate" />,
          <Label key="equals" word="win_rate_of_equals" />,
        ]}
        rows={races.map((race) => ({
          key: `${race.lines}-${race.opponentLines}`,
          cells: [
            t("lines_against", {
              lines: `${race.lines}`,
              other: `${race.opponentLines}`,
            }),
            numbers.percent(race.winRate),
            numbers.percent(race.winRateOfEquals),
          ],
        }))}
      />
      <Note>{t("win_rate_of_equals_help")}</Note>
    </Section>
  );
}
