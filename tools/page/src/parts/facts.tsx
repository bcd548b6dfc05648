// Short facts with their labels: in a row of tiles, or as a list.

import type { ReactNode } from "react";
import { useWords, isWordKey, type TermKey } from "../words/words";
import type { WordKey } from "../words/dictionaries";
import { Term } from "./term";
import styles from "./facts.module.css";

export interface Fact {
  readonly word: WordKey;
  readonly value: ReactNode;
  readonly detail?: ReactNode;
}

interface FactsProps {
  /** Without a value (null), a fact is left out. */
  readonly facts: readonly Fact[];
}

export function Tiles({ facts }: FactsProps) {
  return <Facts facts={facts} all={styles.tiles} each={styles.tile} />;
}

export function FactList({ facts }: FactsProps) {
  return <Facts facts={facts} all={styles.list} each={styles.line} />;
}

function Facts(props: {
  readonly facts: readonly Fact[];
  readonly all: string | undefined;
  readonly each: string | undefined;
}) {
  return (
    <dl className={props.all}>
      {props.facts.filter(isKnownFact).map(({ word, value, detail }) => (
        <div key={word} className={props.each}>
          <dt>
            <Label word={word} />
          </dt>
          <dd>
            {value}
            {detail && <span className={styles.detail}>{detail}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A word, with its explanation if it has one. */
export function Label({ word }: { readonly word: WordKey }) {
  const { t } = useWords();
  return isTerm(word) ? <Term word={word} /> : t(word);
}

function isTerm(word: WordKey): word is TermKey {
  return isWordKey(`${word}_help`);
}

function isKnownFact({ value }: Fact): boolean {
  return (
    value !== null && value !== undefined && value !== "" && value !== false
  );
}
