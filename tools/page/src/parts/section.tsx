import { useId, type ReactNode } from "react";
import styles from "./section.module.css";

interface SectionProps {
  readonly title: ReactNode;
  /** What stands at the end of the line of the title. */
  readonly controls?: ReactNode;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, controls, lead, children }: SectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {controls && <div className={styles.controls}>{controls}</div>}
      </div>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </section>
  );
}

/** A remark under a table. */
export function Note({ children }: { readonly children: ReactNode }) {
  return <p className={styles.note}>{children}</p>;
}
