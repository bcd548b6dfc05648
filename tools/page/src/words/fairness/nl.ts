// The words of the pages of a fairness run in Dutch.

import type { FairnessDictionary } from "./en";

export const fairnessNl: FairnessDictionary = {
  fairness_of: "Hoe eerlijk is {ruleset}?",
  fairness_of_count: "Hoe eerlijk zijn {count} spelregels?",
  readings_compared: "{second} tegenover {first}",
  fairness_lead:
    "Bots van dezelfde sterkte spelen tegen elkaar, zodat de regels beslissen en niet de vaardigheid. Eerst hele partijen, dan losse spellen.",
  bots_weakest_first: "Bots, de zwakste eerst",
  fairness_deals: "Spellen",
  fairness_deals_help:
    "Spellen van elke bot tegen zichzelf per spelregels, elk in elke opstelling. Alle spelregels spelen dezelfde spellen.",
  fairness_matches: "Partijen",
  fairness_matches_help:
    "Hele partijen van de sterkste bot tegen zichzelf per spelregels, elk in elke opstelling.",
  margin: "Eerlijk binnen",
  margin_help:
    "Het grootste voordeel dat als eerlijk geldt, vooraf vastgelegd: in Elo voor partijen, in spelpunten voor losse spellen.",
  margin_of_deals: "{points} punten per spel",

  fairness_verdict: "Oordeel",
  fairness_verdict_help:
    "Eerlijk: een toets laat zien dat het voordeel onder de marge ligt. Oneerlijk: een toets laat zien dat het erboven ligt. Onbeslist: geen van beide; meer partijen kunnen beslissen. De oordelen van een rapport gelden samen: de kans dat er een fout is, is hoogstens 5% voor “eerlijk”, en zo ook voor “oneerlijk”.",
  verdict_fair: "eerlijk",
  verdict_unfair: "oneerlijk",
  verdict_undecided: "onbeslist",
  no_verdict: "geen oordeel",
  under_rulesets: "{verdict} onder {count}: ",

  whole_matches: "Hele partijen",
  whole_matches_lead:
    "Wint de kant van de eerste gever een partij even vaak als de andere? {bot} tegen zichzelf. De grijze band is wat als eerlijk geldt.",
  no_matches:
    "Er zijn geen partijen gespeeld, dus er is geen oordeel over (optie --matches).",
  note_three_sides:
    "Geen oordeel met drie kanten: daar is geen kant die van de eerste gever tegen één andere.",
  first_dealer_elo: "Elo, kant van de eerste gever",
  first_dealer_elo_help:
    "Hoeveel beter de kant van de eerste gever het doet in hele partijen, in Elo, met het 95%-interval. 0 is gelijk; +5 betekent een score van 50,7%.",
  first_dealer_score: "Score",
  first_dealer_score_help:
    "Het deel van de partijen dat de kant van de eerste gever wint. 50% is gelijk.",
  match_deals: "Spellen per partij",
  match_deals_help: "Hoeveel spellen een partij duurt, gemiddeld.",
  match_fair:
    "De kant van de eerste gever wint {score} van de hele partijen. Haar voordeel is kleiner dan {margin} Elo.",
  match_unfair_first_dealer:
    "De kant van de eerste gever wint {score} van de hele partijen: een voordeel van meer dan {margin} Elo.",
  match_unfair_other:
    "De kant van de eerste gever wint {score} van de hele partijen: een nadeel van meer dan {margin} Elo.",
  match_undecided:
    "De kant van de eerste gever wint {score} van de hele partijen. Of haar voordeel boven of onder {margin} Elo ligt, zeggen deze partijen niet.",
  match_no_verdict: "Er is geen oordeel over hele partijen.",

  one_deal: "Wat een plaats waard is in één spel",
  one_deal_lead:
    "Hoeveel spelpunten de kant van de voorhand, die het eerst uitkomt, in één spel meer wint dan de andere. De plaatsen wisselen van spel tot spel: in een partij heft dit zich grotendeels op.",
  gains_under: "wint onder {count}",
  loses_under: "verliest onder {count}",
  even_under: "gelijk onder {count}",
  undecided_under: "onbeslist onder {count}",
  eldest_side_of: "{bot}: de kant van de voorhand",
  contradictions:
    "De voorhand wint met de ene bot en verliest met een andere: {rulesets}. Daar beslist de speelsterkte.",
  seat_plot_label:
    "De voorsprong van de kant van de voorhand per spel onder elke spelregels, voor elke bot, met het interval; de tabel eronder heeft de getallen",
  seat_plot_axis: "Voorsprong van de kant van de voorhand, punten per spel",
  legend_in_matches:
    "gevuld: hele partijen zijn oneerlijk in dezelfde richting",
  legend_not_in_matches: "hol: hele partijen laten het niet zien",
  legend_margin: "band: geldt als eerlijk",
  the_numbers: "De getallen",
  eldest_lead: "Voorsprong van de kant van de voorhand",
  eldest_lead_help:
    "Spelpunten per spel van de kant van de voorhand min die van de andere (met drie kanten: van het gemiddelde van de andere), met het 95%-interval.",
  seat_gains:
    "De kant van de voorhand wint per spel {points} spelpunten meer dan de andere.",
  seat_loses:
    "De kant van de voorhand wint per spel {points} spelpunten minder dan de andere.",
  seat_even: "De plaatsen zijn gelijk: hoogstens {margin} spelpunten per spel.",
  seat_undecided:
    "Onbeslist: de voorsprong van de kant van de voorhand ligt tussen {lo} en {hi} spelpunten per spel.",
  seat_unknown: "Onbekend.",
  shown_in_matches: "Hele partijen zijn oneerlijk in dezelfde richting.",
  not_in_fair_matches: "Hele partijen zijn toch eerlijk.",
  not_shown_in_matches: "Hele partijen laten het niet zien.",
  seat_in_matches: "In partijen",
  seat_in_matches_help:
    "Of hele partijen oneerlijk zijn in de richting van dit effect.",
  shows: "zichtbaar",
  shows_not: "niet zichtbaar",

  what_changed: "Wat veranderde",
  what_changed_lead:
    "{second} vergeleken met {first} op dezelfde spellen, de grootste verandering eerst. De as toont ze in standaardafwijkingen van de waarde van spel tot spel.",
  changed_count: "{bot}: {changed} van {all} waarden veranderden significant",
  nothing_changed: "Geen waarde veranderde significant.",
  unchanged_figures: "{count} waarden zonder significante verandering",
  fairness_figure: "Waarde",
  change: "Verandering",
  change_help:
    "De tweede lezing min de eerste. De as toont de verandering in standaardafwijkingen van de waarde van spel tot spel, zodat punten en aandelen te vergelijken zijn.",
  first_reading: "Eerste",
  first_reading_help: "De waarde onder de eerste lezing.",
  second_reading: "Tweede",
  second_reading_help: "De waarde onder de tweede lezing.",
  note_changes:
    "Een verandering is significant als haar p na Holms correctie over de waarden van de bot hoogstens 5% is. Waarden die beide lezingen vastleggen, zijn weggelaten.",

  makers_luck_skill: "Troefmakers, geluk en vaardigheid",
  makers_luck_skill_lead: "{bot} tegen zichzelf, en tegen {opponent}.",
  makers_luck_skill_lead_alone: "{bot} tegen zichzelf.",
  makers_win: "Makers winnen",
  makers_win_help: "Het deel van de spellen met makers dat dezen winnen.",
  tie_share: "Gelijk",
  tie_share_help:
    "Het deel van de spellen dat met gelijke kaartpunten eindigt.",
  vole_share: "Alle slagen",
  vole_share_help: "Het deel van de spellen waarin één kant alle slagen haalt.",
  tables_to_95: "Tafels tot 95%",
  tables_to_95_help:
    "Gespiegelde tafels waarna de sterkste van de twee beste bots naar verwachting met 95% zekerheid voorligt.",
  skill_range: "Bereik van vaardigheid",
  skill_range_help:
    "Elo per spel van de sterkste bot boven de zwakste: hoeveel vaardigheid kan winnen.",
  r_squared: "In de kaarten",
  r_squared_help:
    "Het deel van de variantie van een resultaat dat de waarde van de kaarten, bij beste spel en met alle kaarten open, verklaart (R²).",
  same_rules: "{ruleset} heeft dezelfde regels als {other}, op namen na.",
  same_deal_rules:
    "{ruleset} heeft voor één spel de regels van {other}; alleen partijen en overdrachten verschillen.",

  bots_against_themselves: "Losse spellen",
  bots_against_themselves_lead:
    "Elke bot tegen zichzelf. Wat de regels vastleggen, is weggelaten.",
  random_playouts: "toevallig spel",
  fairness_best_play: "beste spel",
  note_best_play:
    "“Beste spel”: {deals} spellen opgelost met alle kaarten open, zonder fout van een kant.",
  not_solved: "Het beste spel is niet bekend: {reason}.",
  bots_against_each_other: "Bots tegen elkaar",
  fairness_pairing: "Ontmoeting",
  elo_per_deal: "Elo per spel",
  elo_per_deal_help:
    "Elo van gewonnen spellen, hoeveel spelpunten een spel ook waard is. 100 voor betekent een verwachte score van 64%.",
  races: "Wie van waaruit wint",
  races_lead:
    "Hoe vaak een kant de partij wint die meer strepen over heeft dan de andere.",
  race_lines_left: "Strepen over",
  lines_against: "{lines} tegen {other}",
  win_rate: "Wint",
  win_rate_help: "Het deel van de partijen die vandaar gespeeld zijn.",
  win_rate_of_equals: "Gelijken",
  win_rate_of_equals_help:
    "Hetzelfde tussen twee kanten voor wie elke soort spel even waarschijnlijk is, wie er ook geeft.",
  tables_played: "Tafels",
  tables_played_help:
    "Spellen in één opstelling; tussen haakjes die welke een fout besliste, die in geen waarde tellen.",
  median_deals: "Spellen per partij: mediaan, 95%",
  fairness_matches_played: "Partijen",
  fairness_value: "Waarde",
  interval_of_deals: "±",
  interval_of_deals_help:
    "Het 95%-interval, per spel: van 100 zo gemaakte intervallen bevatten er 95 de ware waarde.",
  repeat_fairness: "Dezelfde meting opnieuw",
  unknown_ruleset: "Het rapport heeft geen spelregels {ruleset}.",
  from_eldest: "{figure}, plaats {seat} vanaf de voorhand",

  figure_eldest_game_points: "voorsprong van de kant van de voorhand",
  figure_eldest_score: "score van de kant van de voorhand",
  figure_eldest_wins: "spellen die de kant van de voorhand wint",
  figure_seat_game_points: "voorsprong",
  figure_game_points_changed: "spelpunten gewist of bijgeschreven",
  figure_tie: "gelijk",
  figure_passed_out: "rondgepast",
  figure_vole: "één kant haalt alle slagen",
  figure_bourgumesse: "makers halen geen slag",
  figure_trumps_made: "troef gemaakt",
  figure_makers_win: "makers winnen",
  figure_makers_game_points: "voorsprong van de makers",
  figure_makes_trumps: "maakt troef",
  figure_maker_game_points: "voorsprong als maker",
  figure_mit_declared: "Mit’ gemeld",
  figure_mit_declarers_win: "melders van de Mit’ winnen",
  figure_kontra: "Kontra",
  figure_re: "Re",
  figure_legal_cards: "toegestane kaarten per beurt",
  figure_forced_plays: "gedwongen beurten",
  figure_match_deals: "spellen per partij",
  figure_first_dealer_score: "score van de kant van de eerste gever",
  figure_without_winner: "partijen zonder winnaar",
  figure_lead_changes: "wisselingen van de leiding per partij",
  figure_comeback: "winnaar lag halverwege achter",
  figure_last_line_leader_wins:
    "wie voorligt wint zodra een kant nog één streep heeft",
  figure_carry_pending: "spellen met een openstaande overdracht",
  figure_longest_carry:
    "meeste spellen na elkaar met een overdracht, per partij",
};
