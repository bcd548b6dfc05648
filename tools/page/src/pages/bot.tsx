// The page of a bot: its ratings by ruleset and against each opponent, what is
// known of it, and its faults.

import { Costs } from "../bot/costs";
import { Meetings } from "../bot/meetings";
import { Places } from "../bot/places";
import type { Losses } from "../data/losses";
import {
  estimateOf,
  excludesZero,
  pairingsOf,
  runningEstimateOf,
} from "../data/pairing";
import { isKnown } from "../data/schema";
import type { BotTerms, Entrant, Pairing, Report } from "../data/report";
import { faultsToShow, type Identity, type Run } from "../data/run";
import {
  hasWhole,
  rulesetsOf,
  standingsOf,
  totals,
  type RatingUnit,
  type StandingsRow,
} from "../data/standings";
import { isAnytime } from "../data/summary";
import { FaultList } from "../home/faults";
import { HistoryChart } from "../home/history";
import { TimeUse } from "../home/time_use";
import {
  decimalsOf,
  dotLegendOf,
  RATING_LABELS,
  RatingText,
} from "../home/standings";
import { BackLink } from "../parts/back_link";
import {
  column,
  count,
  factsOf,
  percent,
  signed,
  wdl,
  type Column,
} from "../parts/columns";
import { FactList, Tiles, type Fact } from "../parts/facts";
import { IntervalTable } from "../parts/interval_table";
import { BotName, Name, PairingName, RulesetName } from "../parts/names";
import { RankText } from "../parts/rank";
import { Note, Section } from "../parts/section";
import { DealsLink } from "../replay/deals_link";
import { useWords, type Words } from "../words/words";
import styles from "./bot.module.css";

interface BotProps {
  readonly report: Report;
  readonly run: Run | null;
  readonly losses: Losses | null;
  readonly bot: string;
}

export function BotPage({ report, run, losses, bot }: BotProps) {
  const { t } = useWords();
  const faults = faultsToShow(run, report.faults).filter(
    (group) => group.bot === bot,
  );
  return (
    <>
      <BackLink />
      <h1>
        <Name name={bot} />
      </h1>
      <Head report={report} bot={bot} />
      <DealsLink bots={[bot]} />
      <ByRuleset report={report} bot={bot} />
      <Places
        report={report}
        losses={losses?.bots.filter((item) => item.bot === bot) ?? []}
        bot={bot}
      />
      <ByOpponent report={report} bot={bot} />
      <Meetings report={report} bot={bot} />
      <Costs report={report} losses={losses} bot={bot} />
      <HistoryChart report={report} ruleset={null} bot={bot} />
      {faults.length > 0 && (
        <Section title={t("faults")} lead={t("faults_lead")}>
          <FaultList faults={faults} withBot={false} />
        </Section>
      )}
      <TimeUse run={run} bot={bot} />
      <AboutBot report={report} run={run} bot={bot} />
    </>
  );
}

function Head({
  report,
  bot,
}: {
  readonly report: Report;
  readonly bot: string;
}) {
  const words = useWords();
  const { t, numbers } = words;
  const first = hasWhole(report) ? null : (rulesetsOf(report)[0] ?? null);
  const standings = standingsOf(report, first);
  const row = standings?.rows.find((item) => item.bot === bot);
  if (!standings || !row) return null;
  const facts: Fact[] = [
    {
      word: "rank",
      value: row.rank && <RankText rank={row.rank} />,
      detail: t("of_bots", { count: numbers.count(standings.rows.length) }),
    },
    {
      word: RATING_LABELS[standings.unit],
      value: isKnown(row.rating) ? (
        numbers.signed(row.rating.value, decimalsOf(standings.unit))
      ) : (
        <RatingText row={row} unit={standings.unit} />
      ),
      detail: numbers.error(row.rating, decimalsOf(standings.unit)),
    },
    ...factsOf(COLUMNS, row, words),
  ];
  return <Tiles facts={facts} />;
}

