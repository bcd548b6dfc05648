// What the numbers mean, for those who print the page or read it on a phone.

import type { Fairness } from "../data/fairness";
import { Section } from "../parts/section";
import { TermList } from "../parts/term_list";
import { useWords, type TermKey } from "../words/words";

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

export function FairnessGlossary(props: { readonly fairness: Fairness }) {
  const { t } = useWords();
  const { bots, comparisons } = props.fairness;
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
