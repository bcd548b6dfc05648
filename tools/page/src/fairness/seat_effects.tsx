// What the seat of eldest hand is worth in one deal: in words, as a plot of all
// rulesets for each bot, and in numbers.

import type { Fairness, Ruleset, SeatEffect } from "../data/fairness";
import { Name, RulesetName } from "../parts/names";
import { Note, Section } from "../parts/section";
import { SimpleTable } from "../parts/simple_table";
import { MISSING } from "../words/numbers";
import { Phrase, useWords } from "../words/words";
import { FigureText } from "./figure_text";
import { RulesetList } from "./ruleset_list";
import { SeatPlot } from "./seat_plot";
import { VerdictText } from "./verdict";
import styles from "./seat_effects.module.css";

export function SeatEffects({ fairness }: { readonly fairness: Fairness }) {
  const { t } = useWords();
  return (
    <Section title={t("one_deal")} lead={t("one_deal_lead")}>
      {fairness.rulesets.length > 1 && <InWords fairness={fairness} />}
      <SeatPlot fairness={fairness} />
      {fairness.contradictions.length > 0 && (
        <Note>
          <Phrase
            word="contradictions"
            parts={{
              rulesets: <RulesetList names={fairness.contradictions} />,
            }}
          />
        </Note>
      )}
      <details className={styles.numbers}>
        <summary>{t("the_numbers")}</summary>
        <EffectTable fairness={fairness} />
      </details>
    </Section>
  );
}

// The strongest bot first: it is the nearest to good play.
function InWords({ fairness }: { readonly fairness: Fairness }) {
  const { t } = useWords();
  const lines = [...fairness.dealVerdicts].reverse();
  return (
    <ul className={styles.words}>
      {lines.map((line) => {
        const clauses = (
          [
            ["gains_under", line.inFavour],
            ["loses_under", line.against],
            ["even_under", line.fair],
            ["undecided_under", line.undecided],
          ] as const
        ).filter(([, rulesets]) => rulesets.length > 0);
        return (
          <li key={line.bot}>
            <Phrase
              word="eldest_side_of"
              parts={{
                bot: (
                  <strong className={styles.bot}>
                    <Name name={line.bot} />
                  </strong>
                ),
              }}
            />{" "}
            {clauses
              .map(([word, rulesets]) =>
                t(word, { count: `${rulesets.length}` }),
              )
              .join(", ")}
          </li>
        );
      })}
    </ul>
  );
}

function EffectTable({ fairness }: { readonly fairness: Fairness }) {
  const { t } = useWords();
  return (
    <SimpleTable
      caption={t("one_deal")}
      name={{
        head: "ruleset",
        cell: ({ ruleset }) => <RulesetName name={ruleset} />,
      }}
      columns={[
        ...fairness.bots.map((bot) => ({
          head: <Name name={bot} short />,
          cell: ({ seatEffects }: Ruleset) => (
            <EffectCell effect={seatEffects.find((it) => it.bot === bot)} />
          ),
        })),
        {
          head: "seat_in_matches",
          cell: (ruleset) => <InMatches ruleset={ruleset} />,
        },
      ]}
      rows={fairness.rulesets}
      keyOf={({ ruleset }) => ruleset}
    />
  );
}

function EffectCell({ effect }: { readonly effect: SeatEffect | undefined }) {
  if (!effect) return MISSING;
  return (
    <span className={styles.cell}>
      <FigureText unit="game_points" estimate={effect.points} />
      <VerdictText verdict={effect.verdict} quiet />
    </span>
  );
}

// Of the strongest bot, whose matches they are.
function InMatches({ ruleset }: { readonly ruleset: Ruleset }) {
  const { t } = useWords();
  const effect = ruleset.seatEffects.at(-1);
  if (!ruleset.matchVerdict || !effect || effect.favours === null) {
    return MISSING;
  }
  return t(effect.showsInMatches ? "shows" : "shows_not");
}
