import { homeLink } from "../route";
import { useWords } from "../words/words";
import styles from "./back_link.module.css";

export function BackLink() {
  const { t } = useWords();
  return (
    <nav className={styles.back} aria-label={t("way_back")}>
      <a href={homeLink}>← {t("whole_report")}</a>
    </nav>
  );
}
