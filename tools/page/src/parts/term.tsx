// A label with an explanation, for the mouse, the keyboard and a finger.

import { Popover } from "@mantine/core";
import { useState, type KeyboardEvent } from "react";
import { useWords, type TermKey } from "../words/words";
import styles from "./term.module.css";

export function Term({ word }: { readonly word: TermKey }) {
  const { t } = useWords();
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key === "Escape") close();
  };
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      width={280}
      position="bottom"
      withArrow
      shadow="md"
    >
      <Popover.Target>
        <button
          type="button"
          className={styles.term}
          onMouseEnter={() => setOpened(true)}
          onMouseLeave={close}
          onFocus={() => setOpened(true)}
          onBlur={close}
          onClick={() => setOpened(true)}
          onKeyDown={closeByKey}
        >
          {t(word)}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={styles.help}>
        {t(`${word}_help`)}
      </Popover.Dropdown>
    </Popover>
  );
}
