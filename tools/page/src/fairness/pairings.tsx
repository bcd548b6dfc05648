// The bots against each other under one ruleset: how much skill gains.

import type { Pairing, Ruleset } from "../data/fairness";
import { column, count, fixed, percent, type Column } from "../parts/columns";
import { IntervalTable } from "../parts/interval_table";
import { Section } from "../parts/section";
import { Name } from "../parts/names";
import { useWords } from "../words/words";

const COLUMNS: readonly Column<Pairing>[] = [
  column("luck_share", (pairing) => pairing.luckShare, percent(0)),
  column("pairing_gain", (pairing) => pairing.pairingGain, fixed(2, "×")),
  column("tables_to_95", ({ tables }) => tables && Math.ceil(tables), count),
  column("r_squared", (pairing) => pairing.rSquared, percent(0)),
];

export function Pairings({ ruleset }: { readonly ruleset: Ruleset }) {
  const { t } = useWords();
  const pairings = ruleset.pairings.filter(({ elo }) => elo.interval !== null);
  if (pairings.length === 0) return null;
  return (
    <Section title={t("bots_against_each_other")}>
      <IntervalTable
        caption={t("bots_against_each_other")}
        name="fairness_pairing"
        estimate="elo_per_deal"
        decimals={1}
        columns={COLUMNS}
        rows={pairings.map((pairing) => ({
          key: `${pairing.stronger}\n${pairing.weaker}`,
          item: pairing,
          name: (
            <>
              <Name name={pairing.stronger} /> – <Name name={pairing.weaker} />
            </>
          ),
          estimate: pairing.elo,
        }))}
      />
    </Section>
  );
}
