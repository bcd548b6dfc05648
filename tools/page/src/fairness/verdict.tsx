// A verdict as a word with a sign: neither needs a colour.

import type { Verdict } from "../data/fairness";
import { useWords } from "../words/words";
import styles from "./verdict.module.css";

const SIGNS: Readonly<Record<Verdict, string>> = {
  fair: "=",
  unfair: "≠",
  undecided: "?",
};

interface VerdictTextProps {
  /** null: there is none. */
  readonly verdict: Verdict | null;
  /** Whether the word is said without weight, as of a part of the whole. */
  readonly quiet?: boolean;
}

export function VerdictText({ verdict, quiet = false }: VerdictTextProps) {
  const { t } = useWords();
  if (verdict === null) {
    return <span className={styles.none}>{t("no_verdict")}</span>;
  }
  const style = quiet ? styles.quiet : styles[verdict];
  return (
    <span className={`${styles.verdict} ${style}`}>
      <span className={styles.sign} aria-hidden="true">
        {SIGNS[verdict]}
      </span>
      {t(`verdict_${verdict}`)}
    </span>
  );
}
