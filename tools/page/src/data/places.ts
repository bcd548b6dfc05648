// What the places of a deal gained: under a ruleset, and of a bot.

import type { PlaceFigure, Report } from "./report";

/** Whoever held them; empty where the report does not know. */
export function placesUnder(report: Report, ruleset: string): PlaceFigure[] {
  const is = (table: { readonly ruleset: string | null }) =>
    table.ruleset === ruleset;
  return [
    ...(report.rulesets.find(is)?.places ?? []),
    ...(report.tournaments.find(is)?.places ?? []),
    ...(report.threeWay.find(is)?.places ?? []),
  ];
}

/** The same, of one bot. */
export function placesOf(
  report: Report,
  ruleset: string,
  bot: string,
): readonly PlaceFigure[] {
  const is = (table: { readonly ruleset: string | null }) =>
    table.ruleset === ruleset;
  const isBot = (line: { readonly bot: string }) => line.bot === bot;
  const line =
    report.rulesets.find(is)?.ratings.find(isBot) ??
    report.tournaments.find(is)?.players.find(isBot) ??
    report.threeWay.find(is)?.bots.find(isBot);
  return line?.places ?? [];
}
