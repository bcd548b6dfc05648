// The page of two bots against each other.

import { barY, ruleY, text } from "@observablehq/plot";
import { useMemo } from "react";
import {
  estimateOf,
  excludesZero,
  pairingOf,
  pathOf,
  runningEstimateOf,
} from "../data/pairing";
import { stateOf } from "../data/summary";
import { isKnown } from "../data/read_tables";
import type { Pairing, Report } from "../data/report";
import { totals } from "../data/standings";
import { SequentialTest } from "../home/sequential_test";
import { BackLink } from "../parts/back_link";
import { Label, Tiles, type Fact } from "../parts/facts";
import {
  EstimateText,
  IntervalTable,
  type IntervalRow,
} from "../parts/interval_table";
import { BotName, RulesetName } from "../parts/names";
import { Chart } from "../parts/plot";
import { RunningEstimate } from "../parts/running_estimate";
import { Note, Section } from "../parts/section";
import { SimpleTable } from "../parts/simple_table";
import { WdlText } from "../parts/wdl";
import { pairingLink } from "../route";
import { Phrase, useWords, type Words } from "../words/words";
import styles from "./pairing.module.css";

interface PairingProps {
  readonly report: Report;
  readonly first: string;
  readonly second: string;
}

interface Meeting {
  readonly ruleset: string;
  readonly pairing: Pairing;
}

export function PairingPage({ report, first, second }: PairingProps) {
  const { t } = useWords();
  const meetings = report.rulesets.flatMap((table): Meeting[] => {
    const pairing = pairingOf(table, first, second);
    const ruleset = table.ruleset ?? "";
    return pairing && pairing.pairs > 0 ? [{ ruleset, pairing }] : [];
  });
  const isTest = report.sprt !== null && report.league.bots[0] === first;
  return (
    <>
      <BackLink />
      <h1>
        <Phrase
          word="first_against_second"
          parts={{
            first: <BotName name={first} />,
            second: <BotName name={second} />,
          }}
        />
      </h1>
      <p className={styles.lead}>
        <Phrase word="seen_by" parts={{ bot: <BotName name={first} /> }} />{" "}
        <a href={pairingLink(second, first)}>{t("other_side")}</a>
      </p>
      {meetings.length > 0 ? (
        <Meetings report={report} meetings={meetings} />
      ) : (
        <ThreeWayDifference report={report} first={first} second={second} />
      )}
      {isTest && report.sprt && <SequentialTest sprt={report.sprt} />}
    </>
  );
}

function Meetings(props: {
  readonly report: Report;
  readonly meetings: readonly Meeting[];
}) {
  const { t } = useWords();
  const { report, meetings } = props;
  const hasPoints = meetings.some(({ pairing }) => isKnown(pairing.points));
  return (
    <>
      <Totals report={report} meetings={meetings} />
      <Section title={t("by_ruleset")}>
        <Results report={report} meetings={meetings} hasPoints={hasPoints} />
        <Signs meetings={meetings} />
      </Section>
      <Section title={t("more_figures")}>
        <MoreFigures meetings={meetings} hasPoints={hasPoints} />
      </Section>
      <Paths report={report} meetings={meetings} />
      <Cells meetings={meetings} />
    </>
  );
}

// How the estimates went as pairs came in.
function Paths(props: {
  readonly report: Report;
  readonly meetings: readonly Meeting[];
}) {
  return props.meetings.map(({ ruleset, pairing }) => {
    const { first, second } = pairing;
    const found = pathOf(props.report, ruleset, first, second);
    if (!found || found.path.length < 2) return null;
    return (
      <Section
        key={ruleset}
        title={
          <Phrase
            word="running_estimate_of"
            parts={{ ruleset: <RulesetName name={ruleset} /> }}
          />
        }
      >
        <RunningEstimate path={found.path} unit={found.unit} />
      </Section>
    );
  });
}

function Totals(props: {
  readonly report: Report;
  readonly meetings: readonly Meeting[];
}) {
  const { numbers } = useWords();
  const pairings = props.meetings.map(({ pairing }) => pairing);
  const sums = totals(pairings);
  const only = pairings.length === 1 ? pairings[0] : undefined;
  const forfeits = pairings.reduce((sum, item) => sum + item.forfeits, 0);
  const facts: Fact[] = [
    { word: "score", value: numbers.percent(sums.score) },
    { word: "wdl", value: sums.wdl && <WdlText wdl={sums.wdl} /> },
    {
      word: "points_per_deal",
      value: sums.lead === null ? null : numbers.signed(sums.lead, 3),
    },
    { word: "los", value: only && numbers.probability(only.los) },
    { word: "pairs", value: numbers.count(sums.pairs) },
    {
      word: "forfeits",
      value: forfeits > 0 ? numbers.count(forfeits) : null,
    },
  ];
  return <Tiles facts={facts} />;
}

