// All figures of single deals: a row per figure that the rules leave open, a
// column per bot, random play and best play.

import type { ReactNode } from "react";
import type { Play, Ruleset } from "../data/fairness";
import { Label } from "../parts/facts";
import { Note, Section } from "../parts/section";
import { SimpleTable } from "../parts/simple_table";
import { MISSING } from "../words/numbers";
import { Name } from "../parts/names";
import { useWords } from "../words/words";
import { FigureName, FigureText, isShown } from "./figure_text";

interface Line {
  readonly key: string;
  readonly name: ReactNode;
  cellOf(play: Play): ReactNode;
}

export function DealFigures({ ruleset }: { readonly ruleset: Ruleset }) {
  const { t, numbers } = useWords();
  const { solved, plays, playouts } = ruleset;
  const all = [
    ...(solved ? [solved] : []),
    ...plays,
    ...(playouts ? [playouts] : []),
  ];
  const headOf = (play: Play) => {
    if (play === solved) return "fairness_best_play";
    if (play === playouts) return "random_playouts";
    return <Name name={play.name} short />;
  };
  const lines = shownNames(all).map((name): Line => ({
    key: name,
    name: <FigureName name={name} />,
    cellOf: (play) => <FigureCell play={play} name={name} />,
  }));
  const tables: Line = {
    key: "tables",
    name: <Label word="tables_played" />,
    cellOf: ({ tables, forfeits }) =>
      forfeits === null || forfeits === 0
        ? numbers.count(tables)
        : `${numbers.count(tables)} (${numbers.count(forfeits)})`,
  };
  return (
    <Section
      title={t("bots_against_themselves")}
      lead={t("bots_against_themselves_lead")}
    >
      <SimpleTable
        caption={t("bots_against_themselves")}
        name={{ head: "fairness_figure", cell: ({ name }) => name }}
        columns={all.map((play) => ({
          head: headOf(play),
          cell: ({ cellOf }) => cellOf(play),
        }))}
        rows={[...lines, tables]}
        keyOf={({ key }) => key}
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
