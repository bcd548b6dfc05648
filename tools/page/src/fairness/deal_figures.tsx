// All figures of single deals: a row per figure that the rules leave open, a
// column per bot, random play and best play.

import type { Play, Ruleset } from "../data/fairness";
import { Label } from "../parts/facts";
import { Note, Section } from "../parts/section";
import { SimpleTable } from "../parts/simple_table";
import { MISSING } from "../words/numbers";
import { Name } from "../parts/names";
import { useWords } from "../words/words";
import { FigureName, FigureText, isShown } from "./figure_text";

export function DealFigures({ ruleset }: { readonly ruleset: Ruleset }) {
  const { t, numbers } = useWords();
  const columns: readonly (Play & { readonly head: React.ReactNode })[] = [
    ...(ruleset.solved
      ? [{ ...ruleset.solved, head: t("fairness_best_play") }]
      : []),
    ...ruleset.plays.map((play) => ({
      ...play,
      head: <Name name={play.name} short />,
    })),
    ...(ruleset.playouts
      ? [{ ...ruleset.playouts, head: t("random_playouts") }]
      : []),
  ];
  return (
    <Section
      title={t("bots_against_themselves")}
      lead={t("bots_against_themselves_lead")}
    >
      <SimpleTable
        caption={t("bots_against_themselves")}
        heads={[t("fairness_figure"), ...columns.map(({ head }) => head)]}
        rows={[
          ...shownNames(columns).map((name) => ({
            key: name,
            cells: [
              <FigureName key="name" name={name} />,
              ...columns.map((play, i) => (
                <FigureCell key={i} play={play} name={name} />
              )),
            ],
          })),
          {
            key: "tables",
            cells: [
              <Label key="name" word="tables_played" />,
              ...columns.map(({ tables, forfeits }) =>
                forfeits === null || forfeits === 0
                  ? numbers.count(tables)
                  : `${numbers.count(tables)} (${numbers.count(forfeits)})`,
              ),
            ],
          },
        ]}
      />
      {ruleset.solved && (
        <Note>
          {t("note_best_play", { deals: numbers.count(ruleset.solved.tables) })}
        </Note>
      )}
      {ruleset.whyNotSolved !== null && (
        <Note>{t("not_solved", { reason: ruleset.whyNotSolved })}</Note>
      )}
    </Section>
  );
}

// Figures of one play alone come where that play has them.
function shownNames(plays: readonly Play[]): string[] {
  const names = new Set<string>();
  const longest = [...plays].sort(
    (a, b) => b.figures.length - a.figures.length,
  );
  for (const { figures } of longest) {
    for (const figure of figures) {
      if (isShown(figure)) names.add(figure.name);
    }
  }
  return [...names];
}

function FigureCell({
  play,
  name,
}: {
  readonly play: Play;
  readonly name: string;
}) {
  const figure = play.figures.find((item) => item.name === name);
  if (!figure) return MISSING;
  return <FigureText unit={figure.unit} estimate={figure.estimate} />;
}
