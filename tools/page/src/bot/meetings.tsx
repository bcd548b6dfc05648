// With whom and against whom a bot sat, where that changes from deal to deal:
// partners and opponents of an individual tournament, opponents of a three-way
// league.

import { excludesZero, negated } from "../data/pairing";
import { isKnown } from "../data/schema";
import type { Estimate, Report, Tournament } from "../data/report";
import { standingsOf } from "../data/standings";
import { column, count } from "../parts/columns";
import { IntervalTable } from "../parts/interval_table";
import { BotName, PairingName } from "../parts/names";
import { Section } from "../parts/section";
import { useWords } from "../words/words";

interface MeetingsProps {
  readonly report: Report;
  readonly bot: string;
}

export function Meetings({ report, bot }: MeetingsProps) {
  const isOfMany = report.tournaments.length + report.threeWay.length > 1;
  const titled = (ruleset: string) => (isOfMany ? ruleset : null);
  return (
    <>
      {report.tournaments.map((table) => (
        <SoloMeetings
          key={table.ruleset}
          report={report}
          table={table}
          bot={bot}
          ruleset={titled(table.ruleset)}
        />
      ))}
      {report.threeWay.map((table) => (
        <MeetingTable
          key={table.ruleset}
          word="by_opponent"
          ruleset={titled(table.ruleset)}
          bot={bot}
          unit="lead_difference"
          lines={table.differences.flatMap((line) => {
            const { first, second, lead, significant } = line;
            const shared = { count: null, significant };
            if (first === bot) return [{ ...shared, other: second, lead }];
            if (second !== bot) return [];
            return [{ ...shared, other: first, lead: negated(lead) }];
          })}
        />
      ))}
    </>
  );
}

interface Line {
  readonly other: string;
  readonly lead: Estimate;
  readonly count: number | null;
  /** For all comparisons together; without it the interval decides. */
  readonly significant?: boolean;
}

function SoloMeetings(props: {
  readonly report: Report;
  readonly table: Tournament;
  readonly bot: string;
  readonly ruleset: string | null;
}) {
  const { report, table, bot, ruleset } = props;
  // Matches have a score alone; 0 is even, as of a lead.
  const byPoints = table.opponents.some(({ points }) => isKnown(points));
  const lead = (line: {
    readonly points: Estimate;
    readonly score: Estimate;
  }) => (byPoints ? line.points : aboveHalf(line.score));
  const partners = table.partners.flatMap((line): Line[] =>
    line.players.includes(bot) && isKnown(line.score)
      ? line.players
          .filter((player) => player !== bot)
          .map((other) => ({ other, lead: lead(line), count: line.deals }))
      : [],
  );
  const opponents = table.opponents.flatMap((line): Line[] => {
    const count = line.pairs;
    if (line.first === bot) {
      return [{ other: line.second, lead: lead(line), count }];
    }
    if (line.second !== bot) return [];
    return [{ other: line.first, lead: negated(lead(line)), count }];
  });
  const unit = byPoints ? "place_points" : "score_above_half";
  const order = standingsOf(report, table.ruleset)?.rows.map(({ bot }) => bot);
  const shared = { bot, ruleset, unit } as const;
  return (
    <>
      <MeetingTable {...shared} word="by_partner" lines={partners} />
      <MeetingTable
        {...shared}
        word="by_opponent"
        lines={opponents}
        order={order ?? []}
      />
    </>
  );
}

function aboveHalf({ value, interval }: Estimate): Estimate {
  return {
    value: value === null ? null : value - 0.5,
    interval: interval && { lo: interval.lo - 0.5, hi: interval.hi - 0.5 },
  };
}

function MeetingTable(props: {
  readonly word: "by_partner" | "by_opponent";
  readonly ruleset: string | null;
  readonly bot: string;
  readonly unit: "place_points" | "score_above_half" | "lead_difference";
  readonly lines: readonly Line[];
  /** Of the bots; without it, by lead. */
  readonly order?: readonly string[];
}) {
  const { t } = useWords();
  const { word, ruleset, bot, unit, lines, order } = props;
  if (lines.length === 0) return null;
  const isPartner = word === "by_partner";
  const placeOf = ({ other, lead }: Line) => {
    if (order) return order.indexOf(other);
    return (isPartner ? -1 : 1) * (lead.value ?? 0);
  };
  const sorted = [...lines].sort((a, b) => placeOf(a) - placeOf(b));
  const title = ruleset === null ? t(word) : `${t(word)}: ${ruleset}`;
  return (
    <Section
      title={title}
      lead={t(isPartner ? "by_partner_lead" : "by_opponent_lead")}
    >
      <IntervalTable
        caption={title}
        name={isPartner ? "partner" : "opponent"}
        estimate={unit}
        columns={[
          column(
            isPartner ? "deals" : "pairs",
            (line: Line) => line.count,
            count,
          ),
        ]}
        rows={sorted.map((line) => ({
          key: line.other,
          item: line,
          // Only bots of a three-way league have a page of their pairing.
          name:
            unit === "lead_difference" ? (
              <PairingName first={bot} second={line.other} />
            ) : (
              <BotName name={line.other} />
            ),
          estimate: line.lead,
          quiet: !(line.significant ?? excludesZero(line.lead)),
        }))}
        legend={{
          hollow:
            unit === "lead_difference" ? "note_hollow_together" : "note_hollow",
          unclaimed: "note_unclaimed",
        }}
      />
    </Section>
  );
}
