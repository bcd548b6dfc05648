// One deal in one seating at one moment: table, what just happened, slate,
// course, result.

import { useMemo, type ReactNode } from "react";
import type { Deal, DealRules, DealTable } from "../data/deals";
import { Name } from "../parts/names";
import { SideMark } from "../table/side_mark";
import { Slate } from "../table/slate";
import { Table } from "../table/table";
import { useWords } from "../words/words";
import { Course } from "./course";
import { framesOf, type Frame } from "./frames";
import { sentenceOf } from "./sentences";
import { namesOf, slateOf } from "./slates";
import { costAt, valuesAt, withValues } from "./values";
import { ValuesList } from "./values_list";
import styles from "./deal_view.module.css";

interface DealViewProps {
  readonly rules: DealRules;
  readonly table: DealTable;
  /** Of a match, from 0. */
  readonly number: number;
  /** By seat. */
  readonly names: readonly string[];
  readonly step: number;
  readonly onStep: (step: number) => void;
  /** What stands above the table. */
  readonly title: ReactNode;
  /** Whether its table has the whole width. */
  readonly isAlone: boolean;
}

export function useFrames(
  rules: DealRules,
  deal: Deal | undefined,
  names: readonly string[],
): readonly Frame[] {
  const key = names.join("\n");
  return useMemo(
    () => (deal ? framesOf(rules, deal, key.split("\n")) : []),
    [rules, deal, key],
  );
}

export function DealView(props: DealViewProps) {
  const words = useWords();
  const { t } = words;
  const { rules, table, number, names, isAlone, onStep } = props;
  const deal = table.deals[number];
  const frames = useFrames(rules, deal, names);
  const last = frames.length - 1;
  const step = Math.min(props.step, last);
  const frame = frames[step];
  if (!deal || !frame) return null;
  const isOver = step === last;
  const values = valuesAt(deal, step);
  const cost = costAt(deal, frame, step);
  const label = t("seating_number", { number: `${table.seating}` });
  return (
    <article className={styles.deal} aria-label={label} data-step={step}>
      {props.title}
      <div className={isAlone ? styles.wide : styles.narrow}>
        <div className={styles.main}>
          <Table view={withValues(frame.view, values, words)} label={label} />
          <p className={styles.said} aria-live="polite">
            {sentenceOf(frame, words)}
            {cost !== null && cost > 0 && (
              <strong className={styles.cost}>
                {" "}
                {t(cost === 1 ? "step_cost_one" : "step_cost", {
                  cost: `${cost}`,
                })}
              </strong>
            )}
          </p>
          {isOver && (
            <Result
              rules={rules}
              table={table}
              deal={deal}
              frame={frame}
              names={names}
            />
          )}
          {deal.values && !isOver && <ValuesList values={values} />}
        </div>
        <div className={styles.aside}>
          <Slate view={slateOf(rules, table, number, isOver, names)} />
          <Course frames={frames} step={step} onStep={onStep} />
        </div>
      </div>
    </article>
  );
}

function Result(props: {
  readonly rules: DealRules;
  readonly table: DealTable;
  readonly deal: Deal;
  readonly frame: Frame;
  readonly names: readonly string[];
}) {
  const { t, numbers } = useWords();
  const { rules, table, deal, frame, names } = props;
  const { result } = deal;
  if (!result) {
    const key =
      table.forfeitedBy === null ? "result_unfinished" : "result_forfeited";
    return <p className={styles.result}>{t(key)}</p>;
  }
  if (result.abandoned) {
    return <p className={styles.result}>{t("result_abandoned")}</p>;
  }
  const differs = frame.view.sides.some(
    ({ side, cardPoints, tricks }) =>
      cardPoints !== result.points[side] || tricks !== result.tricks[side],
  );
  return (
    <div className={styles.result}>
      <table
        className={styles.sides}
        data-points={result.points.join(" ")}
        data-tricks={result.tricks.join(" ")}
      >
        <caption>{t("result")}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{t("result_points")}</th>
            <th scope="col">{t("result_tricks")}</th>
            <th scope="col">{t("result_change")}</th>
          </tr>
        </thead>
        <tbody>
          {result.points.map((points, side) => (
            <tr key={side} data-won={result.winner === side || undefined}>
              <th scope="row">
                <SideMark side={side} />{" "}
                {namesOf(rules, side, names).map((name, i) => (
                  <Name key={i} name={name} short />
                ))}
              </th>
              <td>{points}</td>
              <td>{result.tricks[side]}</td>
              <td>{numbers.signed(result.change[side] ?? 0, 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {differs && <p role="alert">{t("result_differs")}</p>}
    </div>
  );
}
