// A sequential test: its decision, and the way to it.

import { areaY, line, ruleY, text } from "@observablehq/plot";
import { useMemo } from "react";
import type { Sprt } from "../data/report";
import { Tiles, type Fact } from "../parts/facts";
import { Chart } from "../parts/plot";
import { Note, Section } from "../parts/section";
import { useWords } from "../words/words";

export function SequentialTest({ sprt }: { readonly sprt: Sprt }) {
  const { t, named, numbers } = useWords();
  function afterStop(): Fact {
    if (sprt.nelo.value !== null) {
      return { word: "after_stop", value: numbers.estimate(sprt.nelo, 1) };
    }
    const problem = sprt.stopProblem;
    return {
      word: "after_stop",
      value: problem === null ? null : t("no_estimate"),
      detail: problem === null ? undefined : named("stop_problem", problem),
    };
  }
  const facts: Fact[] = [
    {
      word: "decision",
      value: named("decision", sprt.decision ?? "continue"),
      detail: t("hypotheses", {
        elo0: numbers.signed(sprt.elo0, 1),
        elo1: numbers.signed(sprt.elo1, 1),
      }),
    },
    {
      word: "llr",
      value: numbers.signed(sprt.llr, 2),
      detail: `${numbers.signed(sprt.lower, 2)} … ${numbers.signed(sprt.upper, 2)}`,
    },
    {
      word: "pairs",
      value: numbers.count(sprt.pairs),
      detail:
        sprt.cap === null
          ? undefined
          : t("at_most", { count: numbers.count(sprt.cap) }),
    },
    afterStop(),
  ];
  return (
    <Section title={t("sequential_test")}>
      <Tiles facts={facts} />
      {sprt.path.length > 1 && <LlrPath sprt={sprt} />}
      {sprt.allEven && <Note>{t("note_all_even")}</Note>}
      <Note>{t("note_sprt")}</Note>
    </Section>
  );
}

function LlrPath({ sprt }: { readonly sprt: Sprt }) {
  const { t } = useWords();
  const options = useMemo(() => {
    const bounds = [
      { llr: sprt.upper, name: "H1" },
      { llr: sprt.lower, name: "H0" },
    ].filter((bound) => bound.llr !== null);
    return {
      marginRight: 40,
      x: { label: t("pairs") },
      y: { label: t("llr"), grid: true },
      marks: [
        ruleY([0], { stroke: "var(--faint)" }),
        ruleY(bounds, {
          y: "llr",
          stroke: "var(--muted)",
          strokeDasharray: "4 3",
        }),
        text(bounds, {
          y: "llr",
          text: "name",
          frameAnchor: "right" as const,
          textAnchor: "start" as const,
          dx: 8,
          fill: "var(--muted)",
        }),
        areaY(sprt.path, {
          x: "pairs",
          y1: 0,
          y2: "llr",
          fill: "var(--accent)",
          fillOpacity: 0.08,
        }),
        line(sprt.path, {
          x: "pairs",
          y: "llr",
          stroke: "var(--accent)",
          strokeWidth: 1.75,
        }),
      ],
    };
  }, [sprt, t]);
  return <Chart label={t("llr_path_label")} options={options} />;
}
