// The figures of a pairing that a first look does not need.

import { isKnown } from "../data/schema";
import type { Pairing } from "../data/report";
import { Label } from "../parts/facts";
import { RulesetName } from "../parts/names";
import { SimpleTable } from "../parts/simple_table";
import type { WordKey } from "../words/dictionaries";
import { useWords, type Words } from "../words/words";
import type { Meeting } from "./meeting";

interface FigureLine {
  readonly word: WordKey;
  text(pairing: Pairing, words: Words): string | null;
}

const FIGURES: readonly FigureLine[] = [
  {
    word: "rating_elo_match",
    text: ({ eloPerMatch }, { numbers }) =>
      isKnown(eloPerMatch) ? numbers.estimate(eloPerMatch, 1) : null,
  },
  {
    word: "pairing_elo",
    text: ({ elo }, { numbers }) =>
      isKnown(elo) ? numbers.estimate(elo, 1) : null,
  },
  {
    word: "nelo",
    text: ({ nelo }, { numbers }) =>
      isKnown(nelo) ? numbers.estimate(nelo, 1) : null,
  },
  {
    word: "anytime",
    text: (pairing, { numbers }) => {
      if (pairing.pointsAnytime) {
        return numbers.interval(pairing.pointsAnytime, 3);
      }
      return pairing.eloAnytime && numbers.interval(pairing.eloAnytime, 1);
    },
  },
  {
    word: "luck_share",
    text: ({ luckShare }, { numbers }) =>
      luckShare === null ? null : numbers.percent(luckShare, 0),
  },
  {
    word: "pairing_gain",
    text: ({ pairingGain }, { numbers }) =>
      pairingGain === null ? null : `${numbers.fixed(pairingGain, 1)} ×`,
  },
  {
    word: "decisions",
    text: ({ decisions }, { numbers }) =>
      decisions === null ? null : numbers.count(decisions),
  },
  {
    word: "forfeits",
    text: ({ forfeits }, { numbers }) =>
      forfeits === 0 ? null : numbers.count(forfeits),
  },
  {
    word: "without_forfeits",
    text: ({ withoutForfeits, points }, { numbers }) =>
      withoutForfeits &&
      numbers.estimate(withoutForfeits, isKnown(points) ? 3 : 1),
  },
];

export function MoreFigures(props: { readonly meetings: readonly Meeting[] }) {
  const words = useWords();
  const { meetings } = props;
  const lines = FIGURES.map(({ word, text: read }) => ({
    word,
    texts: meetings.map(({ pairing }) => read(pairing, words)),
  })).filter(({ texts }) => texts.some((value) => value !== null));
  return (
    <SimpleTable
      caption={words.t("more_figures")}
      heads={[
        words.t("ruleset"),
        ...lines.map(({ word }) => <Label key={word} word={word} />),
      ]}
      rows={meetings.map(({ ruleset }, i) => ({
        key: ruleset,
        cells: [
          <RulesetName key="name" name={ruleset} />,
          ...lines.map(({ texts }) => texts[i] ?? ""),
        ],
      }))}
    />
  );
}
