// How the bots used their time, by the runs of this league.

import type { Run, Usage } from "../data/run";
import {
  column,
  count,
  fixed,
  shownColumns,
  type Column,
  type Format,
} from "../parts/columns";
import { BotName } from "../parts/names";
import { Note, Section } from "../parts/section";
import { SimpleTable } from "../parts/simple_table";
import { useWords } from "../words/words";

const ms: Format<number> = (value, { numbers }) => numbers.ms(value);

const COLUMNS: readonly Column<Usage>[] = [
  column("decisions", (usage) => usage.decisions, count),
  column("p50_ms", (usage) => usage.p50Ms, ms),
  column("p99_ms", (usage) => usage.p99Ms, ms),
  column("busy_seconds", (usage) => usage.busySeconds, fixed(1)),
  column("cpu_seconds", (usage) => usage.cpuSeconds, fixed(1)),
  column("starts", (usage) => usage.starts, count),
];

interface TimeUseProps {
  readonly run: Run | null;
  /** Only this bot. */
  readonly bot?: string;
}

export function TimeUse({ run, bot }: TimeUseProps) {
  const words = useWords();
  const lines = (run?.usage ?? []).filter(
    (usage) => bot === undefined || usage.bot === bot,
  );
  if (shownColumns(COLUMNS, lines, words).length === 0) return null;
  return (
    <Section title={words.t("time_use")}>
      <SimpleTable
        caption={words.t("time_use")}
        name={{ head: "bot", cell: ({ bot }) => <BotName name={bot} short /> }}
        columns={COLUMNS}
        rows={lines}
        keyOf={(usage) => usage.bot}
      />
      <Note>{words.t("note_time_use")}</Note>
    </Section>
  );
}
