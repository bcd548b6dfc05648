import type { Dictionary } from "./en";
import { botDe } from "./bot/de";
import { fairnessDe } from "./fairness/de";
import { game } from "./game/de";
import { play } from "./play/de";

export const de: Dictionary = {
  ...game,
  ...play,

  league_report: "Ligabericht",
  arena_report: "Arenabericht",
  first_against_second: "{first} gegen {second}",
  page_lead:
    "Jedes Spiel wird in jeder Sitzordnung gespielt, damit sich das Kartenglück aufhebt. Gepunktet unterstrichene Wörter erklären sich.",
  skip_to_content: "Zum Inhalt",
  whole_report: "Ganzer Bericht",
  way_back: "Zurück",
  language: "Sprache",
  colours: "Farben",
  colours_auto: "Systemfarben",
  colours_light: "Hell",
  colours_dark: "Dunkel",
  copy: "Kopieren",
  copied: "Kopiert",
  and_more: "und {count} weitere",

  waiting: "Warten auf die ersten Ergebnisse",
  waiting_text: "Die Seite zeigt sie, sobald das Programm sie schickt.",
  no_data: "Kein Bericht",
  no_data_text:
    "Diese Seite hat keine Daten. couillon report DIR --format html --out DATEI schreibt eine mit Daten.",
  foreign: "Das ist kein Bericht",
  foreign_text:
    "Die Seite zeigt Dokumente couillon.report oder couillon.fairness; dieses ist {schema}.",
  no_schema: "ohne Schema",
  packed: "Dieser Browser kann den Bericht nicht zeigen",
  packed_text:
    "Der Bericht ist komprimiert, und dieser Browser kann ihn nicht entpacken. Ein neuerer kann es: Firefox 113, Chrome 80, Safari 16.4 oder später.",
  newer_version:
    "Dieser Bericht hat die Version {version} seines Formats, die neuer ist als diese Seite. Was die Seite kennt, wird gezeigt.",
  no_results_yet: "Noch keine Ergebnisse.",

  connected: "Live",
  not_connected: "Verbindung verloren; neuer Versuch",
  progress: "Fortschritt",
  deals_per_second: "{rate} Spiele pro Sekunde",
  time_left: "noch {time}",

  format: "Modus",
  format_round_robin: "Jeder gegen jeden",
  format_match: "Zweikampf",
  format_sprt: "Sequenzieller Test",
  format_gauntlet: "Einer gegen alle",
  format_pairings: "Gewählte Paarungen",
  format_individual: "Einzelturnier",
  format_three_way: "Dreierliga",
  format_swiss: "Schweizer System",
  format_knockout: "K.-o.-System",
  format_double_knockout: "Doppel-K.-o.",
  format_adaptive: "Adaptiv",
  bots: "Bots",
  bot: "Bot",
  rulesets: "Regelwerke",
  ruleset: "Regelwerk",
  all_rulesets: "Alle Regelwerke zusammen",
  pairs_of_deals: "Spiele, jedes in jeder Sitzordnung",
  pairs_of_matches: "Partien, jede in jeder Sitzordnung",
  state: "Stand",
  state_finished: "Beendet",
  state_decided: "Vom Test entschieden",
  state_unfinished: "Nicht beendet",
  share_done: "{share} gespielt",
  played_on: "Gespielt",

  standings: "Rangliste",
  rank: "Rang",
  rank_help:
    "Die Ränge, die die Ergebnisse offenlassen. Nicht unterscheidbare Bots teilen sich Ränge. Alle Ränge der Tabelle gelten zusammen mit 95 % Sicherheit.",
  rank_from_to: "{best} bis {worst}",
  of_bots: "von {count} Bots",
  rating_points: "Punkte pro Spiel",
  rating_points_help:
    "Die Wertung einer Liga von Spielen: der Vorsprung in Spielpunkten pro Spiel vor dem ersten Bot der Liga, aus allen Ergebnissen zusammen.",
  rating_elo_match: "Elo pro Partie",
  rating_elo_match_help:
    "Elo ganzer Partien. 0 ist ausgeglichen; 100 Vorsprung bedeutet 64 % erwarteten Score, 191 sind 75 %, 400 sind 91 %. In einer Liga von Spielen wird es aus den Spielen berechnet.",
  rating_elo_deal: "Elo pro Spiel",
  rating_elo_deal_help:
    "Elo gewonnener Spiele, unabhängig davon, wie viele Spielpunkte ein Spiel zählt. 100 Vorsprung bedeutet 64 % erwarteten Score.",
  rating_lead: "Vorsprung",
  rating_lead_help:
    "Der Vorsprung in Spielpunkten pro Spiel (oder Partie) vor zwei mittleren Gegnern an einem Dreiertisch.",
  rating_points_left: "Restpunkte pro Spiel",
  rating_points_left_help:
    "Verbleibende Spielpunkte pro Spiel, wie auf der Tafel gezählt. Die niedrigste Zahl gewinnt.",
  wdl: "S – U – N",
  wdl_help:
    "Siege, Unentschieden und Niederlagen, an Tischen gezählt: Ein Tisch ist ein Spiel (oder eine Partie) in einer Sitzordnung.",
  wdl_spoken: "{wins} Siege, {draws} Unentschieden, {losses} Niederlagen",
  score: "Score",
  score_help:
    "Das Mittel über alle Tische: 1 für einen Sieg, ein halber für ein Unentschieden. 50 % ist ausgeglichen.",
  points_per_deal: "Spielpunkte",
  points_per_deal_help:
    "Der mittlere Vorsprung in Spielpunkten pro Spiel vor den Gegnern, die der Bot traf.",
  points_per_table: "Punkte pro Tisch",
  points_per_table_help: "Die mittleren Spielpunkte des Bots an einem Tisch.",
  adjusted_points: "Bereinigter Vorsprung",
  adjusted_points_help:
    "Der Vorsprung in Spielpunkten pro Spiel vor dem mittleren Spieler, um Partner und Gegner bereinigt.",
  pairs: "Paare",
  pairs_help:
    "Die Einheit des Belegs: ein Spiel (oder eine Partie), in jeder Sitzordnung mit denselben Karten gespielt.",
  deals: "Spiele",
  deals_help: "Wie viele Spiele gespielt wurden, jede Sitzordnung gezählt.",
  faults: "Fehler",
  faults_help:
    "Wie oft der Bot versagt (unerlaubte Aktion, Zeitüberschreitung, Absturz und so weiter) und dadurch verloren hat.",
  faults_lead:
    "Ein Fehler eines Bots kostet den Tisch, an dem er geschieht, wenn nicht anders vermerkt.",
  without_forfeit: "ohne Folgen",
  interval: "± oder Klammern",
  interval_help:
    "Das 95-%-Intervall: In 95 von 100 Ligen enthält ein so gebildetes Intervall den wahren Wert.",
  note_anchor: "Wertungen sind relativ zu {bot}, dem ersten Bot, mit 0.",
  note_interval: "± und Klammern sind 95-%-Intervalle.",
  note_ranks:
    "Eine Linie in der Tabelle trennt Bots, die die Ergebnisse unterscheiden.",
  note_few_deals:
    "Wenige Spiele: Manche Unterschiede beruhen auf weniger als 30 Paaren und können sich noch ändern.",
  note_points_left: "Die niedrigste Zahl von Restpunkten gewinnt.",
  not_divided: "(nicht getrennt)",
  note_not_divided:
    "Nicht getrennt: Nichts hindert einen Bot, den der Schiedsrichter nicht selbst startet, daran, das Blatt seines Partners zu nutzen.",

  cross_table: "Kreuztabelle",
  cross_table_lead_score:
    "Der Score des Bots links gegen den Bot oben, in Prozent. Jede Zelle führt zu ihrer Paarung.",
  cross_table_lead_lead:
    "Wie viel mehr der Bot links gewinnt als der Bot oben, in Spielpunkten pro Tisch. Jede Zelle führt zu ihrer Paarung.",
  cross_table_hint:
    "Zeigen Sie auf eine Zelle oder gehen Sie mit den Pfeiltasten hin, um Einzelheiten zu sehen.",
  note_cross_table:
    "Fett: Das 95-%-Intervall dieser Paarung allein schließt ein ausgeglichenes Ergebnis aus.",
  order: "Reihenfolge",
  order_rank: "nach Rang",
  order_name: "nach Name",
  order_against: "nach Ergebnis gegen {bot}",
  same_bot: "derselbe Bot",
  not_played: "nicht gespielt",
  cell_label: "{first} gegen {second}: {value}",
  pairs_count: "{pairs} Paare",

  sequential_test: "Sequenzieller Test",
  decision: "Entscheidung",
  decision_help:
    "H1: Der erste Bot ist um mindestens elo1 besser. H0: um höchstens elo0. Die Fehlerwahrscheinlichkeiten sind die, mit denen der Test geplant wurde.",
  decision_H0: "H0 angenommen",
  decision_H1: "H1 angenommen",
  decision_undecided: "Am Ende unentschieden",
  decision_continue: "Noch nicht entschieden",
  hypotheses: "H0: {elo0}; H1: {elo1} nElo",
  llr: "LLR",
  llr_help:
    "Der Logarithmus des Likelihood-Quotienten von H1 zu H0. Der Test endet, wenn er das gezeigte Intervall verlässt.",
  at_most: "höchstens {count}",
  after_stop: "nElo nach dem Ende",
  after_stop_help: "Das normierte Elo, um das Ende des Tests bereinigt.",
  no_estimate: "Keines",
  stop_problem_beyond_cap: "Die Ergebnisse gehen nach der Grenze weiter.",
  stop_problem_equal_results: "Alle Ergebnisse sind gleich.",
  stop_problem_too_strong:
    "Mit logistischen Grenzen gibt es keines für so ungleiche Bots.",
  stop_problem_went_on: "Die Ergebnisse gehen nach dem Ende weiter.",
  llr_path_label:
    "Der Logarithmus des Likelihood-Quotienten mit jedem Paar, zwischen seinen Grenzen",
  note_sprt:
    "Der Test liest Paare in der Reihenfolge der Spiele; seine Entscheidung hängt also nicht von der Zahl der Prozesse ab. Die Rangliste enthält nur die Ergebnisse, die er benutzt hat.",

  history: "Verlauf",
  history_lead:
    "Die Wertungen unter {ruleset} nach jeder Runde, aus allen Ergebnissen bis dahin.",
  history_label: "Wertungen jedes Teilnehmers nach jeder Runde",
  round: "Runde",
  rounds: "Runden",

  leaders: "Erste",
  leaders_help:
    "Die Bots, die die besten sein können: die, denen Rang 1 offensteht.",
  ruleset_id: "Kennung",
  ruleset_hash: "Hash der Regeln",
  draw_rate: "Unentschieden",
  draw_rate_help: "Der Anteil der Tische, die unentschieden endeten.",
  draw_rate_of_equals: "Unentschieden unter Gleichen",
  draw_rate_of_equals_help:
    "Der Anteil der Unentschieden zwischen gleich starken Bots, mit Davidsons Modell aus allen Ergebnissen geschätzt.",
  cyclic_share: "Zyklischer Anteil",
  cyclic_share_help:
    "Wie viel der Ergebnisse keine Reihenfolge der Stärke erklärt: A schlägt B, B schlägt C, C schlägt A.",
  seats: "Plätze",
  seats_lead:
    "Was jeder Platz in dieser Liga gewann, wer auch immer dort saß: aus allen ihren Spielen.",
  seat: "Platz",
  place_eldest: "Vorhand",
  place_second: "Mittelhand",
  place_dealer: "Geber",
  partners: "Partner",
  partners_lead:
    "Restpunkte pro Spiel zweier Partner; die niedrigste Zahl ist die beste.",

  by_ruleset: "Nach Regelwerk",
  by_opponent: "Nach Gegner",
  by_opponent_lead:
    "Vom stärksten Gegner zum schwächsten; ein hohler Punkt ist nicht signifikant.",
  opponent: "Gegner",
  pairing_elo: "Elo",
  pairing_elo_help:
    "Elo dessen, was gespielt wurde (Spiele oder Partien), in dieser Paarung allein. 0 ist ausgeglichen; 100 Vorsprung bedeutet 64 % erwarteten Score.",
  pairing_elo_match: "Elo, Partien",
  pairing_elo_match_help:
    "Elo der Partien dieser Paarung allein. 0 ist ausgeglichen; 100 Vorsprung bedeutet 64 % erwarteten Score.",
  pairing_elo_deal: "Elo, Spiele",
  pairing_elo_deal_help:
    "Elo der Spiele dieser Paarung allein. 0 ist ausgeglichen; 100 Vorsprung bedeutet 64 % erwarteten Score.",
  about_bot: "Über diesen Bot",
  digest: "Prüfsumme",
  digest_help:
    "Ein Hash über das Programm und seine Dateien: andere Version, andere Prüfsumme.",
  says_it_is: "Nennt sich",
  conventions: "Vereinbarungen zwischen Partnern",
  entrant_status: "In der Arena",
  status_plays: "spielt",
  status_replaced: "ersetzt",
  status_retired: "zurückgezogen",
  versions: "Versionen",

  seen_by: "Aus der Sicht von {bot}.",
  other_side: "Die andere Seite",
  only_pairing: "Alle Zahlen dieser Paarung",
  never_met: "Diese Bots haben sich nicht getroffen.",
  more_figures: "Weitere Zahlen",
  los: "LOS",
  los_help:
    "Wahrscheinlichkeit der Überlegenheit: wie wahrscheinlich der erste Bot stärker ist, wie wenig auch immer. 50 % sagt nichts.",
  nelo: "nElo",
  nelo_help:
    "Normiertes Elo: der Vorsprung geteilt durch seine Standardabweichung. Es sagt, wie viele Paare ein Test braucht.",
  anytime: "Jederzeit gültiges Intervall",
  anytime_help:
    "Ein 95-%-Intervall, das gilt, wie oft man auch auf eine laufende Liga schaut. Es ist breiter als das andere.",
  luck_share: "Glück",
  luck_share_help:
    "Wie viel der Varianz eines Spiels in den Karten liegt und nicht in der Spielweise.",
  pairing_gain: "Gewinn durch Paare",
  pairing_gain_help: "Wie viele ungepaarte Spiele ein Paar ersetzt.",
  decisions: "Entscheidungen",
  forfeits: "Kampflos",
  forfeits_help: "Tische, die ein Fehler entschieden hat.",
  without_forfeits: "Ohne kampflose",
  without_forfeits_help: "Die Schätzung aus den Spielen ohne Fehler.",
  lead_points: "Vorsprung pro Spiel",
  lead_points_help:
    "Der mittlere Vorsprung des ersten Bots in Spielpunkten pro Spiel, aus dieser Paarung allein.",
  lead_difference: "Unterschied",
  lead_difference_help:
    "Wie viel mehr der erste Bot gewinnt als der zweite, in Spielpunkten pro Spiel (oder Partie).",
  note_pairing:
    "Schätzungen sind aus dieser Paarung allein; ein hohler Punkt ist nicht signifikant.",
  note_pairing_running:
    "Schätzungen sind aus dieser Paarung allein; ein hohler Punkt ist nicht signifikant. Die Liga läuft noch: Ihre Intervalle gelten jederzeit.",
  note_signs:
    "{ruleset}: {more} gewinnt mehr Spielpunkte als {less}, der mehr Spiele gewinnt. Eine Partie folgt den Punkten.",
  pair_cells: "Paare nach Score",
  pair_cells_lead:
    "Wie viele Punkte der erste Bot aus den beiden Sitzordnungen eines Paares holte: 0 beide verloren, 1 ausgeglichen, 2 beide gewonnen.",
  score_of_pair: "Score des Paares",
  running_estimate: "Laufende Schätzung",
  running_estimate_of: "Laufende Schätzung: {ruleset}",
  note_anytime: "Das Band ist ein 95-%-Intervall, das jederzeit gilt.",

  time_use: "Zeitverbrauch",
  note_time_use:
    "Auf dieser Maschine gemessen; ein anderer Lauf braucht andere Zeiten, mit denselben Ergebnissen.",
  p50_ms: "Median (ms)",
  p50_ms_help: "Die Hälfte der Entscheidungen dauerte höchstens so lange.",
  p99_ms: "99 % (ms)",
  p99_ms_help: "99 von 100 Entscheidungen dauerten höchstens so lange.",
  busy_seconds: "Beschäftigt (s)",
  busy_seconds_help:
    "Wie lange der Bot Anfragen zu beantworten hatte, alle seine Prozesse zusammen.",
  cpu_seconds: "CPU-Zeit (s)",
  cpu_seconds_help: "Die CPU-Zeit aller Prozesse des Bots.",
  starts: "Starts",
  starts_help: "Wie oft ein Prozess des Bots gestartet wurde.",

  glossary: "Was die Zahlen bedeuten",
  provenance: "Wiederholen und prüfen",
  policy: "Regeln für Fehler und Zeit",
  policy_count: "{count} Regeln",
  command: "Dieselbe Liga noch einmal",
  verify_command: "Ergebnisse prüfen",
  seed: "Seed",
  seed_help:
    "Alle Spiele folgen daraus: Derselbe Seed ergibt denselben Bericht.",
  seed_origin_user: "eingegeben",
  seed_origin_file: "aus einer Datei",
  seed_origin_random: "zufällig",
  commitment: "Festlegung",
  commitment_help:
    "Ein Hash des Seeds, vor dem ersten Spiel ausgegeben: Er beweist, dass der Seed nicht nachträglich gewählt wurde.",
  deals_of_pairings: "Spiele der Paarungen",
  deals_own: "Jede Paarung spielt eigene Spiele.",
  deals_same: "Alle Paarungen spielen dieselben Spiele.",
  max_faults: "Erlaubte Fehler",
  max_faults_help:
    "Wie viele Fehler ein Bot haben darf, bevor er disqualifiziert wird.",
  ruleset_hashes: "Hashes der Regeln",
  version: "Version",
  hosts: "Rechner",
  cores: "{count} Kerne",
  workers: "{count} Arbeitsprozesse",
  written: "Bericht geschrieben",

  verdict_illegal_action: "Unerlaubte Aktion",
  verdict_timeout: "Zeit überschritten",
  verdict_crash: "Absturz",
  verdict_disconnect: "Verbindung abgebrochen",
  verdict_protocol_error: "Protokollfehler",
  verdict_start_failure: "Nicht gestartet",
  verdict_over_budget: "Zeit der ganzen Liga verbraucht",

  ...fairnessDe,
  ...botDe,
};
