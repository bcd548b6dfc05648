import type { Dictionary } from "./en";
import { botNl } from "./bot/nl";
import { fairnessNl } from "./fairness/nl";
import { game } from "./game/nl";
import { play } from "./play/nl";

export const nl: Dictionary = {
  ...game,
  ...play,

  league_report: "Competitieverslag",
  arena_report: "Arenaverslag",
  first_against_second: "{first} tegen {second}",
  page_lead:
    "Elk spel wordt in elke opstelling gespeeld, zodat het geluk van de kaarten wegvalt. Woorden met een stippellijn hebben uitleg.",
  skip_to_content: "Naar de inhoud",
  whole_report: "Hele verslag",
  way_back: "Terug",
  language: "Taal",
  colours: "Kleuren",
  colours_auto: "Systeemkleuren",
  colours_light: "Licht",
  colours_dark: "Donker",
  copy: "Kopiëren",
  copied: "Gekopieerd",
  and_more: "en nog {count}",

  waiting: "Wachten op de eerste resultaten",
  waiting_text: "De pagina toont ze zodra het programma ze stuurt.",
  no_data: "Geen verslag",
  no_data_text:
    "Deze pagina heeft geen gegevens. couillon report DIR --format html --out BESTAND schrijft er een met gegevens.",
  foreign: "Dit is geen verslag",
  foreign_text:
    "De pagina toont documenten couillon.report of couillon.fairness; dit is {schema}.",
  no_schema: "zonder schema",
  packed: "Deze browser kan het verslag niet tonen",
  packed_text:
    "Het verslag is gecomprimeerd en deze browser kan het niet uitpakken. Een nieuwere kan het: Firefox 113, Chrome 80, Safari 16.4 of later.",
  newer_version:
    "Dit verslag heeft versie {version} van zijn formaat, nieuwer dan deze pagina. Wat de pagina kent, wordt getoond.",
  no_results_yet: "Nog geen resultaten.",

  connected: "Live",
  not_connected: "Verbinding weg; nieuwe poging",
  progress: "Voortgang",
  deals_per_second: "{rate} spellen per seconde",
  time_left: "nog {time}",

  format: "Formule",
  format_round_robin: "Volledige competitie",
  format_match: "Duel van twee bots",
  format_sprt: "Sequentiële toets",
  format_gauntlet: "Een tegen allen",
  format_pairings: "Gekozen ontmoetingen",
  format_individual: "Individueel toernooi",
  format_three_way: "Competitie met drie",
  format_swiss: "Zwitsers systeem",
  format_knockout: "Knock-out",
  format_double_knockout: "Dubbele knock-out",
  format_adaptive: "Adaptief",
  bots: "Bots",
  bot: "Bot",
  rulesets: "Spelregels",
  ruleset: "Spelregels",
  all_rulesets: "Alle spelregels samen",
  pairs_of_deals: "Spellen, elk in elke opstelling",
  pairs_of_matches: "Partijen, elk in elke opstelling",
  state: "Stand",
  state_finished: "Klaar",
  state_decided: "Beslist door de toets",
  state_unfinished: "Nog niet klaar",
  share_done: "{share} gespeeld",
  played_on: "Gespeeld",

  standings: "Klassement",
  rank: "Plaats",
  rank_help:
    "De plaatsen die de resultaten openlaten. Bots die niet te onderscheiden zijn, delen plaatsen. Alle plaatsen van de tabel gelden samen met 95% zekerheid.",
  rank_from_to: "{best} tot {worst}",
  of_bots: "van {count} bots",
  rating_points: "Punten per spel",
  rating_points_help:
    "De rating van een competitie van spellen: de voorsprong in spelpunten per spel op de eerste bot van de competitie, uit alle resultaten samen.",
  rating_elo_match: "Elo per partij",
  rating_elo_match_help:
    "Elo van hele partijen. 0 is gelijk; 100 voor betekent een verwachte score van 64%, 191 voor 75%, 400 voor 91%. In een competitie van spellen wordt het uit de spellen berekend.",
  rating_elo_deal: "Elo per spel",
  rating_elo_deal_help:
    "Elo van gewonnen spellen, hoeveel spelpunten een spel ook waard is. 100 voor betekent een verwachte score van 64%.",
  rating_lead: "Voorsprong",
  rating_lead_help:
    "De voorsprong in spelpunten per spel (of partij) op twee gemiddelde tegenstanders aan een tafel van drie.",
  rating_points_left: "Resterende punten per spel",
  rating_points_left_help:
    "Resterende spelpunten per spel, geteld op de lei. De laagste wint.",
  wdl: "W – G – V",
  wdl_help:
    "Gewonnen, gelijk en verloren, geteld per tafel: een tafel is één spel (of partij) in één opstelling.",
  wdl_spoken: "{wins} gewonnen, {draws} gelijk, {losses} verloren",
  score: "Score",
  score_help:
    "Het gemiddelde over alle tafels: 1 voor winst, een half voor gelijk. 50% is gelijk.",
  points_per_deal: "Spelpunten",
  points_per_deal_help:
    "De gemiddelde voorsprong in spelpunten per spel op de tegenstanders van de bot.",
  points_per_table: "Punten per tafel",
  points_per_table_help: "De gemiddelde spelpunten van de bot aan een tafel.",
  adjusted_points: "Gecorrigeerde voorsprong",
  adjusted_points_help:
    "De voorsprong in spelpunten per spel op de gemiddelde speler, gecorrigeerd voor partners en tegenstanders.",
  pairs: "Paren",
  pairs_help:
    "De eenheid van bewijs: één spel (of partij), in elke opstelling gespeeld met dezelfde kaarten.",
  deals: "Spellen",
  deals_help: "Hoeveel spellen gespeeld zijn, elke opstelling geteld.",
  faults: "Fouten",
  faults_help:
    "Hoe vaak de bot faalde (verboden actie, tijdoverschrijding, crash enzovoort) en daardoor verloor.",
  faults_lead:
    "Een fout van een bot kost de tafel waaraan ze gebeurt, tenzij er staat dat ze zonder gevolg was.",
  without_forfeit: "zonder gevolg",
  interval: "± of haken",
  interval_help:
    "Het 95%-interval: in 95 van 100 competities bevat een zo gemaakt interval de ware waarde.",
  note_anchor: "Ratings zijn ten opzichte van {bot}, de eerste bot, op 0.",
  note_interval: "± en haken zijn 95%-intervallen.",
  note_ranks:
    "Een lijn in de tabel scheidt bots die de resultaten onderscheiden.",
  note_few_deals:
    "Weinig spellen: sommige verschillen berusten op minder dan 30 paren en kunnen nog veranderen.",
  note_points_left: "Het laagste aantal resterende punten wint.",
  not_divided: "(niet gescheiden)",
  note_not_divided:
    "Niet gescheiden: niets belet een bot die de scheidsrechter niet zelf start, de hand van zijn partner te gebruiken.",

  cross_table: "Kruistabel",
  cross_table_lead_score:
    "De score van de bot links tegen de bot boven, in procent. Elke cel leidt naar haar ontmoeting.",
  cross_table_lead_lead:
    "Hoeveel meer de bot links wint dan de bot boven, in spelpunten per tafel. Elke cel leidt naar haar ontmoeting.",
  cross_table_hint:
    "Wijs een cel aan, of ga erheen met de pijltjestoetsen, voor details.",
  note_cross_table:
    "Vet: het 95%-interval van deze ontmoeting alleen sluit een gelijke stand uit.",
  order: "Volgorde",
  order_rank: "op plaats",
  order_name: "op naam",
  order_against: "op resultaat tegen {bot}",
  same_bot: "dezelfde bot",
  not_played: "niet gespeeld",
  cell_label: "{first} tegen {second}: {value}",
  pairs_count: "{pairs} paren",

  sequential_test: "Sequentiële toets",
  decision: "Beslissing",
  decision_help:
    "H1: de eerste bot is minstens elo1 beter. H0: hoogstens elo0. De foutkansen zijn die waarmee de toets gepland is.",
  decision_H0: "H0 aanvaard",
  decision_H1: "H1 aanvaard",
  decision_undecided: "Onbeslist aan het einde",
  decision_continue: "Nog niet beslist",
  hypotheses: "H0: {elo0}; H1: {elo1} nElo",
  llr: "LLR",
  llr_help:
    "De logaritme van de aannemelijkheidsverhouding van H1 tot H0. De toets stopt wanneer ze het getoonde interval verlaat.",
  at_most: "hoogstens {count}",
  after_stop: "nElo na het stoppen",
  after_stop_help: "De genormaliseerde Elo, gecorrigeerd voor het stoppen.",
  no_estimate: "Geen",
  stop_problem_beyond_cap: "De resultaten gaan verder na de grens.",
  stop_problem_equal_results: "Alle resultaten zijn gelijk.",
  stop_problem_too_strong:
    "Met logistische grenzen is er geen voor bots die zo ver uiteenliggen.",
  stop_problem_went_on: "De resultaten gaan verder na het stoppen.",
  llr_path_label:
    "De logaritme van de aannemelijkheidsverhouding per paar, tussen haar grenzen",
  note_sprt:
    "De toets leest paren in de volgorde van de spellen; haar beslissing hangt dus niet af van het aantal processen. Het klassement bevat alleen de resultaten die ze gebruikte.",

  history: "Verloop",
  history_lead:
    "De ratings onder {ruleset} na elke ronde, uit alle resultaten tot dan.",
  history_label: "Ratings van elke deelnemer na elke ronde",
  round: "Ronde",
  rounds: "Rondes",

  leaders: "Eersten",
  leaders_help:
    "De bots die de beste kunnen zijn: die voor wie plaats 1 openstaat.",
  ruleset_id: "Id",
  ruleset_hash: "Hash van de regels",
  draw_rate: "Gelijk",
  draw_rate_help: "Het aandeel van de tafels dat gelijk eindigde.",
  draw_rate_of_equals: "Gelijk tussen gelijken",
  draw_rate_of_equals_help:
    "Het aandeel gelijke spellen tussen gelijke bots, geschat met het model van Davidson uit alle resultaten.",
  cyclic_share: "Cyclisch deel",
  cyclic_share_help:
    "Hoeveel van de resultaten geen volgorde van sterkte verklaart: A wint van B, B van C, C van A.",
  seats: "Plaatsen aan tafel",
  seats_lead:
    "Wat elke plaats in deze competitie won, wie er ook zat: uit al haar spellen.",
  seat: "Plaats",
  place_eldest: "voorhand",
  place_second: "middenhand",
  place_dealer: "gever",
  partners: "Partners",
  partners_lead:
    "Resterende spelpunten per spel van twee partners; de laagste is de beste.",

  by_ruleset: "Per spelregels",
  by_opponent: "Per tegenstander",
  by_opponent_lead:
    "Van de sterkste tegenstander naar de zwakste; een holle stip is niet significant.",
  opponent: "Tegenstander",
  pairing_elo: "Elo",
  pairing_elo_help:
    "Elo van wat gespeeld is (spellen of partijen) in deze ontmoeting alleen. 0 is gelijk; 100 voor betekent een verwachte score van 64%.",
  pairing_elo_match: "Elo, partijen",
  pairing_elo_match_help:
    "Elo van de partijen van deze ontmoeting alleen. 0 is gelijk; 100 voor betekent een verwachte score van 64%.",
  pairing_elo_deal: "Elo, spellen",
  pairing_elo_deal_help:
    "Elo van de spellen van deze ontmoeting alleen. 0 is gelijk; 100 voor betekent een verwachte score van 64%.",
  about_bot: "Over deze bot",
  digest: "Vingerafdruk",
  digest_help:
    "Een hash over het programma en zijn bestanden: andere versie, andere vingerafdruk.",
  says_it_is: "Noemt zich",
  conventions: "Afspraken tussen partners",
  entrant_status: "In de arena",
  status_plays: "speelt",
  status_replaced: "vervangen",
  status_retired: "teruggetrokken",
  versions: "Versies",

  seen_by: "Gezien door {bot}.",
  other_side: "De andere kant",
  only_pairing: "Alle cijfers van deze ontmoeting",
  never_met: "Deze bots hebben elkaar niet ontmoet.",
  more_figures: "Meer cijfers",
  los: "LOS",
  los_help:
    "Waarschijnlijkheid van superioriteit: hoe waarschijnlijk de eerste bot sterker is, hoe weinig ook. 50% zegt niets.",
  nelo: "nElo",
  nelo_help:
    "Genormaliseerde Elo: de voorsprong gedeeld door haar standaardafwijking. Ze zegt hoeveel paren een toets nodig heeft.",
  anytime: "Interval op elk moment",
  anytime_help:
    "Een 95%-interval dat geldt hoe vaak men ook naar een lopende competitie kijkt. Het is breder dan het andere.",
  luck_share: "Geluk",
  luck_share_help:
    "Hoeveel van de variantie van een spel in de kaarten zit en niet in het spelen.",
  pairing_gain: "Winst door paren",
  pairing_gain_help: "Hoeveel ongepaarde spellen één paar vervangt.",
  decisions: "Beslissingen",
  forfeits: "Verloren door fout",
  forfeits_help: "Tafels die door een fout beslist zijn.",
  without_forfeits: "Zonder fouten",
  without_forfeits_help: "De schatting uit de spellen zonder fout.",
  lead_points: "Voorsprong per spel",
  lead_points_help:
    "De gemiddelde voorsprong van de eerste bot in spelpunten per spel, uit deze ontmoeting alleen.",
  lead_difference: "Verschil",
  lead_difference_help:
    "Hoeveel meer de eerste bot wint dan de tweede, in spelpunten per spel (of partij).",
  note_pairing:
    "Schattingen zijn uit deze ontmoeting alleen; een holle stip is niet significant.",
  note_pairing_running:
    "Schattingen zijn uit deze ontmoeting alleen; een holle stip is niet significant. De competitie loopt nog: haar intervallen gelden op elk moment.",
  note_signs:
    "{ruleset}: {more} wint meer spelpunten dan {less}, die meer spellen wint. Een partij volgt de punten.",
  pair_cells: "Paren naar score",
  pair_cells_lead:
    "Hoeveel punten de eerste bot uit de twee opstellingen van een paar haalde: 0 beide verloren, 1 gelijk, 2 beide gewonnen.",
  score_of_pair: "Score van het paar",
  running_estimate: "Lopende schatting",
  running_estimate_of: "Lopende schatting: {ruleset}",
  note_anytime: "De band is een 95%-interval dat op elk moment geldt.",

  time_use: "Tijdgebruik",
  note_time_use:
    "Gemeten op deze machine; een andere keer duurt het anders, met dezelfde resultaten.",
  p50_ms: "Mediaan (ms)",
  p50_ms_help: "De helft van de beslissingen duurde hoogstens zo lang.",
  p99_ms: "99% (ms)",
  p99_ms_help: "99 van 100 beslissingen duurden hoogstens zo lang.",
  busy_seconds: "Bezig (s)",
  busy_seconds_help:
    "Hoe lang de bot verzoeken te beantwoorden had, al zijn processen samen.",
  cpu_seconds: "CPU-tijd (s)",
  cpu_seconds_help: "CPU-tijd van alle processen van de bot.",
  starts: "Starts",
  starts_help: "Hoe vaak een proces van de bot gestart is.",

  glossary: "Wat de getallen betekenen",
  provenance: "Herhalen en nagaan",
  policy: "Regels voor fouten en tijd",
  policy_count: "{count} regels",
  command: "Dezelfde competitie opnieuw",
  verify_command: "De resultaten nagaan",
  seed: "Seed",
  seed_help:
    "Alle spellen volgen eruit: dezelfde seed geeft hetzelfde verslag.",
  seed_origin_user: "ingetypt",
  seed_origin_file: "uit een bestand",
  seed_origin_random: "willekeurig",
  commitment: "Vastlegging",
  commitment_help:
    "Een hash van de seed, getoond voor het eerste spel: hij bewijst dat de seed niet achteraf gekozen is.",
  deals_of_pairings: "Spellen van ontmoetingen",
  deals_own: "Elke ontmoeting speelt eigen spellen.",
  deals_same: "Alle ontmoetingen spelen dezelfde spellen.",
  max_faults: "Toegestane fouten",
  max_faults_help:
    "Hoeveel fouten een bot mag maken voor hij gediskwalificeerd wordt.",
  ruleset_hashes: "Hashes van de regels",
  version: "Versie",
  hosts: "Machine",
  cores: "{count} kernen",
  workers: "{count} werkprocessen",
  written: "Verslag geschreven",

  verdict_illegal_action: "Verboden actie",
  verdict_timeout: "Tijd overschreden",
  verdict_crash: "Crash",
  verdict_disconnect: "Verbinding verbroken",
  verdict_protocol_error: "Protocolfout",
  verdict_start_failure: "Niet gestart",
  verdict_over_budget: "Tijd van de hele competitie verbruikt",

  ...fairnessNl,
  ...botNl,
};
