// How far a running league is.

import { Progress } from "@mantine/core";
import { shareDone } from "../data/summary";
import type { Live } from "../live";
import { useWords } from "../words/words";
import styles from "./live_bar.module.css";

export function LiveBar({ live }: { readonly live: Live }) {
  const { t, numbers } = useWords();
  const { progress, connected } = live;
  const share = shareDone(progress?.unitsDone ?? null, progress?.units ?? null);
  const parts = [
    share === null ? null : numbers.percent(share, 0),
    progress?.rate == null
      ? null
      : t("deals_per_second", { rate: numbers.fixed(progress.rate, 0) }),
    progress?.secondsLeft == null
      ? null
      : t("time_left", { time: numbers.seconds(progress.secondsLeft) }),
  ].filter((part) => part !== null);
  return (
    <div className={styles.bar}>
      <p className={styles.line}>
        <span
          className={connected ? styles.connected : styles.lost}
          role="status"
        >
          {t(connected ? "connected" : "not_connected")}
        </span>
        <span>{parts.join(" · ")}</span>
      </p>
      {share !== null && (
        <Progress
          value={100 * share}
          size="xs"
          color="var(--accent)"
          aria-label={t("progress")}
        />
      )}
    </div>
  );
}
