// What changed between two readings, by size; what did not is folded.

import type { Change, Comparison, Fairness } from "../data/fairness";
import type { Column } from "../parts/columns";
import { IntervalTable } from "../parts/interval_table";
import { Name, RulesetName } from "../parts/names";
import { Note, Section } from "../parts/section";
import { Phrase, useWords } from "../words/words";
import { FigureText, figureName } from "./figure_text";
import styles from "./comparison.module.css";

export function Comparisons({ fairness }: { readonly fairness: Fairness }) {
  const { t } = useWords();
  const [first] = fairness.comparisons;
  if (!first) return null;
  // The strongest bot first: it is the nearest to good play.
  const comparisons = [...fairness.comparisons].reverse();
  return (
    <Section
      title={t("what_changed")}
      lead={
        <Phrase
          word="what_changed_lead"
          parts={{
            first: <RulesetName name={first.first} />,
            second: <RulesetName name={first.second} />,
          }}
        />
      }
    >
      {comparisons.map((comparison) => (
        <OfBot key={comparison.bot} comparison={comparison} />
      ))}
      <Note>{t("note_changes")}</Note>
    </Section>
  );
}

function OfBot({ comparison }: { readonly comparison: Comparison }) {
  const { t, numbers } = useWords();
  const { bot, changed, unchanged } = comparison;
  const all = changed.length + unchanged.length;
  return (
    <div className={styles.bot}>
      <h3 className={styles.head}>
        <Phrase
          word="changed_count"
          parts={{
            bot: <Name name={bot} />,
            changed: numbers.count(changed.length),
            all: numbers.count(all),
          }}
        />
      </h3>
      {changed.length > 0 ? (
        <Changes caption={`${t("what_changed")}: ${bot}`} changes={changed} />
      ) : (
        <p className={styles.nothing}>{t("nothing_changed")}</p>
      )}
      {unchanged.length > 0 && (
        <details className={styles.rest}>
          <summary>
            {t("unchanged_figures", {
              count: numbers.count(unchanged.length),
            })}
          </summary>
          <Changes
            caption={`${t("unchanged_figures", { count: `${unchanged.length}` })}: ${bot}`}
            changes={unchanged}
            quiet
          />
        </details>
      )}
    </div>
  );
}

const READINGS: readonly Column<Change>[] = [
  {
    head: "first_reading",
    cell: ({ unit, first }) => <FigureText unit={unit} estimate={first} />,
  },
  {
    head: "second_reading",
    cell: ({ unit, second }) => <FigureText unit={unit} estimate={second} />,
  },
];

function Changes(props: {
  readonly caption: string;
  readonly changes: readonly Change[];
  readonly quiet?: boolean;
}) {
  const words = useWords();
  return (
    <IntervalTable
      caption={props.caption}
      name="fairness_figure"
      estimate="change"
      columns={READINGS}
      rows={props.changes.map((change) => ({
        key: change.name,
        item: change,
        name: figureName(change.name, words),
        estimate: change.size,
        text: (
          <FigureText
            unit={change.unit}
            estimate={change.difference}
            isDifference
          />
        ),
        quiet: props.quiet ?? false,
      }))}
    />
  );
}
