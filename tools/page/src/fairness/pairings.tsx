// The bots against each other under one ruleset: how much skill gains.

import type { Ruleset } from "../data/fairness";
import { EstimateText, IntervalTable } from "../parts/interval_table";
import { Section } from "../parts/section";
import { Name } from "../parts/names";
import { useWords } from "../words/words";

export function Pairings({ ruleset }: { readonly ruleset: Ruleset }) {
  const { t, numbers } = useWords();
  const pairings = ruleset.pairings.filter(({ elo }) => elo.interval !== null);
  if (pairings.length === 0) return null;
  return (
    <Section title={t("bots_against_each_other")}>
      <IntervalTable
        caption={t("bots_against_each_other")}
        name="fairness_pairing"
        estimate="elo_per_deal"
        columns={["luck_share", "pairing_gain", "tables_to_95", "r_squared"]}
        rows={pairings.map((pairing) => ({
          key: `${pairing.stronger}\n${pairing.weaker}`,
          name: (
            <>
              <Name name={pairing.stronger} /> – <Name name={pairing.weaker} />
            </>
          ),
          estimate: pairing.elo,
          text: <EstimateText estimate={pairing.elo} decimals={1} />,
          apart: true,
          cells: [
            share(pairing.luckShare),
            pairing.pairingGain === null
              ? null
              : `${numbers.fixed(pairing.pairingGain, 2)}×`,
            pairing.tables === null
              ? null
              : numbers.count(Math.ceil(pairing.tables)),
            share(pairing.rSquared),
          ],
        }))}
      />
    </Section>
  );

  function share(value: number | null) {
    return value === null ? null : numbers.percent(value, 0);
  }
}
