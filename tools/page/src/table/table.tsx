// A table with two to eight seats: hands, the trick, trumps, what was said.

import type { CSSProperties, ReactNode } from "react";
import { useWords } from "../words/words";
import { Middle } from "./middle";
import { placesOf } from "./places";
import { Seat } from "./seat";
import { SideMark } from "./side_mark";
import { inTurn, type CardName, type TableView } from "./view";
import styles from "./table.module.css";

interface TableProps {
  readonly view: TableView;
  /** How the table is called, if not just "Table". */
  readonly label?: string;
  /** Called with a card marked as a choice, and the seat that holds it. */
  readonly onCard?: (seat: number, card: CardName) => void;
  /** Drawn, over the whole width, in place of the cards of the nearest seat. */
  readonly ownHand?: ReactNode;
}

export function Table({ view, label, onCard, ownHand }: TableProps) {
  const { t } = useWords();
  const seats = view.seats.length;
  const { places, sideRows } = placesOf(seats);
  const isLarge = view.seats.some((seat) => seat.isLayout) && seats === 2;
  return (
    <section
      className={styles.board}
      aria-label={label ?? t("table")}
      data-seats={seats}
    >
      <div
        className={styles.grid}
        data-layouts={isLarge || undefined}
        style={{ "--side-rows": sideRows } as CSSProperties}
      >
        {inTurn(view).map((seat, turns) => {
          const place = places[turns];
          if (!place) return null;
          const own = turns === 0 ? ownHand : undefined;
          return (
            <div
              key={seat.seat}
              className={styles.place}
              style={gridPlace(place)}
              data-own={own !== undefined || undefined}
            >
              <Seat
                seat={seat}
                ownHand={own}
                onCard={onCard && ((card) => onCard(seat.seat, card))}
              />
            </div>
          );
        })}
        <div className={styles.middle}>
          <Middle view={view} places={places} />
        </div>
      </div>
      <Taken view={view} />
    </section>
  );
}

// What each side has taken so far.
function Taken({ view }: { readonly view: TableView }) {
  const { t } = useWords();
  if (view.sides.length === 0) return null;
  return (
    <ul className={styles.taken}>
      {view.sides.map(({ side, cardPoints, tricks }) => (
        <li key={side} className={styles.side}>
          <SideMark side={side} />
          <span className="visually-hidden">
            {t("side_number", { side: `${side}` })}
          </span>
          <span>
            {t(cardPoints === 1 ? "taken_point" : "taken_points", {
              points: `${cardPoints}`,
            })}
          </span>
          <span className={styles.tricks}>
            {t(tricks === 1 ? "taken_trick" : "taken_tricks", {
              tricks: `${tricks}`,
            })}
          </span>
        </li>
      ))}
    </ul>
  );
}

type GridPlace = ReturnType<typeof placesOf>["places"][number];

function gridPlace(place: GridPlace): CSSProperties {
  const { narrowColumn } = place;
  return {
    "--column": place.column,
    "--row": place.row,
    "--narrow-column": narrowColumn === 0 ? "1 / -1" : narrowColumn,
    "--narrow-row": place.narrowRow,
  } as CSSProperties;
}
