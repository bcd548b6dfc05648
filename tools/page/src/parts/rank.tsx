// The ranks that are open to a bot, as a number and as a bar over all ranks.

import type { RankBand } from "../data/report";
import { useWords } from "../words/words";
import { MISSING } from "../words/numbers";
import styles from "./rank.module.css";

export function RankText({ rank }: { readonly rank: RankBand | null }) {
  const { t } = useWords();
  if (!rank) return MISSING;
  const { best, worst } = rank;
  if (best === worst) return <span className={styles.text}>{best}</span>;
  const label = t("rank_from_to", { best: `${best}`, worst: `${worst}` });
  return (
    <span className={styles.text}>
      <span aria-hidden="true">
        {best}–{worst}
      </span>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}

interface RankBarProps {
  readonly rank: RankBand | null;
  /** How many ranks there are. */
  readonly ranks: number;
}

export function RankBar({ rank, ranks }: RankBarProps) {
  if (!rank || ranks < 2) return null;
  const share = (value: number) => `${(100 * value) / ranks}%`;
  return (
    <span className={styles.track} aria-hidden="true">
      <span
        className={styles.bar}
        style={{
          insetInlineStart: share(rank.best - 1),
          width: share(rank.worst - rank.best + 1),
        }}
      />
    </span>
  );
}
