// The page of two bots against each other.

import {
  jointDifferenceOf,
  pairingOf,
  pathOf,
  type Meeting,
} from "../data/pairing";
import type { Report } from "../data/report";
import { totals } from "../data/standings";
import { SequentialTest } from "../home/sequential_test";
import { JointDifference } from "../pairing/joint_difference";
import { PairCells } from "../pairing/pair_cells";
import { MoreFigures, Results, Signs } from "../pairing/results";
import { ThreeWayDifference } from "../pairing/three_way_difference";
import { BackLink } from "../parts/back_link";
import {
  column,
  count,
  factsOf,
  percent,
  probability,
  signed,
  wdl,
  type Column,
} from "../parts/columns";
import { Tiles } from "../parts/facts";
import { BotName, RulesetName } from "../parts/names";
import { RunningEstimate } from "../parts/running_estimate";
import { Section } from "../parts/section";
import { DealsLink } from "../replay/deals_link";
import { pairingLink } from "../route";
import { Phrase, useWords } from "../words/words";
import styles from "./pairing.module.css";

interface PairingProps {
  readonly report: Report;
  readonly first: string;
  readonly second: string;
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
        <DidNotMeet report={report} first={first} second={second} />
      )}
      <DealsLink bots={[first, second]} />
      {isTest && report.sprt && <SequentialTest sprt={report.sprt} />}
    </>
  );
}

// In a three-way league nobody meets one other bot alone.
function DidNotMeet(props: PairingProps) {
  const { report, first, second } = props;
  const isCompared = report.rulesets.some(
    (table) => jointDifferenceOf(table, first, second) !== null,
  );
  return isCompared ? (
    <JointDifference {...props} />
  ) : (
    <ThreeWayDifference {...props} />
  );
}

function Meetings(props: {
  readonly report: Report;
  readonly meetings: readonly Meeting[];
}) {
  const { t } = useWords();
  const { report, meetings } = props;
  return (
    <>
      <Totals meetings={meetings} />
      <Section title={t("by_ruleset")}>
        <Results report={report} meetings={meetings} />
        <Signs meetings={meetings} />
      </Section>
      <Section title={t("more_figures")}>
        <MoreFigures meetings={meetings} />
      </Section>
      <Paths report={report} meetings={meetings} />
      <PairCells meetings={meetings} />
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
    const found = pathOf(props.report.convergence, ruleset, first, second);
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

interface Sums extends ReturnType<typeof totals> {
  /** The likelihood that the first is stronger, of a single ruleset. */
  readonly los: number | null;
  readonly forfeits: number;
}

const SUMS: readonly Column<Sums>[] = [
  column("score", (sums) => sums.score, percent()),
  column("wdl", (sums) => sums.wdl, wdl),
  column("points_per_deal", (sums) => sums.gamePoints, signed(3)),
  column("los", (sums) => sums.los, probability),
  column("pairs", (sums) => sums.pairs, count),
  column("forfeits", (sums) => sums.forfeits || null, count),
];

function Totals({ meetings }: { readonly meetings: readonly Meeting[] }) {
  const words = useWords();
  const pairings = meetings.map(({ pairing }) => pairing);
  const sums = {
    ...totals(pairings),
    los: pairings.length === 1 ? (pairings[0]?.los ?? null) : null,
    forfeits: pairings.reduce((sum, item) => sum + item.forfeits, 0),
  };
  return <Tiles facts={factsOf(SUMS, sums, words)} />;
}
