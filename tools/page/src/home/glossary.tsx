// What the numbers mean, for those who print the page or read it on a phone.

import { useWords, type TermKey } from "../words/words";
import { Section } from "../parts/section";
import styles from "./glossary.module.css";

const TERMS: readonly TermKey[] = [
  "pairs",
  "rank",
  "rating_points",
  "rating_elo_match",
  "rating_elo_deal",
  "score",
  "wdl",
  "points_per_deal",
  "interval",
  "los",
  "nelo",
  "faults",
];

export function Glossary() {
  const { t } = useWords();
  return (
    <Section title={t("glossary")}>
      <dl className={styles.terms}>
        {TERMS.map((word) => (
          <div key={word}>
            <dt>{t(word)}</dt>
            <dd>{t(`${word}_help`)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
