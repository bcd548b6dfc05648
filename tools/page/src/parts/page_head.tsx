// The line above every page: home, the language, light or dark.

import { NativeSelect, useMantineColorScheme } from "@mantine/core";
import { homeLink } from "../route";
import {
  LANGUAGE_NAMES,
  LANGUAGES,
  useWords,
  type Language,
} from "../words/words";
import styles from "./page_head.module.css";

const SCHEMES = ["auto", "light", "dark"] as const;
type Scheme = (typeof SCHEMES)[number];

export function PageHead() {
  const { t, language, setLanguage } = useWords();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div className={styles.head}>
      <a className={styles.mark} href={homeLink}>
        couillon
      </a>
      <div className={styles.controls}>
        <NativeSelect
          aria-label={t("colours")}
          size="xs"
          value={colorScheme}
          data={SCHEMES.map((value) => ({
            value,
            label: t(`colours_${value}`),
          }))}
          onChange={(event) =>
            setColorScheme(event.currentTarget.value as Scheme)
          }
        />
        <NativeSelect
          aria-label={t("language")}
          size="xs"
          value={language}
          data={LANGUAGES.map((value) => ({
            value,
            label: LANGUAGE_NAMES[value],
          }))}
          onChange={(event) =>
            setLanguage(event.currentTarget.value as Language)
          }
        />
      </div>
    </div>
  );
}
