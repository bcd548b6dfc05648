// What the seat of eldest hand is worth under one ruleset: a sentence per bot,
// and its lead with the interval.

import type { Fairness, Ruleset, SeatEffect } from "../data/fairness";
import { IntervalTable } from "../parts/interval_table";
import { Name } from "../parts/names";
import { Section } from "../parts/section";
import { useWords, type Words } from "../words/words";
import { VerdictText } from "./verdict";
import styles from "./seat_worth.module.css";

interface SeatWorthProps {
  readonly fairness: Fairness;
  readonly ruleset: Ruleset;
}

export function SeatWorth({ fairness, ruleset }: SeatWorthProps) {
  const words = useWords();
  const { t } = words;
  const effects = [...ruleset.seatEffects].reverse();
  if (effects.length === 0) return null;
  return (
    <Section title={t("one_deal")} lead={t("one_deal_lead")}>
      <ul className={styles.words}>
        {effects.map((effect) => (
          <li key={effect.bot}>
            <strong className={styles.bot}>
              <Name name={effect.bot} />
            </strong>
            {": "}
            {sentenceOf(effect, fairness, words)}{" "}
            {inMatches(effect, ruleset, words)}
          </li>
        ))}
      </ul>
      <IntervalTable
        caption={t("one_deal")}
        before="fairness_verdict"
        name="bot"
        estimate="eldest_lead"
        margin={fairness.marginPoints}
        rows={effects.map((effect) => ({
          key: effect.bot,
          item: effect,
          before: (
            <VerdictText
              verdict={effect.verdict}
              quiet={!effect.showsInMatches}
            />
          ),
          name: <Name name={effect.bot} />,
          estimate: effect.points,
          quiet: !effect.showsInMatches,
        }))}
      />
    </Section>
  );
}

function sentenceOf(
  effect: SeatEffect,
  fairness: Fairness,
  { t, numbers }: Words,
): string {
  const { value, interval } = effect.points;
  if (value === null) return t("seat_unknown");
  const points = numbers.fixed(Math.abs(value), 2);
  if (effect.favours === "eldest") return t("seat_gains", { points });
  if (effect.favours === "others") return t("seat_loses", { points });
  if (effect.verdict === "fair") {
    const margin = fairness.marginPoints;
    return t("seat_even", {
      margin: margin === null ? "" : numbers.tick(margin),
    });
  }
  if (interval === null) return t("seat_unknown");
  return t("seat_undecided", {
    lo: numbers.signed(interval.lo, 2),
    hi: numbers.signed(interval.hi, 2),
  });
}

// Whether whole matches show an effect that single deals have.
function inMatches(effect: SeatEffect, ruleset: Ruleset, { t }: Words) {
  if (effect.favours === null || !ruleset.matchVerdict) return "";
  if (effect.showsInMatches) return t("shown_in_matches");
  return t(
    ruleset.matchVerdict.verdict === "fair"
      ? "not_in_fair_matches"
      : "not_shown_in_matches",
  );
}
