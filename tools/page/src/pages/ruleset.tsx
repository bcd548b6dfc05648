// The page of a ruleset: its standings and cross table, and what its deals are
// like.

import { drawRateOf } from "../data/draw_rate";
import { excludesZero } from "../data/pairing";
import { placesUnder } from "../data/places";
import type {
  Pairing,
  Partners,
  PlaceFigure,
  RatingTable,
  Report,
} from "../data/report";
import { CrossTable } from "../home/cross_table";
import { HistoryChart } from "../home/history";
import { dotLegendOf, Standings } from "../home/standings";
import { quoted } from "../data/shell";
import { BackLink } from "../parts/back_link";
import {
  column,
  count,
  factsOf,
  percent,
  signed,
  type Column,
} from "../parts/columns";
import { Tiles, type Fact } from "../parts/facts";
import { CopiedText } from "../parts/copied_text";
import { IntervalTable } from "../parts/interval_table";
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

interface Summary {
  readonly table: RatingTable | undefined;
  readonly drawRate: number | null;
}

const FIGURES: readonly Column<Summary>[] = [
  column("pairs", ({ table }) => sumOf(table, ({ pairs }) => pairs), count),
  column(
    "deals",
    ({ table }) => sumOf(table, ({ deals }) => deals) || null,
    count,
  ),
  column("draw_rate", ({ drawRate }) => drawRate, percent()),
  column(
    "draw_rate_of_equals",
    ({ table }) => table?.drawRateOfEquals,
    percent(),
  ),
  column("cyclic_share", ({ table }) => table?.cyclicShare, percent()),
];

function sumOf(
  table: RatingTable | undefined,
  read: (pairing: Pairing) => number | null,
): number | undefined {
  return table?.pairings.reduce((sum, item) => sum + (read(item) ?? 0), 0);
}

function Figures({ report, ruleset }: RulesetProps) {
  const words = useWords();
  const { t } = words;
  const table = report.rulesets.find((item) => item.ruleset === ruleset);
  const hash =
    table?.hash ??
    report.threeWay.find((item) => item.ruleset === ruleset)?.hash ??
    report.tournaments.find((item) => item.ruleset === ruleset)?.hash;
  const drawRate = drawRateOf(report, ruleset);
  const facts: Fact[] = [
    { word: "ruleset_id", value: ruleset },
    ...factsOf(FIGURES, { table, drawRate }, words),
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
  const { t, named } = useWords();
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
        columns={[
          column("place_tables", (seat: PlaceFigure) => seat.tables, count),
        ]}
        rows={seats.map((seat) => ({
          key: seat.name,
          item: seat,
          name: named("place", seat.name),
          estimate: seat.points,
          quiet: !excludesZero(seat.points),
        }))}
        legend={dotLegendOf(report)}
      />
    </Section>
  );
}

const MAX_PARTNERS = 60; // rows; the others are in the JSON

const PARTNERS_COLUMNS: readonly Column<Partners>[] = [
  column("rating_points_left", (line) => line.pointsLeft, signed(3)),
  column("deals", (line) => line.deals, count),
];

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
        name={{
          head: "partners",
          cell: ({ players }) =>
            players.map((player, i) => (
              <span key={player}>
                {i > 0 && " · "}
                <BotName name={player} />
              </span>
            )),
        }}
        columns={PARTNERS_COLUMNS}
        rows={sorted.slice(0, MAX_PARTNERS)}
        keyOf={({ players }) => players.join("\n")}
      />
      {sorted.length > MAX_PARTNERS && (
        <Note>
          {t("and_more", {
            count: numbers.count(sorted.length - MAX_PARTNERS),
          })}
        </Note>
      )}
    </Section>
  );
}
