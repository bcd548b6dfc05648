// Names from outside. They are untrusted text of any script and length:
// isolated, so that right-to-left text does not turn what is beside it.

import { botLink, pairingLink, rulesetLink } from "../route";
import styles from "./names.module.css";

interface NameProps {
  readonly name: string;
  /** Cut off what does not fit into one line. */
  readonly short?: boolean;
}

export function Name({ name, short = false }: NameProps) {
  return (
    <bdi
      className={short ? styles.short : styles.name}
      title={short ? name : undefined}
    >
      {name}
    </bdi>
  );
}

/** Partners: "one + two". */
export function Names({ names }: { readonly names: readonly string[] }) {
  return names.map((name, i) => (
    <span key={i}>
      {i > 0 && " + "}
      <Name name={name} />
    </span>
  ));
}

const MAX_LETTERS = 48; // of a name that leads to the page with all of it

function CutName({ name, short = false }: NameProps) {
  const letters = Array.from(name);
  if (short || letters.length <= MAX_LETTERS) {
    return <Name name={name} short={short} />;
  }
  return (
    <bdi className={styles.name} title={name}>
      {letters.slice(0, MAX_LETTERS - 1).join("")}…
    </bdi>
  );
}

export function BotName({ name, short = false }: NameProps) {
  return (
    <a className={styles.link} href={botLink(name)}>
      <CutName name={name} short={short} />
    </a>
  );
}

export function RulesetName({ name, short = false }: NameProps) {
  return (
    <a className={styles.link} href={rulesetLink(name)}>
      <CutName name={name} short={short} />
    </a>
  );
}

/** The name of the second bot, which leads to the pairing. */
export function PairingName(props: {
  readonly first: string;
  readonly second: string;
}) {
  return (
    <a className={styles.link} href={pairingLink(props.first, props.second)}>
      <CutName name={props.second} />
    </a>
  );
}
