// Makers, luck and skill under each ruleset, of the strongest bot.

import type { Fairness, Figure, Ruleset } from "../data/fairness";
import { Label } from "../parts/facts";
import { Name, RulesetName } from "../parts/names";
import { Note, Section } from "../parts/section";
import { SimpleTable } from "../parts/simple_table";
import { MISSING } from "../words/numbers";
import type { WordKey } from "../words/dictionaries";
import { Phrase, useWords, type Words } from "../words/words";
import { FigureText } from "./figure_text";

export function OtherFigures({ fairness }: { readonly fairness: Fairness }) {
  const words = useWords();
  const { t } = words;
  const bot = <Name name={fairness.bots.at(-1) ?? ""} />;
  const opponent = fairness.bots.at(-2);
  const columns = COLUMNS.filter((column) =>
    fairness.rulesets.some((ruleset) => column.cell(ruleset, words) !== null),
  );
  return (
    <Section
      title={t("makers_luck_skill")}
      lead={
        opponent === undefined ? (
          <Phrase word="makers_luck_skill_lead_alone" parts={{ bot }} />
        ) : (
          <Phrase
            word="makers_luck_skill_lead"
            parts={{ bot, opponent: <Name name={opponent} /> }}
          />
        )
      }
    >
      <SimpleTable
        caption={t("makers_luck_skill")}
        heads={[
          t("ruleset"),
          ...columns.map(({ word }) => <Label key={word} word={word} />),
        ]}
        rows={fairness.rulesets.map((ruleset) => ({
          key: ruleset.ruleset,
          cells: [
            <RulesetName key="name" name={ruleset.ruleset} />,
            ...columns.map(({ cell }) => cell(ruleset, words) ?? MISSING),
          ],
        }))}
      />
      <SameRules fairness={fairness} />
    </Section>
  );
}

interface Column {
  readonly word: WordKey;
  /** null: not known. */
  cell(ruleset: Ruleset, words: Words): React.ReactNode;
}

const COLUMNS: readonly Column[] = [
  { word: "makers_win", cell: (ruleset) => figureCell(ruleset, "makers_win") },
  { word: "tie_share", cell: (ruleset) => figureCell(ruleset, "tie") },
  { word: "vole_share", cell: (ruleset) => figureCell(ruleset, "vole") },
  {
    word: "luck_share",
    cell: ({ pairings }, { numbers }) => {
      const share = pairings.at(-1)?.luckShare ?? null;
      return share === null ? null : numbers.percent(share, 0);
    },
  },
  {
    word: "r_squared",
    cell: ({ pairings }, { numbers }) => {
      const share = pairings.at(-1)?.rSquared ?? null;
      return share === null ? null : numbers.percent(share, 0);
    },
  },
  {
    word: "tables_to_95",
    cell: ({ pairings }, { numbers }) => {
      const tables = pairings.at(-1)?.tables ?? null;
      return tables === null ? null : numbers.count(Math.ceil(tables));
    },
  },
  {
    word: "skill_range",
    cell: ({ skillElo }, { numbers }) =>
      skillElo === null ? null : numbers.fixed(skillElo, 0),
  },
];

function figureCell({ plays }: Ruleset, name: string) {
  const figure = plays.at(-1)?.figures.find((item) => item.name === name);
  return isKnown(figure) ? (
    <FigureText unit={figure.unit} estimate={figure.estimate} />
  ) : null;
}

function isKnown(figure: Figure | undefined): figure is Figure {
  return figure !== undefined && figure.estimate.value !== null;
}

function SameRules({ fairness }: { readonly fairness: Fairness }) {
  return fairness.rulesets.map((item) => {
    const { ruleset, sameRulesAs, sameDealRulesAs } = item;
    const other = sameRulesAs ?? sameDealRulesAs;
    if (other === null) return null;
    return (
      <Note key={ruleset}>
        <Phrase
          word={sameRulesAs === null ? "same_deal_rules" : "same_rules"}
          parts={{
            ruleset: <Name name={ruleset} />,
            other: <Name name={other} />,
          }}
        />
      </Note>
    );
  });
}
