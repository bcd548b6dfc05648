// The deals that cost a bot most, each with a link to the moment before the
// decision that cost most.

import type { BotLosses, CostlyTable } from "../data/losses";
import type { Report } from "../data/report";
import { quoted } from "../data/shell";
import { CopiedText } from "../parts/copied_text";
import { Names } from "../parts/names";
import { Section } from "../parts/section";
import { unitOf } from "../replay/found";
import { useAwaited, useDeals } from "../replay/source";
import { dealLink } from "../route";
import { Phrase, useWords } from "../words/words";
import styles from "./bot_parts.module.css";

interface WorstProps {
  readonly report: Report;
  readonly losses: BotLosses;
}

export function WorstDeals({ report, losses }: WorstProps) {
  const { t } = useWords();
  const source = useDeals();
  const index = useAwaited(
    () => source?.index() ?? Promise.resolve(null),
    [source],
  );
  const { ruleset, bot, worst } = losses;
  if (worst.length === 0) return null;
  const held = index.state === "here" ? index.value : null;
  return (
    <Section title={t("worst_deals")} lead={t("worst_deals_lead")}>
      <ol className={styles.worst}>
        {worst.map((table) => {
          const bots = table.teams.flat();
          const isHeld =
            held !== null && unitOf(held, ruleset, table.item, bots);
          const place = { ruleset, bots, ...table, step: table.ply };
          const isMatch = report.league.mode === "matches";
          return (
            <li
              key={`${table.item} ${table.seating} ${bots.join("\n")}`}
              className={styles.table}
            >
              <Cost cost={table.cost} />
              <span className={styles.where}>
                {isHeld ? (
                  <a href={dealLink(place)}>
                    <Title table={table} isMatch={isMatch} />
                  </a>
                ) : (
                  <Title table={table} isMatch={isMatch} />
                )}
                {" · "}
                <Others table={table} bot={bot} />
                <span className={styles.command}>
                  <CopiedText text={commandOf(table, ruleset, isMatch)} />
                </span>
              </span>
            </li>
          );
        })}
      </ol>
    </Section>
  );
}

function Cost({ cost }: { readonly cost: number | null }) {
  const { t, numbers } = useWords();
  const points = numbers.tick(cost ?? 0);
  return (
    <span className={styles.cost}>
      {cost === 1 ? t("worst_cost_one") : t("worst_cost", { points })}
    </span>
  );
}

function Title(props: {
  readonly table: CostlyTable;
  readonly isMatch: boolean;
}) {
  const { t } = useWords();
  const { item, number, seating } = props.table;
  return t(props.isMatch ? "worst_match" : "worst_deal", {
    item: `${item}`,
    number: `${number + 1}`,
    seating: `${seating}`,
  });
}

// The partners of the bot, and whom it sat against.
function Others(props: { readonly table: CostlyTable; readonly bot: string }) {
  const { table, bot } = props;
  const own = table.teams.find((team) => team.includes(bot)) ?? [];
  const partners = own.filter((name) => name !== bot);
  const opponents = table.teams.filter((team) => team !== own).flat();
  const parts = {
    partners: <Names names={partners} />,
    opponents: <Names names={opponents} />,
  };
  return (
    <Phrase
      word={partners.length > 0 ? "worst_with" : "worst_against"}
      parts={parts}
    />
  );
}

function commandOf(
  table: CostlyTable,
  ruleset: string,
  isMatch: boolean,
): string {
  return [
    `couillon replay DIR ${isMatch ? "--match" : "--deal"} ${table.item}`,
    `--seating ${table.seating} --ruleset ${quoted(ruleset)}`,
    `--bots ${table.teams.flat().map(quoted).join(" ")} --values`,
  ].join(" ");
}
