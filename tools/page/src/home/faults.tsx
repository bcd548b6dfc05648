// The faults of bots, with what is known of their causes.

import type { FaultGroup } from "../data/run";
import { BotName, RulesetName } from "../parts/names";
import { useWords } from "../words/words";
import styles from "./faults.module.css";

interface FaultsProps {
  readonly faults: readonly FaultGroup[];
  /** On the page of a bot its name is not repeated. */
  readonly withBot?: boolean;
}

export function FaultList({ faults, withBot = true }: FaultsProps) {
  const { named, numbers, t } = useWords();
  return (
    <ul className={styles.list}>
      {faults.map((group, i) => (
        <li key={i} className={styles.fault}>
          <p className={styles.head}>
            <span className={styles.count}>{numbers.count(group.count)} ×</span>
            <strong>{named("verdict", group.verdict)}</strong>
            {withBot && <BotName name={group.bot} />}
            {group.ruleset && <RulesetName name={group.ruleset} />}
            {group.forfeits === 0 && (
              <span className={styles.quiet}>{t("without_forfeit")}</span>
            )}
          </p>
          {diagnosisOf(group).map((line) => (
            <p key={line} className={styles.text}>
              {line}
            </p>
          ))}
          {group.stderr && (
            <pre className={styles.stderr} tabIndex={0}>
              {group.stderr}
            </pre>
          )}
        </li>
      ))}
    </ul>
  );
}

// The detail of an example often begins with the cause.
function diagnosisOf({ cause, detail }: FaultGroup): string[] {
  const isRepeated = cause !== null && (detail ?? "").startsWith(cause);
  return [isRepeated ? null : cause, detail].filter((line) => line !== null);
}
