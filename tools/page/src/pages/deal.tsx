// A recorded deal or match, card by card, in one seating or in several side by
// side.

import { useEffect, useState } from "react";
import type { DealIndex, DealItem, DealTable, DealUnit } from "../data/deals";
import { quoted } from "../data/shell";
import { BackLink } from "../parts/back_link";
import { Choice } from "../parts/choice";
import { CopiedText } from "../parts/copied_text";
import { Name, Names } from "../parts/names";
import { Section } from "../parts/section";
import { Controls } from "../replay/controls";
import { DealView } from "../replay/deal_view";
import { botsOf, namesAt, rulesOf, unitOf } from "../replay/found";
import { framesOf, notationOf } from "../replay/frames";
import { outcomeOf } from "../replay/outcome";
import { useAwaited, useDeals, type DealSource } from "../replay/source";
import { dealLink, dealsLink, type DealRoute } from "../route";
import { Phrase, useWords } from "../words/words";
import styles from "./deal.module.css";

interface Found {
  readonly index: DealIndex;
  readonly unit: DealUnit;
  readonly item: DealItem;
}

export function DealPage({ route }: { readonly route: DealRoute }) {
  const { t } = useWords();
  const source = useDeals();
  const { ruleset, item, bots } = route;
  const found = useAwaited(
    () => find(source, route),
    [source, ruleset, item, bots.join("\n")],
  );
  if (found.state === "here" && found.value && source) {
    const { unit, item: here } = found.value;
    return (
      <Replayer
        key={`${unit.unit} ${here.item}`}
        source={source}
        found={found.value}
        route={route}
      />
    );
  }
  return (
    <>
      <BackLink />
      <h1>{t("deal_number", { number: `${item}` })}</h1>
      <p role="status">
        {found.state === "waiting" && t("deals_loading")}
        {found.state === "failed" && t("deals_failed", { why: found.why })}
        {found.state === "here" &&
          (source ? t("deal_missing") : t("deals_none"))}
      </p>
    </>
  );
}

async function find(
  source: DealSource | null,
  route: DealRoute,
): Promise<Found | null> {
  const index = await source?.index();
  if (!source || !index) return null;
  const unit = unitOf(index, route.ruleset, route.item, route.bots);
  if (!unit) return null;
  const items = await source.items(unit);
  const item = items.find((each) => each.item === route.item);
  return item ? { index, unit, item } : null;
}

interface ReplayerProps {
  readonly source: DealSource;
  readonly found: Found;
  readonly route: DealRoute;
}

interface Place {
  readonly seating: number | null;
  readonly number: number;
  readonly step: number;
}

function Replayer({ source, found, route }: ReplayerProps) {
  const { t } = useWords();
  const { index, unit } = found;
  const [place, setPlace] = usePlace(route);
  const [item, setItem] = useState(found.item);
  const rules = rulesOf(index, unit);
  if (!rules) return null;
  const bots = botsOf(index, unit);
  const shown = tablesOf(item, place.seating);
  const deals = Math.max(1, ...item.tables.map((table) => table.deals.length));
  const lengths = shown.map((table) => stepsOf(found, table, place.number));
  const last = Math.max(0, ...lengths);
  const step = Math.min(place.step, last);
  const to = (change: Partial<Place>) => setPlace({ ...place, ...change });
  const hasValues = item.tables.some((table) =>
    table.deals.some(({ values }) => values !== null),
  );
  const ask = source.values;
  return (
    <>
      <BackLink />
      <h1>
        {t(index.matches ? "match_number" : "deal_number", {
          number: `${item.item}`,
        })}
      </h1>
      <p className={styles.lead}>
        <a href={dealsLink(rules.id, bots)}>
          <Phrase
            word="deals_of"
            parts={{
              first: <Names names={teamNames(index, unit, 0)} />,
              second: <Names names={restNames(index, unit)} />,
            }}
          />
        </a>{" "}
        · <Name name={rules.id} />
      </p>
      <div className={styles.choices}>
        <Seatings
          tables={item.tables}
          seating={place.seating}
          onChange={(seating) => to({ seating })}
        />
        {deals > 1 && (
          <Choice
            label={t("result_deal")}
            value={`${place.number}`}
            options={Array.from({ length: deals }, (_, i) => ({
              value: `${i}`,
              label: t("deal_of_match", {
                number: `${i + 1}`,
                count: `${deals}`,
              }),
            }))}
            onChange={(value) => to({ number: Number(value), step: 0 })}
          />
        )}
        <Difference
          found={found}
          tables={shown}
          number={place.number}
          onStep={(at) => to({ step: at })}
        />
        {ask && !hasValues && (
          <AskValues ask={() => ask(unit, item.item)} onValues={setItem} />
        )}
      </div>
      <Controls step={step} last={last} onStep={(at) => to({ step: at })} />
      <div className={shown.length > 1 ? styles.several : undefined}>
        {shown.map((table) => (
          <DealView
            key={table.seating}
            rules={rules}
            table={table}
            number={place.number}
            names={namesAt(index, table)}
            step={step}
            onStep={(at) => to({ step: at })}
            isAlone={shown.length === 1}
            title={
              <TableTitle
                index={index}
                table={table}
                names={teamNames(index, unit, 0)}
              />
            }
          />
        ))}
      </div>
      <p className={styles.keys}>{t("step_keys")}</p>
      <Section title={t("notation")} lead={t("notation_lead")}>
        {shown.map((table) => {
          const deal = table.deals[place.number];
          return (
            deal && (
              <div key={table.seating} className={styles.line}>
                <CopiedText text={notationOf(rules, deal)} />
              </div>
            )
          );
        })}
      </Section>
      <Section title={t("replay_command")}>
        <CopiedText text={commandOf(found, rules.id, bots, shown)} />
      </Section>
    </>
  );
}

