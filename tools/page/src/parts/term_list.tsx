// Terms with their explanations, to read and to print.

import { useWords, type TermKey } from "../words/words";
import styles from "./term_list.module.css";

export function TermList({ terms }: { readonly terms: readonly TermKey[] }) {
  const { t } = useWords();
  return (
    <dl className={styles.terms}>
      {terms.map((word) => (
        <div key={word}>
          <dt>{t(word)}</dt>
          <dd>{t(`${word}_help`)}</dd>
        </div>
      ))}
    </dl>
  );
}
