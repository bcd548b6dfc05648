// Actions in the notation of the program, as the parts of a table and in words.

import { isCard, isSuit } from "../table/cards";
import type { Call, CardName } from "../table/view";
import type { WordKey } from "../words/dictionaries";
import type { Words } from "../words/words";

/** The card of "play:AS"; null for anything else. */
export function cardPlayed(action: string): CardName | null {
  const [verb, what = ""] = action.split(":");
  return verb === "play" && isCard(what) ? what : null;
}

/** What was said; null for a card that was played. */
export function callOf(action: string): Call | null {
  const [verb = "", what = ""] = action.split(":");
  switch (verb) {
    case "take":
      return isCard(what) ? { call: "take", card: what } : { call: "take" };
    case "name":
      if (isCard(what)) return { call: "name", card: what };
      return isSuit(what) ? { call: "name", suit: what } : null;
    case "pick":
      return { call: "pick", number: what === "1" ? 1 : 0 };
    case "pass":
    case "defer":
    case "mit":
    case "no":
    case "kontra":
    case "re":
      return { call: verb };
    default:
      return null;
  }
}

/** The words on a button that says `action`, or for a card its name. */
export function choiceText(
  { t }: Words,
  action: string,
  cardName: (card: CardName | null) => string,
): string {
  const card = cardPlayed(action);
  if (card) return cardName(card);
  const call = callOf(action);
  if (!call) return action;
  const shown = call.card ? cardName(call.card) : null;
  switch (call.call) {
    case "take":
      return shown
        ? t("play_do_take_card", { card: shown })
        : t("play_do_take");
    case "name":
      return shown
        ? t("play_do_name_card", { card: shown })
        : t("play_do_name", { suit: call.suit ? t(`suit_${call.suit}`) : "" });
    case "pick":
      return t("play_do_pick", {
        number: t(call.number === 1 ? "play_second" : "play_first"),
      });
    default:
      return t(`play_do_${call.call}`);
  }
}

const REFUSALS: Readonly<Record<string, WordKey>> = {
  follow: "play_refused_follow",
  head: "play_refused_head",
  trump: "play_refused_trump",
  overtrump: "play_refused_overtrump",
};

/** Why a card may not be played; null if that is not known. */
export const refusalWord = (why: string | undefined): WordKey | null =>
  (why !== undefined && REFUSALS[why]) || null;
