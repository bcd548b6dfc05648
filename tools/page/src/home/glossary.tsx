// What the numbers mean, for those who print the page or read it on a phone.

import type { Report } from "../data/report";
import { useWords, type TermKey } from "../words/words";
import { Section } from "../parts/section";
import { TermList } from "../parts/term_list";

const RATED: readonly TermKey[] = ["wdl", "score", "points_per_deal", "pairs"];
const PAIRED: readonly TermKey[] = ["los", "nelo"];

/** The terms of the tables that a report has. */
function termsOf(report: Report): readonly TermKey[] {
  const ratings = ratingTerms(report);
  return ["rank", ...ratings, "interval", "faults"];
}

function ratingTerms(report: Report): readonly TermKey[] {
  if (report.threeWay.length > 0) return ["rating_lead", "points_per_table"];
  if (report.tournaments.length > 0) {
    return ["rating_points_left", "adjusted_points", "deals"];
  }
  const isMatches = report.league.mode === "matches";
  const own: readonly TermKey[] = isMatches
    ? ["rating_elo_match"]
    : ["rating_points", "rating_elo_match", "rating_elo_deal"];
  return [...own, ...RATED, ...PAIRED];
}

export function Glossary({ report }: { readonly report: Report }) {
  const { t } = useWords();
  return (
    <Section title={t("glossary")}>
      <TermList terms={termsOf(report)} />
    </Section>
  );
}
