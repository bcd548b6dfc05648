// Says how to get what decisions cost, in a page that was made without.

import type { Report } from "../data/report";
import { quoted } from "../data/shell";
import { CopiedText } from "../parts/copied_text";
import { FactList, type Fact } from "../parts/facts";
import { Section } from "../parts/section";
import { useDeals } from "../replay/source";
import { useWords } from "../words/words";

export function LossesMissing(props: {
  readonly report: Report;
  readonly bot: string;
}) {
  const { t } = useWords();
  const isRecorded = useDeals() !== null;
  const { report, bot } = props;
  return (
    <Section
      title={t("costs")}
      lead={t(isRecorded ? "costs_left_out" : "costs_missing")}
    >
      <FactList facts={commands(report, bot, isRecorded)} />
    </Section>
  );
}

function commands(report: Report, bot: string, isRecorded: boolean): Fact[] {
  const fact = (word: Fact["word"], command: string): Fact => ({
    word,
    value: <CopiedText text={command} />,
  });
  if (report.arena) {
    return [
      fact(
        "costs_as_text",
        `couillon analyse DIR/rounds/0001 --losses${isRecorded ? "" : " --record"}`,
      ),
    ];
  }
  const analyse = `couillon analyse DIR --losses --bot ${quoted(bot)}`;
  if (!isRecorded) return [fact("costs_as_text", `${analyse} --record`)];
  return [
    fact(
      "costs_page",
      "couillon report DIR --losses 1 --format html --out FILE",
    ),
    fact("costs_as_text", analyse),
  ];
}
