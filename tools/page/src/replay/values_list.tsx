// What each action is worth at the decision that is due.

import type { ActionValue } from "../data/deals";
import { callText } from "../table/calls";
import { isCard } from "../table/cards";
import { useWords, type Words } from "../words/words";
import { callOf } from "./frames";
import { cardName } from "./sentences";
import styles from "./values_list.module.css";

interface ValuesListProps {
  /** null: not solved. */
  readonly values: readonly ActionValue[] | null;
}

export function ValuesList({ values }: ValuesListProps) {
  const words = useWords();
  const { t, numbers } = words;
  return (
    <section className={styles.values} aria-label={t("values")}>
      <p className={styles.lead}>{t(values ? "values_lead" : "values_none")}</p>
      {values && (
        <ul className={styles.list}>
          {inOrder(values).map(({ action, value, cost }) => (
            <li key={action} data-best={cost === 0 || undefined}>
              <span className={styles.value}>{numbers.signed(value, 0)}</span>
              <span>{actionText(action, words)}</span>
              <span className={styles.cost}>
                {cost === 0
                  ? t("values_best")
                  : t("values_cost", { cost: `${cost}` })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const inOrder = (values: readonly ActionValue[]) =>
  [...values].sort((a, b) => a.cost - b.cost);

function actionText(action: string, words: Words): string {
  const card = action.replace(/^play:/, "");
  if (isCard(card)) return cardName(card, words);
  const call = callOf(action);
  return call ? callText(words, call) : action;
}