function Results(props: {
  readonly report: Report;
  readonly meetings: readonly Meeting[];
  readonly hasPoints: boolean;
}) {
  const { t, numbers } = useWords();
  const { report, meetings, hasPoints } = props;
  const isRunning = stateOf(report) === "unfinished";
  const rows = meetings.map(({ ruleset, pairing }): IntervalRow => {
    const estimate = isRunning
      ? runningEstimateOf(pairing)
      : estimateOf(pairing);
    return {
      key: ruleset,
      name: <RulesetName name={ruleset} />,
      estimate,
      text: <EstimateText estimate={estimate} decimals={hasPoints ? 3 : 1} />,
      quiet: !excludesZero(estimate),
      apart: true,
      cells: [
        pairing.wdl && <WdlText key="wdl" wdl={pairing.wdl} />,
        numbers.percent(pairing.score),
        numbers.probability(pairing.los),
        numbers.count(pairing.pairs),
      ],
    };
  });
  return (
    <>
      <IntervalTable
        caption={t("by_ruleset")}
        name="ruleset"
        estimate={hasPoints ? "lead_points" : "pairing_elo_match"}
        columns={["wdl", "score", "los", "pairs"]}
        rows={rows}
      />
      <Note>{t(isRunning ? "note_pairing_running" : "note_pairing")}</Note>
    </>
  );
}

// The bot that gains more points is not always the one that wins more deals.
function Signs({ meetings }: { readonly meetings: readonly Meeting[] }) {
  const { t } = useWords();
  return meetings
    .filter(({ pairing }) => pairing.signsDiffer)
    .map(({ ruleset, pairing }) => {
      const isFirst = (pairing.points.value ?? 0) > 0;
      const [more, less] = isFirst
        ? [pairing.first, pairing.second]
        : [pairing.second, pairing.first];
      return (
        <Note key={ruleset}>{t("note_signs", { more, less, ruleset })}</Note>
      );
    });
}

interface FigureLine {
  readonly word: Parameters<typeof Label>[0]["word"];
  text(pairing: Pairing, words: Words): string | null;
}

const FIGURES: readonly FigureLine[] = [
  {
    word: "rating_elo_match",
    text: ({ eloPerMatch }, { numbers }) =>
      isKnown(eloPerMatch) ? numbers.estimate(eloPerMatch, 1) : null,
  },
  {
    word: "pairing_elo",
    text: ({ elo }, { numbers }) =>
      isKnown(elo) ? numbers.estimate(elo, 1) : null,
  },
  {
    word: "nelo",
    text: ({ nelo }, { numbers }) =>
      isKnown(nelo) ? numbers.estimate(nelo, 1) : null,
  },
  {
    word: "anytime",
    text: (pairing, { numbers }) => {
      if (pairing.pointsAnytime) {
        return numbers.interval(pairing.pointsAnytime, 3);
      }
      return pairing.eloAnytime && numbers.interval(pairing.eloAnytime, 1);
    },
  },
  {
    word: "luck_share",
    text: ({ luckShare }, { numbers }) =>
      luckShare === null ? null : numbers.percent(luckShare, 0),
  },
  {
    word: "pairing_gain",
    text: ({ pairingGain }, { numbers }) =>
      pairingGain === null ? null : `${numbers.fixed(pairingGain, 1)} ×`,
  },
  {
    word: "decisions",
    text: ({ decisions }, { numbers }) =>
      decisions === null ? null : numbers.count(decisions),
  },
  {
    word: "forfeits",
    text: ({ forfeits }, { numbers }) =>
      forfeits === 0 ? null : numbers.count(forfeits),
  },
  {
    word: "without_forfeits",
    text: ({ withoutForfeits, points }, { numbers }) =>
      withoutForfeits &&
      numbers.estimate(withoutForfeits, isKnown(points) ? 3 : 1),
  },
];

function MoreFigures(props: {
  readonly meetings: readonly Meeting[];
  readonly hasPoints: boolean;
}) {
  const words = useWords();
  const { meetings } = props;
  const lines = FIGURES.map(({ word, text: read }) => ({
    word,
    texts: meetings.map(({ pairing }) => read(pairing, words)),
  })).filter(({ texts }) => texts.some((value) => value !== null));
  return (
    <SimpleTable
      caption={words.t("more_figures")}
      heads={[
        words.t("ruleset"),
        ...lines.map(({ word }) => <Label key={word} word={word} />),
      ]}
      rows={meetings.map(({ ruleset }, i) => ({
        key: ruleset,
        cells: [
          <RulesetName key="name" name={ruleset} />,
          ...lines.map(({ texts }) => texts[i] ?? ""),
        ],
      }))}
    />
  );
}

const CELL_NAMES = ["0", "½", "1", "1½", "2"];

// The score of pairs, of which there are five with two seatings.
function Cells({ meetings }: { readonly meetings: readonly Meeting[] }) {
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

function ThreeWayDifference({ report, first, second }: PairingProps) {
  const { t } = useWords();
  const rows = report.threeWay.flatMap((table): IntervalRow[] => {
    const found = table.differences.find(
      (line) =>
        (line.first === first && line.second === second) ||
        (line.first === second && line.second === first),
    );
    if (!found) return [];
    const sign = found.first === first ? 1 : -1;
    const { value, interval } = found.lead;
    const ends = interval && [sign * interval.lo, sign * interval.hi];
    const estimate = {
      value: value === null ? null : sign * value,
      interval: ends && { lo: Math.min(...ends), hi: Math.max(...ends) },
    };
    return [
      {
        key: table.ruleset,
        name: <RulesetName name={table.ruleset} />,
        estimate,
        text: <EstimateText estimate={estimate} decimals={3} />,
        quiet: !found.significant,
        apart: true,
        cells: [],
      },
    ];
  });
  if (rows.length === 0) return <p>{t("never_met")}</p>;
  return (
    <Section title={t("by_ruleset")}>
      <IntervalTable
        caption={t("by_ruleset")}
        name="ruleset"
        estimate="lead_difference"
        columns={[]}
        rows={rows}
      />
      <Note>{t("note_interval")}</Note>
    </Section>
  );
}
