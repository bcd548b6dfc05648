// The recorded deals of a ruleset, of a bot, of two bots, or all of them. They
// are unpacked as they come into view.

import { useState } from "react";
import type { DealIndex, DealItem, DealTable, DealUnit } from "../data/deals";
import { BackLink } from "../parts/back_link";
import { Choice } from "../parts/choice";
import { Name } from "../parts/names";
import { Note } from "../parts/section";
import { botsOf, rulesOf, unitsWith } from "../replay/found";
import { outcomeOf } from "../replay/outcome";
import { useAwaited, useDeals, type DealSource } from "../replay/source";
import { dealLink, dealsLink, type DealsRoute } from "../route";
import { useWords, type Words } from "../words/words";
import styles from "./deals.module.css";

interface DealsPageProps {
  readonly route: DealsRoute;
  /** The page has no report that one could go back to. */
  readonly isHome?: boolean;
}

export function DealsPage({ route, isHome = false }: DealsPageProps) {
  const { t } = useWords();
  const source = useDeals();
  const index = useAwaited(
    () => source?.index() ?? Promise.resolve(null),
    [source],
  );
  return (
    <>
      {!isHome && <BackLink />}
      <h1>{t("deals_recorded")}</h1>
      {source && index.state === "here" && index.value ? (
        <List
          key={dealsLink(route.ruleset, route.bots)}
          source={source}
          index={index.value}
          route={route}
        />
      ) : (
        <p role="status">
          {index.state === "waiting" && t("deals_loading")}
          {index.state === "failed" && t("deals_failed", { why: index.why })}
          {index.state === "here" && t("deals_none")}
        </p>
      )}
      {source && <Held source={source} />}
    </>
  );
}

// Which deals are not here.
function Held({ source }: { readonly source: DealSource }) {
  const { t, numbers } = useWords();
  const { recorded, held } = source;
  if (recorded === null || held === null || held >= recorded) return null;
  return (
    <Note>
      {t(held === 0 ? "deals_held_none" : "deals_held", {
        held: numbers.count(held),
        recorded: numbers.count(recorded),
      })}
    </Note>
  );
}

interface ListProps {
  readonly source: DealSource;
  readonly index: DealIndex;
  readonly route: DealsRoute;
}

interface Row {
  readonly unit: DealUnit;
  readonly item: number;
}

const ROWS_AT_ONCE = 50;

function List({ source, index, route }: ListProps) {
  const { t } = useWords();
  const [count, setCount] = useState(ROWS_AT_ONCE);
  const units = unitsWith(index, route.ruleset, route.bots);
  const { rows, total } = rowsOf(units, count);
  return (
    <>
      <Filters index={index} route={route} />
      {rows.length === 0 ? (
        <p>{t("deal_missing")}</p>
      ) : (
        <Table source={source} index={index} rows={rows} />
      )}
      {total > rows.length && (
        <button
          type="button"
          className={styles.more}
          onClick={() => setCount(count + ROWS_AT_ONCE)}
        >
          {t("more_deals")}
        </button>
      )}
    </>
  );
}

function rowsOf(units: readonly DealUnit[], count: number) {
  const rows: Row[] = [];
  let total = 0;
  for (const unit of units) {
    for (let i = 0; i < unit.count && rows.length < count; i++) {
      rows.push({ unit, item: unit.firstItem + i });
    }
    total += unit.count;
  }
  return { rows, total };
}

function Filters(props: {
  readonly index: DealIndex;
  readonly route: DealsRoute;
}) {
  const { t } = useWords();
  const { index, route } = props;
  const [first = "", second = ""] = route.bots;
  const go = (ruleset: string | null, bots: readonly string[]) => {
    window.location.hash = dealsLink(
      ruleset,
      bots.filter((bot) => bot !== ""),
    );
  };
  const bots = [...index.bots].sort();
  const choices = (other: string) => [
    { value: "", label: t("any_bot") },
    ...bots
      .filter((bot) => bot !== other)
      .map((bot) => ({ value: bot, label: bot })),
  ];
  return (
    <div className={styles.filters}>
      {index.rulesets.length > 1 && (
        <Choice
          label={t("ruleset")}
          value={route.ruleset ?? ""}
          options={[
            { value: "", label: t("any_ruleset") },
            ...index.rulesets.map(({ id }) => ({ value: id, label: id })),
          ]}
          onChange={(value) => go(value || null, route.bots)}
        />
      )}
      {index.bots.length > 2 && (
        <>
          <Choice
            label={t("first_team")}
            value={first}
            options={choices(second)}
            onChange={(value) => go(route.ruleset, [value, second])}
          />
          <Choice
            label={t("second_team")}
            value={second}
            options={choices(first)}
            onChange={(value) => go(route.ruleset, [first, value])}
          />
        </>
      )}
    </div>
  );
}

function Table(props: {
  readonly source: DealSource;
  readonly index: DealIndex;
  readonly rows: readonly Row[];
}) {
  const { t } = useWords();
  const { source, index, rows } = props;
  const hasRulesets = index.rulesets.length > 1;
  const caption = t("result_lead");
  return (
    <div className={styles.box} tabIndex={0} role="region" aria-label={caption}>
      <table className={styles.table}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t(index.matches ? "match_word" : "deal_word")}</th>
            {hasRulesets && <th scope="col">{t("ruleset")}</th>}
            <th scope="col">{t("bots")}</th>
            <th scope="col">{t("result")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <DealRow
              key={`${row.unit.unit} ${row.item}`}
              source={source}
              index={index}
              row={row}
              hasRulesets={hasRulesets}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function DealRow(props: {
  readonly source: DealSource;
  readonly index: DealIndex;
  readonly row: Row;
  readonly hasRulesets: boolean;
}) {
  const words = useWords();
  const { t } = words;
  const { source, index, row, hasRulesets } = props;
  const { unit, item } = row;
  const items = useAwaited(() => source.items(unit), [source, unit]);
  const ruleset = rulesOf(index, unit)?.id ?? "";
  const bots = botsOf(index, unit);
  const found: DealItem | undefined =
    items.state === "here"
      ? items.value.find((each) => each.item === item)
      : undefined;
  const place = { seating: null, number: 0, step: 0 };
  return (
    <tr>
      <th scope="row">
        <a href={dealLink({ ruleset, item, bots, ...place })}>
          {t(index.matches ? "match_number" : "deal_number", {
            number: `${item}`,
          })}
        </a>
      </th>
      {hasRulesets && (
        <td>
          <Name name={ruleset} />
        </td>
      )}
      <td>
        {bots.map((bot, i) => (
          <span key={i}>
            {i > 0 && " · "}
            <Name name={bot} />
          </span>
        ))}
      </td>
      <td className={styles.results}>
        {found?.tables
          .map((table) => resultOf(index, table, words))
          .join("   ") ?? "…"}
      </td>
    </tr>
  );
}

function resultOf(index: DealIndex, table: DealTable, words: Words): string {
  const text = outcomeOf(index, table, words);
  return table.forfeitedBy === null
    ? text
    : `${text} (${words.t("forfeited")})`;
}
