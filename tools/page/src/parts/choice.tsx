// One of several: side by side if they are few, else a list.

import { NativeSelect, SegmentedControl } from "@mantine/core";
import { useId } from "react";
import styles from "./choice.module.css";

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly {
    readonly value: string;
    readonly label: string;
  }[];
  readonly onChange: (value: string) => void;
}

const MAX_SIDE_BY_SIDE = 4;
const MAX_LETTERS = 56; // of all of them together

export function Choice({ label, value, options, onChange }: ChoiceProps) {
  const id = useId();
  const letters = options.reduce((sum, option) => sum + option.label.length, 0);
  const isShort = options.length <= MAX_SIDE_BY_SIDE && letters <= MAX_LETTERS;
  return (
    <div className={styles.choice}>
      <label className={styles.label} id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      {isShort && (
        <SegmentedControl
          className={styles.sideBySide ?? ""}
          aria-labelledby={`${id}-label`}
          size="sm"
          value={value}
          data={[...options]}
          onChange={onChange}
        />
      )}
      <NativeSelect
        className={isShort ? styles.onPhone : undefined}
        id={id}
        size="sm"
        value={value}
        data={[...options]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}
