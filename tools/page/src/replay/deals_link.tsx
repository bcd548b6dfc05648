// A link to the list of recorded deals, where there are any.

import { dealsLink } from "../route";
import { useWords } from "../words/words";
import { useDeals } from "./source";
import styles from "./deals_link.module.css";

interface DealsLinkProps {
  readonly ruleset?: string;
  readonly bots?: readonly string[];
}

export function DealsLink({ ruleset, bots = [] }: DealsLinkProps) {
  const { t } = useWords();
  const deals = useDeals();
  if (!deals) return null;
  return (
    <p className={styles.line}>
      <a className={styles.link} href={dealsLink(ruleset ?? null, bots)}>
        {t("deals_look")}
      </a>{" "}
      <span className={styles.lead}>{t("deals_lead")}</span>
    </p>
  );
}
