// The middle of a table: trumps, upcard, stock, and the trick under way.

import type { CSSProperties, ReactNode } from "react";
import { useWords } from "../words/words";
import { SuitSign } from "./pips";
import type { Place } from "./places";
import { PlayingCard, useCardName } from "./playing_card";
import { nameOf } from "./seat";
import { inTurn, type TableView } from "./view";
import styles from "./middle.module.css";

interface MiddleProps {
  readonly view: TableView;
  readonly places: readonly Place[];
}

export function Middle({ view, places }: MiddleProps) {
  return (
    <div className={styles.middle}>
      <Facts view={view} />
      <div
        className={styles.cloth}
        data-crowded={view.seats.length > 4 || undefined}
      >
        {view.trump === null ? (
          <Offer view={view} />
        ) : (
          <Trick view={view} places={places} />
        )}
      </div>
    </div>
  );
}

function Facts({ view }: { readonly view: TableView }) {
  const { t } = useWords();
  const { trump, stock, upcard } = view;
  return (
    <div className={styles.facts}>
      {trump && (
        <Fact word={t("trumps")}>
          <SuitSign suit={trump} /> {t(`suit_${trump}`)}
        </Fact>
      )}
      {trump && upcard && (
        <Fact word={t("turned_up")}>
          <span className={styles.small}>
            <PlayingCard card={upcard} />
          </span>
        </Fact>
      )}
      {stock !== null && <Fact word={t("stock")}>{stock}</Fact>}
      <Talon view={view} />
      {view.mit !== null && (
        <span className={styles.announced}>
          {[
            t("call_mit"),
            ...(view.kontra ? [t("call_kontra")] : []),
            ...(view.re ? [t("call_re")] : []),
          ].join(" · ")}
        </span>
      )}
    </div>
  );
}

function Talon({ view }: { readonly view: TableView }) {
  const { t } = useWords();
  const { talon } = view;
  if (talon === null || talon === 0) return null;
  if (typeof talon === "number") return <Fact word={t("talon")}>{talon}</Fact>;
  if (talon.length === 0) return null;
  return (
    <Fact word={t("talon")}>
      <span className={styles.row}>
        {talon.map((card, i) => (
          <span key={i} className={styles.small}>
            <PlayingCard card={card} />
          </span>
        ))}
      </span>
    </Fact>
  );
}

function Fact(props: { readonly word: string; readonly children: ReactNode }) {
  return (
    <span className={styles.fact}>
      <span className={styles.word}>{props.word}</span>
      <span className={styles.value}>{props.children}</span>
    </span>
  );
}

// What is turned up while trumps are made.
function Offer({ view }: { readonly view: TableView }) {
  const { t } = useWords();
  const { upcard, refused } = view;
  if (!upcard) return null;
  return (
    <div className={styles.offer}>
      {refused.length > 0 && (
        <div className={styles.offered}>
          <span className={styles.row}>
            {refused.map((card) => (
              <span key={card} className={styles.small}>
                <PlayingCard card={card} />
              </span>
            ))}
          </span>
          <span className={styles.word}>{t("refused")}</span>
        </div>
      )}
      <div className={styles.offered}>
        <PlayingCard card={upcard} />
        <span className={styles.word}>{t("on_offer")}</span>
      </div>
    </div>
  );
}

function Trick({ view, places }: MiddleProps) {
  const { t } = useWords();
  const cardName = useCardName();
  return inTurn(view).map((seat, turns) => {
    const place = places[turns];
    if (!place || seat.played === null) return null;
    const label = t("in_trick", {
      card: cardName(seat.played),
      name: nameOf(seat, t),
    });
    return (
      <span
        key={seat.seat}
        className={styles.played}
        data-takes={seat.takesTrick || undefined}
        style={{ "--x": place.x, "--y": place.y } as CSSProperties}
      >
        <PlayingCard
          card={seat.played}
          label={seat.takesTrick ? `${label}, ${t("takes_trick")}` : label}
        />
      </span>
    );
  });
}
