// A line for the terminal, with a button that copies it.

import { useClipboard } from "@mantine/hooks";
import { useWords } from "../words/words";
import styles from "./copied_text.module.css";

export function CopiedText({ text }: { readonly text: string }) {
  const { t } = useWords();
  const { copied, copy } = useClipboard({ timeout: 2000 });
  return (
    <span className={styles.box}>
      <code>{text}</code>
      <button type="button" className={styles.copy} onClick={() => copy(text)}>
        <span aria-live="polite">{t(copied ? "copied" : "copy")}</span>
      </button>
    </span>
  );
}
