// What the decisions of a deal cost, with all cards seen.

import { useEffect, useState } from "react";
import { Fields } from "../data/fields";
import { Name } from "../parts/names";
import { useCardName } from "../table/playing_card";
import { useWords } from "../words/words";
import { choiceText } from "./actions";
import { ask } from "./requests";
import type { TableFacts } from "./state";
import { nameOfSeat } from "./who";
import styles from "./panels.module.css";

export function Analysis(props: {
  readonly facts: TableFacts;
  /** The number of the deal over all games. */
  readonly deal: number;
}) {
  const { t } = useWords();
  const { facts, deal } = props;
  const [answer, setAnswer] = useState<Fields | null | "asking">("asking");
  useEffect(() => {
    let isGone = false;
    void ask("analysis", { deal }).then((found) => {
      if (!isGone) setAnswer(found);
    });
    return () => {
      isGone = true;
    };
  }, [deal]);
  if (answer === "asking") {
    return <p role="status">{t("play_analysing")}</p>;
  }
  if (answer === null) return <p role="status">{t("play_no_answer")}</p>;
  return <Costs facts={facts} decisions={answer.objects("decisions")} />;
}

function Costs(props: {
  readonly facts: TableFacts;
  readonly decisions: readonly Fields[];
}) {
  const { t } = useWords();
  const { facts, decisions } = props;
  const costly = decisions.filter((of) => (of.number("cost") ?? 0) > 0);
  const unsolved = decisions.filter(
    (of) => of.flag("solved") === false && (of.number("choices") ?? 0) > 1,
  ).length;
  return (
    <>
      <p className={styles.lead}>
        {t(facts.sides === 3 ? "play_analysis_three" : "play_analysis_lead")}
      </p>
      {costly.length === 0 ? (
        <p>{t("play_no_costs")}</p>
      ) : (
        <CostTable facts={facts} costly={costly} />
      )}
      {unsolved > 0 && (
        <p className={styles.lead}>
          {t("play_unsolved", { count: `${unsolved}` })}
        </p>
      )}
    </>
  );
}

function CostTable(props: {
  readonly facts: TableFacts;
  readonly costly: readonly Fields[];
}) {
  const words = useWords();
  const { t, numbers } = words;
  const cardName = useCardName();
  const { facts, costly } = props;
  return (
    <table className={styles.score}>
      <thead>
        <tr>
          <th scope="col">{t("play_who")}</th>
          <th scope="col">{t("play_decision")}</th>
          <th scope="col">{t("play_best")}</th>
          <th scope="col">{t("play_cost")}</th>
        </tr>
      </thead>
      <tbody>
        {costly.map((of) => {
          const side = of.number("side") ?? 0;
          const worth = (key: string) =>
            numbers.signed(of.numbers(key)[side] ?? null, 0);
          return (
            <tr
              key={of.number("ply")}
              data-own={of.number("decider") === facts.person || undefined}
            >
              <th scope="row">
                <Name name={nameOfSeat(facts, of.number("seat") ?? 0, t)} />
              </th>
              <td>
                {choiceText(words, of.text("action") ?? "", cardName)}{" "}
                <span className={styles.worth}>{worth("value")}</span>
              </td>
              <td>
                {choiceText(words, of.text("best") ?? "", cardName)}{" "}
                <span className={styles.worth}>{worth("best_value")}</span>
              </td>
              <td>{of.number("cost")}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
