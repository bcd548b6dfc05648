import type { Wdl } from "../data/report";
import { useWords } from "../words/words";

export function WdlText({ wdl }: { readonly wdl: Wdl }) {
  const { t, numbers } = useWords();
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
