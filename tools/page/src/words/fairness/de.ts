// The words of the pages of a fairness run in German.

import type { FairnessDictionary } from "./en";

export const fairnessDe: FairnessDictionary = {
  fairness_of: "Wie fair ist {ruleset}?",
  fairness_of_count: "Wie fair sind {count} Regelwerke?",
  readings_compared: "{second} gegenüber {first}",
  fairness_lead:
    "Bots gleicher Stärke spielen gegeneinander, damit die Regeln entscheiden und nicht das Können. Zuerst ganze Partien, dann einzelne Spiele.",
  bots_weakest_first: "Bots, der schwächste zuerst",
  fairness_deals: "Spiele",
  fairness_deals_help:
    "Spiele jedes Bots gegen sich selbst je Regelwerk, jedes in jeder Sitzordnung. Alle Regelwerke spielen dieselben Spiele.",
  fairness_matches: "Partien",
  fairness_matches_help:
    "Ganze Partien des stärksten Bots gegen sich selbst je Regelwerk, jede in jeder Sitzordnung.",
  margin: "Fair bis",
  margin_help:
    "Der größte Vorteil, der als fair gilt, vor dem Spiel festgelegt: in Elo für Partien, in Spielpunkten für einzelne Spiele.",
  margin_of_deals: "{points} Punkte pro Spiel",

  fairness_verdict: "Urteil",
  fairness_verdict_help:
    "Fair: ein Test zeigt, dass der Vorteil unter der Schranke liegt. Unfair: ein Test zeigt, dass er darüber liegt. Offen: keines von beiden; mehr Partien können entscheiden. Die Urteile eines Berichts gelten zusammen: die Wahrscheinlichkeit, dass eines falsch ist, beträgt höchstens 5 % für „fair“, und ebenso für „unfair“.",
  verdict_fair: "fair",
  verdict_unfair: "unfair",
  verdict_undecided: "offen",
  no_verdict: "kein Urteil",
  under_rulesets: "{verdict} unter {count}: ",

  whole_matches: "Ganze Partien",
  whole_matches_lead:
    "Gewinnt die Seite des ersten Gebers eine Partie so oft wie die andere? {bot} gegen sich selbst. Das graue Band ist, was als fair gilt.",
  no_matches:
    "Es wurden keine Partien gespielt, also gibt es kein Urteil darüber (Option --matches).",
  note_three_sides:
    "Kein Urteil bei drei Seiten: dort ist keine die des ersten Gebers gegen eine andere.",
  first_dealer_elo: "Elo, Seite des ersten Gebers",
  first_dealer_elo_help:
    "Um wie viel besser die Seite des ersten Gebers in ganzen Partien abschneidet, in Elo, mit dem 95-%-Intervall. 0 ist ausgeglichen; +5 heißt ein Score von 50,7 %.",
  first_dealer_score: "Score",
  first_dealer_score_help:
    "Der Anteil der Partien, den die Seite des ersten Gebers gewinnt. 50 % ist ausgeglichen.",
  match_deals: "Spiele pro Partie",
  match_deals_help: "Wie viele Spiele eine Partie dauert, im Mittel.",
  match_fair:
    "Die Seite des ersten Gebers gewinnt {score} der ganzen Partien. Ihr Vorteil ist kleiner als {margin} Elo.",
  match_unfair_first_dealer:
    "Die Seite des ersten Gebers gewinnt {score} der ganzen Partien: ein Vorteil von mehr als {margin} Elo.",
  match_unfair_other:
    "Die Seite des ersten Gebers gewinnt {score} der ganzen Partien: ein Nachteil von mehr als {margin} Elo.",
  match_undecided:
    "Die Seite des ersten Gebers gewinnt {score} der ganzen Partien. Ob ihr Vorteil über oder unter {margin} Elo liegt, sagen diese Partien nicht.",
  match_no_verdict: "Über ganze Partien gibt es kein Urteil.",

  one_deal: "Was ein Platz in einem Spiel wert ist",
  one_deal_lead:
    "Wie viele Spielpunkte die Seite der Vorhand, die zuerst ausspielt, in einem Spiel mehr gewinnt als die andere. Die Plätze wechseln von Spiel zu Spiel: in einer Partie gleicht sich das größtenteils aus.",
  gains_under: "gewinnt unter {count}",
  loses_under: "verliert unter {count}",
  even_under: "gleich unter {count}",
  undecided_under: "offen unter {count}",
  eldest_side_of: "{bot}: die Seite der Vorhand",
  contradictions:
    "Die Vorhand gewinnt mit einem Bot und verliert mit einem anderen: {rulesets}. Dort entscheidet die Spielstärke.",
  seat_plot_label:
    "Der Vorsprung der Seite der Vorhand pro Spiel unter jedem Regelwerk, für jeden Bot, mit seinem Intervall; die Tabelle darunter hat die Zahlen",
  seat_plot_axis: "Vorsprung der Seite der Vorhand, Punkte pro Spiel",
  legend_in_matches: "gefüllt: ganze Partien sind in derselben Richtung unfair",
  legend_not_in_matches: "hohl: ganze Partien zeigen es nicht",
  legend_margin: "Band: gilt als fair",
  the_numbers: "Die Zahlen",
  eldest_lead: "Vorsprung der Seite der Vorhand",
  eldest_lead_help:
    "Spielpunkte pro Spiel der Seite der Vorhand minus die der anderen (bei drei Seiten: des Mittels der anderen), mit dem 95-%-Intervall.",
  seat_gains:
    "Die Seite der Vorhand gewinnt pro Spiel {points} Spielpunkte mehr als die andere.",
  seat_loses:
    "Die Seite der Vorhand gewinnt pro Spiel {points} Spielpunkte weniger als die andere.",
  seat_even:
    "Die Plätze sind gleich: höchstens {margin} Spielpunkte pro Spiel.",
  seat_undecided:
    "Offen: der Vorsprung der Seite der Vorhand liegt zwischen {lo} und {hi} Spielpunkten pro Spiel.",
  seat_unknown: "Nicht bekannt.",
  shown_in_matches: "Ganze Partien sind in derselben Richtung unfair.",
  not_in_fair_matches: "Ganze Partien sind trotzdem fair.",
  not_shown_in_matches: "Ganze Partien zeigen es nicht.",
  seat_in_matches: "In Partien",
  seat_in_matches_help:
    "Ob ganze Partien in der Richtung dieses Effekts unfair sind.",
  shows: "zeigt sich",
  shows_not: "zeigt sich nicht",

  what_changed: "Was sich geändert hat",
  what_changed_lead:
    "{second} verglichen mit {first} bei denselben Spielen, die größte Änderung zuerst. Die Achse zeigt sie in Standardabweichungen des Werts von Spiel zu Spiel.",
  changed_count:
    "{bot}: {changed} von {all} Werten haben sich signifikant geändert",
  nothing_changed: "Kein Wert hat sich signifikant geändert.",
  unchanged_figures: "{count} Werte ohne signifikante Änderung",
  fairness_figure: "Wert",
  change: "Änderung",
  change_help:
    "Die zweite Lesart minus die erste. Die Achse zeigt die Änderung in Standardabweichungen des Werts von Spiel zu Spiel, damit Punkte und Anteile vergleichbar sind.",
  first_reading: "Erste",
  first_reading_help: "Der Wert unter der ersten Lesart.",
  second_reading: "Zweite",
  second_reading_help: "Der Wert unter der zweiten Lesart.",
  note_changes:
    "Eine Änderung ist signifikant, wenn ihr p nach Holms Korrektur über die Werte des Bots höchstens 5 % ist. Werte, die beide Lesarten festlegen, fehlen.",

  makers_luck_skill: "Trumpfmacher, Glück und Können",
  makers_luck_skill_lead: "{bot} gegen sich selbst, und gegen {opponent}.",
  makers_luck_skill_lead_alone: "{bot} gegen sich selbst.",
  makers_win: "Macher gewinnen",
  makers_win_help: "Der Anteil der Spiele mit Machern, den diese gewinnen.",
  tie_share: "Gleichstand",
  tie_share_help: "Der Anteil der Spiele, die bei Kartenpunkten gleich enden.",
  vole_share: "Alle Stiche",
  vole_share_help:
    "Der Anteil der Spiele, in denen eine Seite alle Stiche macht.",
  tables_to_95: "Tische bis 95 %",
  tables_to_95_help:
    "Gespiegelte Tische, nach denen der stärkere der zwei besten Bots voraussichtlich mit 95 % Sicherheit vorn liegt.",
  skill_range: "Spanne des Könnens",
  skill_range_help:
    "Elo pro Spiel des stärksten Bots über dem schwächsten: wie viel Können gewinnen kann.",
  r_squared: "In den Karten",
  r_squared_help:
    "Der Anteil der Varianz eines Ergebnisses, den der Wert der Karten bei bestem Spiel und offenen Karten erklärt (R²).",
  same_rules: "{ruleset} hat dieselben Regeln wie {other}, bis auf Namen.",
  same_deal_rules:
    "{ruleset} hat für ein einzelnes Spiel die Regeln von {other}; nur Partien und Überträge unterscheiden sich.",

  bots_against_themselves: "Einzelne Spiele",
  bots_against_themselves_lead:
    "Jeder Bot gegen sich selbst. Was die Regeln festlegen, fehlt.",
  random_playouts: "zufälliges Spiel",
  fairness_best_play: "bestes Spiel",
  note_best_play:
    "„Bestes Spiel“: {deals} Spiele mit offenen Karten gelöst, ohne Fehler einer Seite.",
  not_solved: "Das beste Spiel ist nicht bekannt: {reason}.",
  bots_against_each_other: "Bots gegeneinander",
  fairness_pairing: "Paarung",
  elo_per_deal: "Elo pro Spiel",
  elo_per_deal_help:
    "Elo gewonnener Spiele, gleich wie viele Spielpunkte ein Spiel wert ist. 100 voraus heißt ein erwarteter Score von 64 %.",
  races: "Wer von wo gewinnt",
  races_lead:
    "Wie oft eine Seite die Partie gewinnt, die mehr Striche übrig hat als die andere.",
  race_lines_left: "Striche übrig",
  lines_against: "{lines} gegen {other}",
  win_rate: "Gewinnt",
  win_rate_help: "Der Anteil der Partien, die von dort gespielt wurden.",
  win_rate_of_equals: "Gleiche",
  win_rate_of_equals_help:
    "Dasselbe zwischen zwei Seiten, für die jede Art Spiel gleich wahrscheinlich ist, wer auch immer gibt.",
  tables_played: "Tische",
  tables_played_help:
    "Spiele in einer Sitzordnung; in Klammern jene, die ein Fehler entschied und die in keinem Wert zählen.",
  median_deals: "Spiele pro Partie: Median, 95 %",
  fairness_matches_played: "Partien",
  fairness_value: "Wert",
  interval_of_deals: "±",
  interval_of_deals_help:
    "Das 95-%-Intervall, nach Spielen: von 100 so gebildeten Intervallen enthalten 95 den wahren Wert.",
  repeat_fairness: "Dieselbe Messung noch einmal",
  unknown_ruleset: "Der Bericht hat kein Regelwerk {ruleset}.",
  from_eldest: "{figure}, Platz {seat} von der Vorhand",

  figure_eldest_game_points: "Vorsprung der Seite der Vorhand",
  figure_eldest_score: "Score der Seite der Vorhand",
  figure_eldest_wins: "Spiele, die die Seite der Vorhand gewinnt",
  figure_seat_game_points: "Vorsprung",
  figure_game_points_changed: "Spielpunkte gelöscht oder angeschrieben",
  figure_tie: "Gleichstand",
  figure_passed_out: "eingepasst",
  figure_vole: "eine Seite macht alle Stiche",
  figure_bourgumesse: "Macher machen keinen Stich",
  figure_trumps_made: "Trumpf gemacht",
  figure_makers_win: "Macher gewinnen",
  figure_makers_game_points: "Vorsprung der Macher",
  figure_makes_trumps: "macht Trumpf",
  figure_maker_game_points: "Vorsprung als Macher",
  figure_mit_declared: "Mit’ angesagt",
  figure_mit_declarers_win: "Ansager des Mit’ gewinnen",
  figure_kontra: "Kontra",
  figure_re: "Re",
  figure_legal_cards: "erlaubte Karten pro Zug",
  figure_forced_plays: "erzwungene Züge",
  figure_match_deals: "Spiele pro Partie",
  figure_first_dealer_score: "Score der Seite des ersten Gebers",
  figure_without_winner: "Partien ohne Sieger",
  figure_lead_changes: "Führungswechsel pro Partie",
  figure_comeback: "Sieger lag zur Halbzeit zurück",
  figure_last_line_leader_wins:
    "wer führt, gewinnt, sobald eine Seite einen Strich hat",
  figure_carry_pending: "Spiele mit offenem Übertrag",
  figure_longest_carry: "meiste Spiele in Folge mit Übertrag, pro Partie",
};
