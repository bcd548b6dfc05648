// What a bot gained at each place and in each role, under each ruleset.

import type { BotLosses } from "../data/losses";
import { excludesZero } from "../data/pairing";
import { placesOf } from "../data/places";
import type { Estimate, Report } from "../data/report";
import { rulesetsOf } from "../data/standings";
import { dotLegendOf } from "../home/standings";
import { column, count } from "../parts/columns";
import { IntervalTable } from "../parts/interval_table";
import { RulesetName } from "../parts/names";
import { Note, Section } from "../parts/section";
import { useWords } from "../words/words";
import styles from "./bot_parts.module.css";

interface PlacesProps {
  readonly report: Report;
  readonly losses: readonly BotLosses[];
  readonly bot: string;
}

interface Line {
  readonly key: string;
  readonly name: string;
  readonly points: Estimate;
  readonly tables: number | null;
}

export function Places({ report, losses, bot }: PlacesProps) {
  const { t, named } = useWords();
  const rulesets = rulesetsOf(report);
  const linesOf = (ruleset: string): Line[] => {
    const places = placesOf(report, ruleset, bot).map((place) => ({
      ...place,
      key: place.name,
      name: named("place", place.name),
    }));
    const roles = losses
      .filter((item) => item.ruleset === ruleset)
      .flatMap(({ results }) => results)
      .map(({ role, deals, points }) => ({
        key: role,
        name: named("role", role),
        points,
        tables: deals,
      }));
    return [...places, ...roles].filter(({ tables }) => tables !== 0);
  };
  const rows = rulesets.flatMap((ruleset) =>
    linesOf(ruleset).map((line, i) => ({
      key: `${ruleset}\n${line.key}`,
      item: line,
      name: (
        <>
          {rulesets.length > 1 && (
            <span className={i === 0 ? styles.ruleset : "visually-hidden"}>
              <RulesetName name={ruleset} />
            </span>
          )}
          {line.name}
        </>
      ),
      estimate: line.points,
      quiet: !excludesZero(line.points),
      joined: i > 0,
    })),
  );
  if (rows.length === 0) return null;
  return (
    <Section title={t("by_place")} lead={t("by_place_lead")}>
      <IntervalTable
        caption={t("by_place")}
        name="place"
        estimate="place_points"
        columns={[column("place_tables", (line: Line) => line.tables, count)]}
        rows={rows}
        legend={dotLegendOf(report)}
      />
      {losses.length > 0 && <Note>{t("note_roles")}</Note>}
    </Section>
  );
}
