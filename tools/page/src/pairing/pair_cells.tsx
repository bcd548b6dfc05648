// How often each score of a pair occurred.

import { barY, ruleY, text } from "@observablehq/plot";
import { useMemo } from "react";
import type { Meeting } from "../data/pairing";
import { Chart } from "../parts/plot";
import { Section } from "../parts/section";
import { useWords } from "../words/words";

const CELL_NAMES = ["0", "½", "1", "1½", "2"];

// The score of pairs, of which there are five with two seatings.
export function PairCells({
  meetings,
}: {
  readonly meetings: readonly Meeting[];
}) {
  const { t } = useWords();
  const counts = CELL_NAMES.map((_, i) =>
    meetings.reduce((sum, { pairing }) => sum + (pairing.cells[i] ?? 0), 0),
  );
  const hasCells = counts.some((count) => count > 0);
  if (!hasCells) return null;
  return (
    <Section title={t("pair_cells")} lead={t("pair_cells_lead")}>
      <CellChart counts={counts} />
    </Section>
  );
}

function CellChart({ counts }: { readonly counts: readonly number[] }) {
  const { t, numbers } = useWords();
  const total = counts.reduce((sum, count) => sum + count, 0);
  const options = useMemo(() => {
    const bars = counts.map((count, i) => ({
      cell: CELL_NAMES[i] ?? "",
      count,
      label: `${numbers.count(count)} (${numbers.percent(count / total, 0)})`,
    }));
    return {
      height: 240,
      marginTop: 28,
      marginLeft: 8,
      x: { label: t("score_of_pair"), domain: CELL_NAMES, padding: 0.25 },
      y: { axis: null },
      marks: [
        barY(bars, { x: "cell", y: "count", fill: "var(--accent-soft)" }),
        text(bars, {
          x: "cell",
          y: "count",
          text: "label",
          dy: -8,
          fill: "var(--ink)",
        }),
        ruleY([0], { stroke: "var(--faint)" }),
      ],
    };
  }, [counts, total, t, numbers]);
  const label = counts
    .map((count, i) => `${CELL_NAMES[i] ?? ""}: ${numbers.count(count)}`)
    .join("; ");
  return <Chart label={`${t("pair_cells")}. ${label}`} options={options} />;
}
