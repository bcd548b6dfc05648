// Makers, luck and skill under each ruleset, of the strongest bot.

import type { Fairness, Ruleset } from "../data/fairness";
import { column, count, fixed, percent, type Column } from "../parts/columns";
import { isKnown } from "../data/schema";
import { Name, RulesetName } from "../parts/names";
import { Note, Section } from "../parts/section";
import { SimpleTable } from "../parts/simple_table";
import type { WordKey } from "../words/dictionaries";
import { Phrase, useWords } from "../words/words";
import { FigureText } from "./figure_text";

export function OtherFigures({ fairness }: { readonly fairness: Fairness }) {
  const { t } = useWords();
  const bot = <Name name={fairness.bots.at(-1) ?? ""} />;
  const opponent = fairness.bots.at(-2);
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
        name={{
          head: "ruleset",
          cell: ({ ruleset }) => <RulesetName name={ruleset} />,
        }}
        columns={COLUMNS}
        rows={fairness.rulesets}
        keyOf={({ ruleset }) => ruleset}
      />
      <SameRules fairness={fairness} />
    </Section>
  );
}

const figure = (head: WordKey, name: string) =>
  column(
    head,
    ({ plays }: Ruleset) =>
      plays.at(-1)?.figures.find((item) => item.name === name),
    ({ unit, estimate }) =>
      isKnown(estimate) ? <FigureText unit={unit} estimate={estimate} /> : null,
  );

const COLUMNS: readonly Column<Ruleset>[] = [
  figure("makers_win", "makers_win"),
  figure("tie_share", "tie"),
  figure("vole_share", "vole"),
  column(
    "luck_share",
    ({ pairings }) => pairings.at(-1)?.luckShare,
    percent(0),
  ),
  column("r_squared", ({ pairings }) => pairings.at(-1)?.rSquared, percent(0)),
  column(
    "tables_to_95",
    ({ pairings }) => pairings.at(-1)?.tables,
    (tables, words) => count(Math.ceil(tables), words),
  ),
  column("skill_range", ({ skillElo }) => skillElo, fixed(0)),
];

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
