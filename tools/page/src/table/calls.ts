// What players say, in words.

import type { Words } from "../words/words";
import { rankOf, suitOf } from "./cards";
import type { Call } from "./view";

export function callText({ t }: Words, said: Call): string {
  const { call, card, suit, number } = said;
  const shown =
    card &&
    t("card_name", {
      rank: t(`rank_${rankOf(card)}`),
      suit: t(`suit_${suitOf(card)}`),
    });
  switch (call) {
    case "take":
      return shown ? t("call_take_shown", { card: shown }) : t("call_take");
    case "name": {
      const named = suit ? t(`suit_${suit}`) : "";
      return shown
        ? t("call_name_shown", { suit: named, card: shown })
        : t("call_name", { suit: named });
    }
    case "pick":
      return t("call_pick", { number: `${(number ?? 0) + 1}` });
    default:
      return t(`call_${call}`);
  }
}