const COLUMNS: readonly Column<StandingsRow>[] = [
  column("wdl", (row) => row.counts.wdl, wdl),
  column("score", (row) => row.counts.score, percent()),
  column("faults", (row) => row.faults, count),
];

function ByRuleset(props: { readonly report: Report; readonly bot: string }) {
  const { t } = useWords();
  const { report, bot } = props;
  const units = new Map<RatingUnit, (readonly [string, StandingsRow])[]>();
  for (const ruleset of rulesetsOf(report)) {
    const standings = standingsOf(report, ruleset);
    const row = standings?.rows.find((item) => item.bot === bot);
    if (!standings || !row) continue;
    const rows = units.get(standings.unit) ?? [];
    units.set(standings.unit, [...rows, [ruleset, row]]);
  }
  return [...units].map(([unit, found]) => (
    <Section key={unit} title={t("by_ruleset")}>
      <IntervalTable
        caption={t("by_ruleset")}
        {...(found.some(([, row]) => row.rank) && {
          before: "rank" as const,
        })}
        name="ruleset"
        estimate={RATING_LABELS[unit]}
        decimals={decimalsOf(unit)}
        columns={COLUMNS}
        rows={found.map(([ruleset, row]) => ({
          key: ruleset,
          item: row,
          before: <RankText rank={row.rank} />,
          name: <RulesetName name={ruleset} />,
          estimate: row.rating,
          text: <RatingText row={row} unit={unit} />,
        }))}
      />
    </Section>
  ));
}

interface Opponent {
  readonly pairing: Pairing;
  readonly sums: ReturnType<typeof totals>;
}

const OPPONENT_COLUMNS: readonly Column<Opponent>[] = [
  column("wdl", ({ sums }) => sums.wdl, wdl),
  column("score", ({ pairing }) => pairing.score, percent()),
  column("points_per_deal", ({ sums }) => sums.gamePoints, signed(3)),
  column("pairs", ({ sums }) => sums.pairs, count),
];

// The estimates of pairings in the unit of the standings, with the intervals that
// the report claims. A shortened report has no Elo per match of its pairings.
function opponentEstimate(
  report: Report,
  unit: RatingUnit,
  pairings: readonly Pairing[],
) {
  const anytime = isAnytime(report);
  if (unit === "points") {
    return {
      label: "lead_points",
      decimals: decimalsOf(unit),
      read: anytime ? runningEstimateOf : estimateOf,
    } as const;
  }
  const byMatch = pairings.some((pairing) => isKnown(pairing.eloPerMatch));
  return {
    label: unit === "elo_match" ? "pairing_elo_match" : "pairing_elo_deal",
    decimals: decimalsOf(unit),
    read: (pairing: Pairing) => {
      if (unit === "elo_match" && byMatch) return pairing.eloPerMatch;
      return anytime
        ? { ...pairing.elo, interval: pairing.eloAnytime }
        : pairing.elo;
    },
  } as const;
}

function ByOpponent(props: { readonly report: Report; readonly bot: string }) {
  const { t } = useWords();
  const { report, bot } = props;
  const table = report.overall ?? report.rulesets[0];
  const standings = standingsOf(
    report,
    hasWhole(report) ? null : (table?.ruleset ?? null),
  );
  if (!table || !standings) return null;
  const pairings = pairingsOf(table, bot).filter((item) => item.pairs > 0);
  if (pairings.length === 0) return null;
  const places = new Map(standings.rows.map((row, place) => [row.bot, place]));
  const placeOf = ({ second }: Pairing) => places.get(second) ?? Infinity;
  pairings.sort((a, b) => placeOf(a) - placeOf(b));
  const { label, decimals, read } = opponentEstimate(
    report,
    standings.unit,
    pairings,
  );
  const sumsOf = (opponent: string) =>
    totals(
      report.rulesets.flatMap((item) =>
        pairingsOf(item, bot).filter(({ second }) => second === opponent),
      ),
    );
  return (
    <Section title={t("by_opponent")} lead={t("by_opponent_lead")}>
      <IntervalTable
        caption={t("by_opponent")}
        name="opponent"
        estimate={label}
        decimals={decimals}
        columns={OPPONENT_COLUMNS}
        rows={pairings.map((pairing) => ({
          key: pairing.second,
          item: { pairing, sums: sumsOf(pairing.second) },
          name: <PairingName first={bot} second={pairing.second} />,
          estimate: read(pairing),
          quiet: !excludesZero(read(pairing)),
        }))}
        legend={dotLegendOf(report)}
      />
      {pairings.some((pairing) => read(pairing).interval) && (
        <Note>
          {t(isAnytime(report) ? "note_interval_anytime" : "note_interval")}
        </Note>
      )}
    </Section>
  );
}