// The place is kept in the address, so that a copied address names it. Steps
// are no pages of their own: they leave no trace in the history.
function usePlace(route: DealRoute) {
  const [place, setPlace] = useState<Place>(() => placeIn(route));
  const address = dealLink(route);
  useEffect(() => setPlace(placeIn(route)), [address]);
  const change = (next: Place) => {
    setPlace(next);
    window.history.replaceState(null, "", dealLink({ ...route, ...next }));
  };
  return [place, change] as const;
}

const placeIn = ({ seating, number, step }: DealRoute): Place => ({
  seating,
  number,
  step,
});

function tablesOf(item: DealItem, seating: number | null) {
  const one = item.tables.filter((table) => table.seating === seating);
  return one.length > 0 ? one : item.tables;
}

const stepsOf = (found: Found, table: DealTable, number: number) =>
  wordsOf(found, table, number).length;

function wordsOf(found: Found, table: DealTable, number: number): string[] {
  const rules = rulesOf(found.index, found.unit);
  const deal = table.deals[number];
  if (!rules || !deal) return [];
  return framesOf(rules, deal, []).flatMap(({ step }) =>
    step ? [step.word] : [],
  );
}

const teamNames = (index: DealIndex, unit: DealUnit, team: number) =>
  (unit.teams[team] ?? []).map((bot) => index.bots[bot] ?? "");

const restNames = (index: DealIndex, unit: DealUnit) =>
  unit.teams.slice(1).flatMap((_, i) => teamNames(index, unit, i + 1));

function Seatings(props: {
  readonly tables: readonly DealTable[];
  readonly seating: number | null;
  readonly onChange: (seating: number | null) => void;
}) {
  const { t } = useWords();
  const { tables, seating, onChange } = props;
  if (tables.length < 2) return null;
  const all = tables.length === 2 ? "seatings_both" : "seatings_all";
  return (
    <Choice
      label={t("seating")}
      value={seating === null ? "" : `${seating}`}
      options={[
        { value: "", label: t(all) },
        ...tables.map((table) => ({
          value: `${table.seating}`,
          label: t("seating_number", { number: `${table.seating}` }),
        })),
      ]}
      onChange={(value) => onChange(value === "" ? null : Number(value))}
    />
  );
}

// The result of the first team at a table.
function TableTitle(props: {
  readonly index: DealIndex;
  readonly table: DealTable;
  readonly names: readonly string[];
}) {
  const words = useWords();
  const { t } = words;
  const { index, table, names } = props;
  return (
    <h2 className={styles.title}>
      {t("seating_number", { number: `${table.seating}` })}
      <span className={styles.outcome}>
        <Names names={names} /> {outcomeOf(index, table, words)}
      </span>
      {table.forfeitedBy !== null && (
        <span className={styles.forfeit}>{t("forfeited")}</span>
      )}
    </h2>
  );
}

// To the moment at which the tables first differ.
function Difference(props: {
  readonly found: Found;
  readonly tables: readonly DealTable[];
  readonly number: number;
  readonly onStep: (step: number) => void;
}) {
  const { t } = useWords();
  const { found, tables, number, onStep } = props;
  const [first, ...rest] = tables.map((table) => wordsOf(found, table, number));
  if (!first || rest.length === 0) return null;
  const at = first.findIndex((word, i) =>
    rest.some((words) => words[i] !== word),
  );
  if (at < 0) return null;
  return (
    <button
      type="button"
      className={styles.button}
      onClick={() => onStep(at + 1)}
    >
      {t("step_differs")}
    </button>
  );
}

function AskValues(props: {
  readonly ask: () => Promise<DealItem | null>;
  readonly onValues: (item: DealItem) => void;
}) {
  const { t } = useWords();
  const [state, setState] = useState<"ready" | "busy" | "failed">("ready");
  const ask = () => {
    setState("busy");
    props.ask().then(
      (item) => (item ? props.onValues(item) : setState("failed")),
      () => setState("failed"),
    );
  };
  return (
    <button
      type="button"
      className={styles.button}
      disabled={state === "busy"}
      onClick={ask}
    >
      {t(state === "failed" ? "values_failed" : "values_ask")}
    </button>
  );
}

function commandOf(
  { index, item }: Found,
  ruleset: string,
  bots: readonly string[],
  shown: readonly DealTable[],
): string {
  const words = [
    "couillon replay DIR",
    `${index.matches ? "--match" : "--deal"} ${item.item}`,
    `--ruleset ${quoted(ruleset)}`,
    `--bots ${bots.map(quoted).join(" ")}`,
    ...(shown.length === 1 && shown[0]
      ? [`--seating ${shown[0].seating}`]
      : []),
  ];
  return words.join(" ");
}
