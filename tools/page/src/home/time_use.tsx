// How the bots used their time, by the runs of this league.

import type { Run, Usage } from "../data/run";
import { Label } from "../parts/facts";
import { BotName } from "../parts/names";
import { Note, Section } from "../parts/section";
import { SimpleTable } from "../parts/simple_table";
import type { WordKey } from "../words/dictionaries";
import { useWords, type Words } from "../words/words";

interface Column {
  readonly word: WordKey;
  value(usage: Usage): number | null;
  text(value: number | null, words: Words): string;
}

const count = (value: number | null, { numbers }: Words) =>
  numbers.count(value);
const ms = (value: number | null, { numbers }: Words) => numbers.ms(value);
const seconds = (value: number | null, { numbers }: Words) =>
  numbers.fixed(value, 1);

const COLUMNS: readonly Column[] = [
  { word: "decisions", value: (usage) => usage.decisions, text: count },
  { word: "p50_ms", value: (usage) => usage.p50Ms, text: ms },
  { word: "p99_ms", value: (usage) => usage.p99Ms, text: ms },
  { word: "busy_seconds", value: (usage) => usage.busySeconds, text: seconds },
  { word: "cpu_seconds", value: (usage) => usage.cpuSeconds, text: seconds },
  { word: "starts", value: (usage) => usage.starts, text: count },
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
  const columns = COLUMNS.filter((column) =>
    lines.some((usage) => column.value(usage) !== null),
  );
  if (columns.length === 0) return null;
  return (
    <Section title={words.t("time_use")}>
      <SimpleTable
        caption={words.t("time_use")}
        heads={[
          <Label key="bot" word="bot" />,
          ...columns.map(({ word }) => <Label key={word} word={word} />),
        ]}
        rows={lines.map((usage) => ({
          key: usage.bot,
          cells: [
            <BotName key="bot" name={usage.bot} short />,
            ...columns.map((column) => column.text(column.value(usage), words)),
          ],
        }))}
      />
      <Note>{words.t("note_time_use")}</Note>
    </Section>
  );
}
