// The values of the actions at a decision, beside the cards on the table.

import type { ActionValue, Deal } from "../data/deals";
import type { CardNote, HandCard, TableView } from "../table/view";
import type { Words } from "../words/words";
import type { Frame } from "./frames";

/** Those of the decision that is due at a moment; null if not known. */
export function valuesAt(
  deal: Deal,
  at: number,
): readonly ActionValue[] | null {
  return deal.values?.[at] ?? null;
}

/** What the decision that led to a moment cost; null if not known. */
export function costAt(deal: Deal, frame: Frame, at: number): number | null {
  const values = at > 0 ? valuesAt(deal, at - 1) : null;
  const taken = values?.find(({ action }) => action === frame.step?.word);
  return taken?.cost ?? null;
}

/** The table with the values of the cards that the seat to act may play. */
export function withValues(
  view: TableView,
  values: readonly ActionValue[] | null,
  words: Words,
): TableView {
  if (!values) return view;
  const notes = new Map(
    values.map((value) => [value.action, noteOf(value, words)]),
  );
  const noted = (held: HandCard): HandCard => {
    const note = held.card ? notes.get(`play:${held.card}`) : undefined;
    return note ? { ...held, note } : held;
  };
  return {
    ...view,
    seats: view.seats.map((seat) =>
      seat.isToAct ? { ...seat, hand: seat.hand.map(noted) } : seat,
    ),
  };
}

function noteOf({ value, cost }: ActionValue, words: Words): CardNote {
  const text = words.numbers.signed(value, 0);
  return {
    text,
    tone: cost === 0 ? "best" : "costly",
    spoken:
      cost === 0
        ? `${text}, ${words.t("values_best")}`
        : `${text}, ${words.t("values_cost", { cost: `${cost}` })}`,
  };
}
