// The first page of a fairness run: whole matches, one deal, what changed.

import type { Fairness, FairnessRun } from "../data/fairness";
import { CopiedText } from "../parts/copied_text";
import { FactList, Tiles } from "../parts/facts";
import { Name } from "../parts/names";
import { Section } from "../parts/section";
import { TermList } from "../parts/term_list";
import { Phrase, useWords, type TermKey } from "../words/words";
import { Comparisons } from "./comparison";
import { OtherFigures } from "./other_figures";
import { SeatEffects } from "./seat_effects";
import { WholeMatches } from "./whole_matches";
import styles from "./home.module.css";

interface FairnessHomeProps {
  readonly fairness: Fairness;
  readonly run: FairnessRun;
}

export function FairnessHome({ fairness, run }: FairnessHomeProps) {
  const { t } = useWords();
  return (
    <>
      <h1>
        <Title fairness={fairness} />
      </h1>
      <p className={styles.lead}>{t("fairness_lead")}</p>
      <Played fairness={fairness} />
      <WholeMatches fairness={fairness} />
      <SeatEffects fairness={fairness} />
      <Comparisons fairness={fairness} />
      <OtherFigures fairness={fairness} />
      <Glossary fairness={fairness} />
      <Provenance fairness={fairness} run={run} />
    </>
  );
}

function Title({ fairness }: { readonly fairness: Fairness }) {
  const { t, numbers } = useWords();
  const [compared] = fairness.comparisons;
  if (compared) {
    return (
      <Phrase
        word="readings_compared"
        parts={{
          first: <Name name={compared.first} />,
          second: <Name name={compared.second} />,
        }}
      />
    );
  }
  const [only, ...others] = fairness.rulesets;
  if (only && others.length === 0) {
    const name = <Name name={only.title ?? only.ruleset} />;
    return <Phrase word="fairness_of" parts={{ ruleset: name }} />;
  }
  const count = numbers.count(fairness.rulesets.length);
  return t("fairness_of_count", { count });
}

function Played({ fairness }: { readonly fairness: Fairness }) {
  const { t, numbers } = useWords();
  const { marginElo, marginPoints } = fairness;
  return (
    <Tiles
      facts={[
        { word: "bots_weakest_first", value: <BotList bots={fairness.bots} /> },
        {
          word: "fairness_matches",
          value: fairness.matches ? numbers.count(fairness.matches) : null,
        },
        { word: "fairness_deals", value: numbers.count(fairness.deals) },
        {
          word: "margin",
          value: marginElo === null ? null : `±${numbers.tick(marginElo)} Elo`,
          detail:
            marginPoints !== null &&
            t("margin_of_deals", { points: `±${numbers.tick(marginPoints)}` }),
        },
      ]}
    />
  );
}

function BotList({ bots }: { readonly bots: readonly string[] }) {
  return bots.map((bot, i) => (
    <span key={bot}>
      {i > 0 && ", "}
      <Name name={bot} />
    </span>
  ));
}

const TERMS: readonly TermKey[] = [
  "fairness_verdict",
  "margin",
  "first_dealer_elo",
  "eldest_lead",
  "interval_of_deals",
];
const OF_COMPARISONS: readonly TermKey[] = ["change"];
const OF_BOTS: readonly TermKey[] = [
  "luck_share",
  "r_squared",
  "tables_to_95",
  "skill_range",
];

// What the numbers mean, for those who print the page or read it on a phone.
function Glossary({ fairness }: { readonly fairness: Fairness }) {
  const { t } = useWords();
  const { bots, comparisons } = fairness;
  const terms = [
    ...TERMS,
    ...(comparisons.length > 0 ? OF_COMPARISONS : []),
    ...(bots.length > 1 ? OF_BOTS : []),
  ];
  return (
    <Section title={t("glossary")}>
      <TermList terms={terms} />
    </Section>
  );
}

// What it takes to repeat the run.
function Provenance({ fairness, run }: FairnessHomeProps) {
  const { t, numbers } = useWords();
  return (
    <Section title={t("provenance")}>
      <FactList
        facts={[
          {
            word: "repeat_fairness",
            value: run.repeat && <CopiedText text={run.repeat} />,
          },
          {
            word: "seed",
            value: fairness.seed && <code>{fairness.seed}</code>,
          },
          { word: "version", value: run.version },
          { word: "written", value: run.written && numbers.date(run.written) },
        ]}
      />
    </Section>
  );
}
