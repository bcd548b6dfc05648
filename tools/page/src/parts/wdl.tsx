import type { Wdl } from "../data/report";
import { useWords } from "../words/words";
import { MISSING } from "../words/numbers";

export function WdlText({ wdl }: { readonly wdl: Wdl | null }) {
  const { t, numbers } = useWords();
  if (!wdl) return MISSING;
  const wins = numbers.count(wdl.wins);
  const draws = numbers.count(wdl.draws);
  const losses = numbers.count(wdl.losses);
  return (
    <>
      <span aria-hidden="true">
        {wins} – {draws} – {losses}
      </span>
      <span className="visually-hidden">
        {t("wdl_spoken", { wins, draws, losses })}
      </span>
    </>
  );
}
