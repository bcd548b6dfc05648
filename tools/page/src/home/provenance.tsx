// What it takes to check the report or to play it again.

import type { ReactNode } from "react";
import type { Report } from "../data/report";
import type { HostRun, Run } from "../data/run";
import { CopiedText } from "../parts/copied_text";
import { FactList, type Fact } from "../parts/facts";
import { Name } from "../parts/names";
import { Section } from "../parts/section";
import { useWords } from "../words/words";
import styles from "./provenance.module.css";

interface ProvenanceProps {
  readonly report: Report;
  readonly run: Run | null;
}

export function Provenance({ report, run }: ProvenanceProps) {
  const { t, numbers, named } = useWords();
  const { league } = report;
  const facts: Fact[] = [
    {
      word: "command",
      value: run?.repeat && <CopiedText text={run.repeat} />,
    },
    {
      word: "verify_command",
      value: run?.verify && <CopiedText text={run.verify} />,
    },
    {
      word: "policy",
      value:
        run && run.policy.length > 0 ? <Policy lines={run.policy} /> : null,
    },
    {
      word: "max_faults",
      value: league.maxFaults === null ? null : numbers.count(league.maxFaults),
    },
    {
      word: "seed",
      value: league.seed && <code>{league.seed}</code>,
      detail: league.seedOrigin && named("seed_origin", league.seedOrigin),
    },
    {
      word: "commitment",
      value: league.commitment && <code>{league.commitment}</code>,
    },
    {
      word: "deals_of_pairings",
      value: t(league.sameDeals ? "deals_same" : "deals_own"),
    },
    { word: "ruleset_hashes", value: <Hashes report={report} /> },
    { word: "version", value: report.version },
    {
      word: "hosts",
      value: run && run.hosts.length > 0 && run.hosts.map(Host),
    },
    { word: "written", value: run?.written && numbers.date(run.written) },
  ];
  return (
    <Section title={t("provenance")}>
      <FactList facts={facts} />
    </Section>
  );
}

function Policy({ lines }: { readonly lines: readonly string[] }) {
  const { t } = useWords();
  return (
    <details className={styles.policy}>
      <summary>{t("policy_count", { count: `${lines.length}` })}</summary>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  );
}

function Hashes({ report }: { readonly report: Report }): ReactNode {
  const tables = [
    ...report.rulesets,
    ...report.tournaments,
    ...report.threeWay,
  ];
  return tables.map(({ ruleset, hash }) => (
    <span key={ruleset} className={styles.hash}>
      <Name name={ruleset ?? ""} /> <code>{hash}</code>
    </span>
  ));
}

function Host(host: HostRun, index: number) {
  return <HostLine key={index} host={host} />;
}

function HostLine({ host }: { readonly host: HostRun }) {
  const { t, numbers } = useWords();
  const machine = [
    host.cpu,
    host.cores === null ? null : t("cores", { count: `${host.cores}` }),
    host.kernel,
    host.workers === null ? null : t("workers", { count: `${host.workers}` }),
    host.version && `couillon ${host.version}`,
  ];
  const times = [
    host.began && numbers.date(host.began),
    host.seconds === null ? null : numbers.seconds(host.seconds),
  ];
  return (
    <span className={styles.line}>
      {machine.filter(Boolean).join(", ")}
      <span className={styles.times}>{times.filter(Boolean).join(", ")}</span>
    </span>
  );
}
