// The page of a ruleset: its standings and cross table, and what its deals are
// like.

import { drawRateOf } from "../data/draw_rate";
import { excludesZero } from "../data/pairing";
import { placesUnder } from "../data/places";
import type { Partners, Report } from "../data/report";
import { CrossTable } from "../home/cross_table";
import { HistoryChart } from "../home/history";
import { Standings } from "../home/standings";
import { quoted } from "../data/shell";
import { BackLink } from "../parts/back_link";
import { Label, Tiles, type Fact } from "../parts/facts";
import { CopiedText } from "../parts/copied_text";
import { EstimateText, IntervalTable } from "../parts/interval_table";
import { BotName, Name } from "../parts/names";
import { Note, Section } from "../parts/section";
import { SimpleTable } from "../parts/simple_table";
import { DealsLink } from "../replay/deals_link";
import { useWords } from "../words/words";

interface RulesetProps {
  readonly report: Report;
  readonly ruleset: string;
}

export function RulesetPage({ report, ruleset }: RulesetProps) {
  const { t } = useWords();
  const about = report.league.rulesets.find((item) => item.ruleset === ruleset);
  const solo = report.tournaments.find((item) => item.ruleset === ruleset);
  return (
    <>
      <BackLink />
      <h1>
        <Name name={about?.title ?? ruleset} />
      </h1>
      <Figures report={report} ruleset={ruleset} />
      <DealsLink ruleset={ruleset} />
      <Section title={t("standings")}>
        <Standings report={report} ruleset={ruleset} />
      </Section>
      <CrossTable report={report} ruleset={ruleset} />
      <Seats report={report} ruleset={ruleset} />
      {solo && <PartnersTable partners={solo.partners} />}
      <HistoryChart report={report} ruleset={ruleset} />
    </>
  );
}

function Figures({ report, ruleset }: RulesetProps) {
  const { t, numbers } = useWords();
  const table = report.rulesets.find((item) => item.ruleset === ruleset);
  const hash =
    table?.hash ??
    report.threeWay.find((item) => item.ruleset === ruleset)?.hash ??
    report.tournaments.find((item) => item.ruleset === ruleset)?.hash;
  const drawRate = drawRateOf(report, ruleset);
  const pairs = table?.pairings.reduce((sum, item) => sum + item.pairs, 0);
  const deals = table?.pairings.reduce(
    (sum, item) => sum + (item.deals ?? 0),
    0,
  );
  const facts: Fact[] = [
    { word: "ruleset_id", value: ruleset },
    { word: "pairs", value: pairs === undefined ? null : numbers.count(pairs) },
    { word: "deals", value: deals ? numbers.count(deals) : null },
    {
      word: "draw_rate",
      value: drawRate === null ? null : numbers.percent(drawRate),
    },
    {
      word: "draw_rate_of_equals",
      value:
        table?.drawRateOfEquals == null
          ? null
          : numbers.percent(table.drawRateOfEquals),
    },
    {
      word: "cyclic_share",
      value:
        table?.cyclicShare == null ? null : numbers.percent(table.cyclicShare),
    },
  ];
  return (
    <>
      <Tiles facts={facts} />
      {hash && (
        <Note>
          {t("ruleset_hash")}: <code>{hash}</code>
        </Note>
      )}
    </>
  );
}

function Seats({ report, ruleset }: RulesetProps) {
  const { t, named, numbers } = useWords();
  const seats = placesUnder(report, ruleset);
  if (seats.length === 0) {
    return (
      <Section title={t("seats")} lead={t("seats_missing")}>
        <CopiedText text={`couillon fairness --ruleset ${quoted(ruleset)}`} />
      </Section>
    );
  }
  return (
    <Section title={t("seats")} lead={t("seats_lead")}>
      <IntervalTable
        caption={t("seats")}
        name="seat"
        estimate="place_points"
        columns={["place_tables"]}
        rows={seats.map(({ name, tables, points }) => ({
          key: name,
          name: named("place", name),
          estimate: points,
          text: <EstimateText estimate={points} decimals={3} />,
          quiet: !excludesZero(points),
          apart: true,
          cells: [tables === null ? null : numbers.count(tables)],
        }))}
      />
    </Section>
  );
}

const MOST_PARTNERS = 60; // rows; the others are in the JSON

function PartnersTable({
  partners,
}: {
  readonly partners: readonly Partners[];
}) {
  const { t, numbers } = useWords();
  if (partners.length === 0) return null;
  const sorted = [...partners].sort(
    (a, b) => (a.pointsLeft ?? 0) - (b.pointsLeft ?? 0),
  );
  return (
    <Section title={t("partners")} lead={t("partners_lead")}>
      <SimpleTable
        caption={t("partners")}
        heads={[
          t("partners"),
          <Label key="left" word="rating_points_left" />,
          <Label key="deals" word="deals" />,
        ]}
        rows={sorted.slice(0, MOST_PARTNERS).map((line) => ({
          key: line.players.join("\n"),
          cells: [
            line.players.map((player, i) => (
              <span key={player}>
                {i > 0 && " · "}
                <BotName name={player} />
              </span>
            )),
            numbers.signed(line.pointsLeft, 3),
            numbers.count(line.deals),
          ],
        }))}
      />
      {sorted.length > MOST_PARTNERS && (
        <Note>
          {t("and_more", {
            count: numbers.count(sorted.length - MOST_PARTNERS),
          })}
        </Note>
      )}
    </Section>
  );
}
