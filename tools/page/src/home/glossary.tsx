// What the numbers mean, for those who print the page or read it on a phone.

import type { Report } from "../data/report";
import { useWords } from "../words/words";
import { Section } from "../parts/section";
import { TermList } from "../parts/term_list";
import { termsOf } from "./terms";

export function Glossary({ report }: { readonly report: Report }) {
  const { t } = useWords();
  return (
    <Section title={t("glossary")}>
      <TermList terms={termsOf(report)} />
    </Section>
  );
}
