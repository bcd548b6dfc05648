// What a decision was, and what followed, in a sentence or two: under the
// table, for screen readers, and in the course of the deal.

import type { Words } from "../words/words";
import { callText } from "../table/calls";
import { rankOf, suitOf } from "../table/cards";
import type { CardName, TableView } from "../table/view";
import type { Frame, Step } from "./frames";

/** A bot that has several seats is called by its seat as well. */
export function nameOfSeat(view: TableView, seat: number, { t }: Words) {
  const found = view.seats[seat];
  if (found?.isDummy) return t("dummy");
  const name = found?.name;
  if (!name) return t("seat_number", { seat: `${seat}` });
  const isOnly = view.seats.filter((each) => each.name === name).length === 1;
  return isOnly ? name : t("seat_named", { name, seat: `${seat}` });
}

export function sentenceOf(frame: Frame, words: Words): string {
  const { t } = words;
  const { view, step } = frame;
  const name = (seat: number) => nameOfSeat(view, seat, words);
  if (!step) {
    const dealer = view.seats.find(({ isDealer }) => isDealer)?.seat ?? 0;
    const turned = view.upcard
      ? [t("step_turned", { card: cardName(view.upcard, words) })]
      : [];
    return [t("step_dealt", { name: name(dealer) }), ...turned].join(" ");
  }
  return [decided(view, step, words), ...followed(view, step, words)].join(" ");
}

function decided(view: TableView, step: Step, words: Words): string {
  const { t } = words;
  const name = nameOfSeat(view, step.decider, words);
  if (step.card) {
    const isDummy = step.decider !== step.seat;
    return t(isDummy ? "step_card_dummy" : "step_card", {
      name,
      card: cardName(step.card, words),
    });
  }
  const call = step.call ? callText(words, step.call) : step.word;
  return t("step_call", { name, call });
}

function followed(view: TableView, step: Step, words: Words): string[] {
  const { t } = words;
  const { turned, trumps, trick } = step;
  const said: string[] = [];
  if (turned) said.push(t("step_turned", { card: cardName(turned, words) }));
  if (trumps) said.push(t("step_trumps", { suit: t(`suit_${trumps.suit}`) }));
  if (trick) {
    const { points } = trick;
    const key =
      points === 0
        ? "step_trick_none"
        : points === 1
          ? "step_trick_one"
          : "step_trick";
    const name = nameOfSeat(view, trick.seat, words);
    said.push(t(key, { name, points: `${points}` }));
  }
  if (step.drawn) said.push(t("step_drawn"));
  return said;
}

export function cardName(card: CardName, { t }: Words): string {
  return t("card_name", {
    rank: t(`rank_${rankOf(card)}`),
    suit: t(`suit_${suitOf(card)}`),
  });
}
