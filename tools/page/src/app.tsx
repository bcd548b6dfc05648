// The page as a whole: its head, and the part that the address names.

import { useEffect, useMemo, useRef } from "react";
import { dealsUrl, liveUrl, readDocument, type Loaded } from "./data/document";
import { FairnessHome } from "./fairness/home";
import { FairnessRulesetPage } from "./fairness/ruleset";
import { useLive } from "./live";
import { BotPage } from "./pages/bot";
import { DealPage } from "./pages/deal";
import { DealsPage } from "./pages/deals";
import { Home } from "./pages/home";
import { PairingPage } from "./pages/pairing";
import { RoundPage } from "./pages/round";
import { RulesetPage } from "./pages/ruleset";
import { LiveBar } from "./parts/live_bar";
import { PageHead } from "./parts/page_head";
import { DealsProvider, useDeals, useDealSource } from "./replay/source";
import { useRoute, type Route } from "./route";
import { useWords } from "./words/words";
import styles from "./app.module.css";

export function App({ data }: { readonly data: unknown }) {
  const { t } = useWords();
  const live = useLive(liveUrl(data));
  const latest = live?.document ?? data;
  const loaded = useMemo(() => readDocument(latest), [latest]);
  const route = useRoute();
  const main = useRef<HTMLElement>(null);
  const deals = useDealSource(dealsUrl(data));
  useNewPage(route, main);
  return (
    <div className={styles.page}>
      <a
        className={styles.skip}
        href="#content"
        onClick={(event) => {
          event.preventDefault(); // the hash is the address of a page
          main.current?.focus();
        }}
      >
        {t("skip_to_content")}
      </a>
      <PageHead />
      {live && <LiveBar live={live} />}
      <main ref={main} tabIndex={-1} className={styles.content}>
        <DealsProvider value={deals}>
          <Content loaded={loaded} route={route} isLive={live !== null} />
        </DealsProvider>
      </main>
    </div>
  );
}

function Content(props: {
  readonly loaded: Loaded;
  readonly route: Route;
  readonly isLive: boolean;
}) {
  const { t } = useWords();
  const { loaded, route, isLive } = props;
  const deals = useDeals();
  if (route.page === "deal") return <DealPage route={route} />;
  if (route.page === "deals") return <DealsPage route={route} />;
  if (deals && (loaded.kind === "empty" || loaded.kind === "foreign")) {
    return <DealsPage route={ALL_DEALS} isHome />;
  }
  if (loaded.kind === "empty") {
    return (
      <Message
        title={t(isLive ? "waiting" : "no_data")}
        text={t(isLive ? "waiting_text" : "no_data_text")}
      />
    );
  }
  if (loaded.kind === "packed") {
    return <Message title={t("packed")} text={t("packed_text")} />;
  }
  if (loaded.kind === "foreign") {
    const schema = loaded.schema ?? t("no_schema");
    return (
      <Message title={t("foreign")} text={t("foreign_text", { schema })} />
    );
  }
  if (loaded.kind === "fairness") {
    return (
      <>
        <NewerVersion version={loaded.newerVersion} />
        {route.page === "ruleset" ? (
          <FairnessRulesetPage
            key={route.ruleset}
            fairness={loaded.fairness}
            ruleset={route.ruleset}
          />
        ) : (
          <FairnessHome fairness={loaded.fairness} run={loaded.run} />
        )}
      </>
    );
  }
  const { report, run, losses, newerVersion } = loaded;
  return (
    <>
      <NewerVersion version={newerVersion} />
      {route.page === "home" && <Home report={report} run={run} />}
      {route.page === "bot" && (
        <BotPage
          key={route.bot}
          report={report}
          run={run}
          losses={losses}
          bot={route.bot}
        />
      )}
      {route.page === "ruleset" && (
        <RulesetPage report={report} ruleset={route.ruleset} />
      )}
      {route.page === "round" && (
        <RoundPage report={report} round={route.round} />
      )}
      {route.page === "pairing" && (
        <PairingPage
          report={report}
          first={route.first}
          second={route.second}
        />
      )}
    </>
  );
}

// What a page without a report shows.
const ALL_DEALS = { page: "deals", ruleset: null, bots: [] } as const;

function NewerVersion({ version }: { readonly version: number | null }) {
  const { t } = useWords();
  if (version === null) return null;
  return (
    <p className={styles.warning} role="status">
      {t("newer_version", { version: `${version}` })}
    </p>
  );
}

function Message(props: { readonly title: string; readonly text: string }) {
  return (
    <div className={styles.message}>
      <h1>{props.title}</h1>
      <p>{props.text}</p>
    </div>
  );
}

// A new page starts at its top, also for screen readers.
function useNewPage(route: Route, main: React.RefObject<HTMLElement | null>) {
  const shown = useRef(route);
  useEffect(() => {
    if (JSON.stringify(shown.current) === JSON.stringify(route)) return;
    shown.current = route;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [route, main]);
}