function AboutBot({ report, run, bot }: Omit<BotProps, "losses">) {
  const words = useWords();
  const { t } = words;
  const identity = run?.identities.find((item) => item.bot === bot);
  const terms = report.league.terms.find((item) => item.bot === bot);
  const entrant = report.arena?.entrants.find((item) => item.name === bot);
  const facts = withoutRepeats([
    ...(entrant ? entrantFacts(entrant, words) : []),
    ...(identity ? identityFacts(identity) : []),
    ...(terms ? termsFacts(terms) : []),
  ]);
  if (facts.length === 0) return null;
  return (
    <Section title={t("about_bot")}>
      <FactList facts={facts} />
      {report.arena && <Versions report={report} bot={bot} />}
    </Section>
  );
}

function entrantFacts(entrant: Entrant, { named }: Words): Fact[] {
  return [
    {
      word: "entrant_status",
      value: entrant.status && named("status", entrant.status),
    },
    {
      word: "rounds",
      value:
        entrant.firstRound && entrant.lastRound
          ? `${entrant.firstRound} – ${entrant.lastRound}`
          : null,
    },
    { word: "says_it_is", value: entrant.describesItself },
    { word: "digest", value: entrant.digest && <code>{entrant.digest}</code> },
  ];
}

function identityFacts(identity: Identity): Fact[] {
  return [
    { word: "says_it_is", value: identity.describesItself },
    {
      word: "digest",
      value: identity.digest && <code>{identity.digest}</code>,
    },
  ];
}

function termsFacts(terms: BotTerms): Fact[] {
  const { conventions } = terms;
  return [
    { word: "digest", value: terms.digest && <code>{terms.digest}</code> },
    {
      word: "conventions",
      value:
        conventions.length > 0 ? (
          <ul className={styles.conventions}>
            {conventions.map(({ play, meaning }) => (
              <li key={play}>
                {play}: {meaning}
              </li>
            ))}
          </ul>
        ) : null,
    },
  ];
}

// An entrant and an identity may say the same.
function withoutRepeats(facts: readonly Fact[]): Fact[] {
  const seen = new Set<string>();
  return facts.filter(({ word, value }) => {
    if (!value || seen.has(word)) return false;
    seen.add(word);
    return true;
  });
}

// Entrants are versions: "name v2" follows "name v1".
function Versions(props: { readonly report: Report; readonly bot: string }) {
  const { t, named } = useWords();
  const base = baseOf(props.bot);
  const entrants = props.report.arena?.entrants ?? [];
  const versions = entrants.filter(({ name }) => baseOf(name) === base);
  if (versions.length < 2) return null;
  return (
    <Note>
      {t("versions")}:{" "}
      {versions.map(({ name, status }, i) => (
        <span key={name}>
          {i > 0 && ", "}
          <BotName name={name} />
          {status && ` (${named("status", status)})`}
        </span>
      ))}
    </Note>
  );
}

function baseOf(entrant: string): string {
  return entrant.replace(/ v\d+$/, "");
}
