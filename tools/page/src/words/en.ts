// The words of the page in English, the model of the other languages. A key
// that ends in `_help` explains the word of the key before.

import { botEn } from "./bot/en";
import { fairnessEn } from "./fairness/en";
import { game } from "./game/en";
import { play } from "./play/en";

export const en = {
  ...game,
  ...play,

  // The page
  league_report: "League report",
  arena_report: "Arena report",
  first_against_second: "{first} against {second}",
  page_lead:
    "Every deal is played in each seating, so that luck of the cards cancels out. Labels with a dotted line explain themselves.",
  skip_to_content: "Skip to the content",
  whole_report: "Whole report",
  way_back: "Way back",
  language: "Language",
  colours: "Colours",
  colours_auto: "System colours",
  colours_light: "Light",
  colours_dark: "Dark",
  copy: "Copy",
  copied: "Copied",
  and_more: "and {count} more",

  // Documents that cannot be shown
  waiting: "Waiting for the first results",
  waiting_text: "The page shows them as soon as the program sends them.",
  no_data: "No report",
  no_data_text:
    "This page has no data. couillon report DIR --format html --out FILE writes one that has.",
  foreign: "This is not a report",
  foreign_text:
    "The page shows documents couillon.report or couillon.fairness; this one is {schema}.",
  no_schema: "without a schema",
  packed: "This browser cannot show the report",
  packed_text:
    "The report is compressed, and this browser cannot unpack it. A newer browser can: Firefox 113, Chrome 80, Safari 16.4 or later.",
  newer_version:
    "This report has version {version} of its format, which is newer than this page. What the page knows is shown.",
  no_results_yet: "No results yet.",

  // Live
  connected: "Live",
  not_connected: "Connection lost; trying again",
  progress: "Progress",
  deals_per_second: "{rate} deals per second",
  time_left: "{time} left",

  // What was played
  format: "Format",
  format_round_robin: "Round robin",
  format_match: "Match of two bots",
  format_sprt: "Sequential test",
  format_gauntlet: "Gauntlet",
  format_pairings: "Chosen pairings",
  format_individual: "Individual tournament",
  format_three_way: "Three-way league",
  format_swiss: "Swiss system",
  format_knockout: "Knockout",
  format_double_knockout: "Double knockout",
  format_adaptive: "Adaptive",
  bots: "Bots",
  bot: "Bot",
  rulesets: "Rulesets",
  ruleset: "Ruleset",
  all_rulesets: "All rulesets together",
  pairs_of_deals: "Deals, each in every seating",
  pairs_of_matches: "Matches, each in every seating",
  state: "State",
  state_finished: "Finished",
  state_decided: "Decided by the test",
  state_unfinished: "Unfinished",
  share_done: "{share} played",
  played_on: "Played",

  // Standings
  standings: "Standings",
  rank: "Rank",
  rank_help:
    "The ranks that the results leave open. Bots that cannot be told apart share ranks. All ranks of the table hold together with 95% confidence.",
  rank_from_to: "{best} to {worst}",
  of_bots: "of {count} bots",
  rating_points: "Points per deal",
  rating_points_help:
    "The rating of a league of deals: the lead in game points per deal over the first bot of the league, from all results together.",
  rating_elo_match: "Elo per match",
  rating_elo_match_help:
    "Elo of whole matches. 0 is even; 100 ahead means an expected score of 64%, 191 ahead 75%, 400 ahead 91%. In a league of deals it is computed from the deals.",
  rating_elo_deal: "Elo per deal",
  rating_elo_deal_help:
    "Elo of deals won, regardless of how many game points a deal is worth. 100 ahead means an expected score of 64%.",
  rating_lead: "Lead",
  rating_lead_help:
    "The lead in game points per deal (or match) over two average opponents at a table of three.",
  rating_points_left: "Points left per deal",
  rating_points_left_help:
    "Game points left per deal, as counted on the slate. The lowest wins.",
  wdl: "W – D – L",
  wdl_help:
    "Wins, draws and losses, counted at tables: a table is one deal (or match) in one seating.",
  wdl_spoken: "{wins} wins, {draws} draws, {losses} losses",
  score: "Score",
  score_help:
    "The mean over all tables: 1 for a win, half for a draw. 50% is even.",
  points_per_deal: "Game points",
  points_per_deal_help:
    "The mean lead in game points per deal over the opponents that the bot met.",
  points_per_table: "Points per table",
  points_per_table_help: "The mean game points of the bot at a table.",
  adjusted_points: "Adjusted lead",
  adjusted_points_help:
    "The lead in game points per deal over the mean player, adjusted for partners and opponents.",
  pairs: "Pairs",
  pairs_help:
    "The unit of evidence: one deal (or match), played in every seating with the same cards.",
  deals: "Deals",
  deals_help: "How many deals were played, each seating counted.",
  faults: "Faults",
  faults_help:
    "How often the bot failed (illegal action, timeout, crash and the like) and forfeited for it.",
  faults_lead:
    "A fault of a bot forfeits the table at which it happens, unless the line says that it cost nothing.",
  without_forfeit: "cost nothing",
  interval: "±, or brackets",
  interval_help:
    "The 95% interval: in 95 of 100 leagues, an interval made in this way contains the true value.",
  note_anchor: "Ratings are relative to {bot}, the first bot, at 0.",
  note_interval: "± and brackets are 95% intervals.",
  note_ranks: "A line in the table separates bots that the results tell apart.",
  note_few_deals:
    "Few deals: some differences rest on fewer than 30 pairs, and may still change.",
  note_points_left: "The lowest number of points left wins.",
  not_divided: "(not divided)",
  note_not_divided:
    "Not divided: nothing keeps a bot that is not started by the referee from using its partner's hand.",

  // Cross table
  cross_table: "Cross table",
  cross_table_lead_score:
    "The score of the bot on the left against the bot above, in percent. Each cell leads to its pairing.",
  cross_table_lead_lead:
    "How much more the bot on the left gains than the bot above, in game points per table. Each cell leads to its pairing.",
  cross_table_hint:
    "Point at a cell, or reach it with the arrow keys, for its details.",
  note_cross_table:
    "Bold: the 95% interval of this pairing alone excludes an even result.",
  order: "Order",
  order_rank: "by rank",
  order_name: "by name",
  order_against: "by result against {bot}",
  same_bot: "the same bot",
  not_played: "not played",
  cell_label: "{first} against {second}: {value}",
  pairs_count: "{pairs} pairs",

  // Sequential test
  sequential_test: "Sequential test",
  decision: "Decision",
  decision_help:
    "H1: the first bot is better by at least elo1. H0: by at most elo0. The error probabilities are those that the test was planned with.",
  decision_H0: "H0 accepted",
  decision_H1: "H1 accepted",
  decision_undecided: "Undecided at the end",
  decision_continue: "Not decided yet",
  hypotheses: "H0: {elo0}; H1: {elo1} nElo",
  llr: "LLR",
  llr_help:
    "The log-likelihood ratio of H1 against H0. The test stops when it leaves the interval shown.",
  at_most: "at most {count}",
  after_stop: "nElo after the stop",
  after_stop_help: "The normalised Elo, corrected for the stop of the test.",
  no_estimate: "None",
  stop_problem_beyond_cap: "The results go on after the cap.",
  stop_problem_equal_results: "All results are equal.",
  stop_problem_too_strong:
    "With logistic bounds there is none for bots so far apart.",
  stop_problem_went_on: "The results go on after the stop.",
  llr_path_label:
    "The log-likelihood ratio as pairs came in, between its bounds",
  note_sprt:
    "The test reads pairs in the order of the deals, so its decision does not depend on the number of workers. The standings hold only the results that it used.",

  // History
  history: "History",
  history_lead:
    "The ratings under {ruleset} after each round, from all results up to it.",
  history_label: "Ratings of each entrant after each round",
  round: "Round",
  rounds: "Rounds",

  // Rulesets
  leaders: "First",
  leaders_help: "The bots that can be the best: those to whom rank 1 is open.",
  ruleset_id: "Id",
  ruleset_hash: "Hash of the rules",
  draw_rate: "Draws",
  draw_rate_help: "The share of tables that ended in a draw.",
  draw_rate_of_equals: "Draws of equals",
  draw_rate_of_equals_help:
    "The draw rate between equal bots, as Davidson's model estimates it from all results.",
  cyclic_share: "Cyclic share",
  cyclic_share_help:
    "How much of the results no order of strength explains: A beats B beats C beats A.",
  seats: "Seats",
  seats_lead:
    "What each place gained in this league, whoever held it: from all its deals.",
  seat: "Seat",
  place_eldest: "eldest hand",
  place_second: "second hand",
  place_dealer: "dealer",
  partners: "Partners",
  partners_lead:
    "Game points left per deal of two partners; the lowest is best.",

  // A bot
  by_ruleset: "By ruleset",
  by_opponent: "By opponent",
  by_opponent_lead:
    "From the strongest opponent to the weakest; a hollow dot is not significant.",
  opponent: "Opponent",
  pairing_elo: "Elo",
  pairing_elo_help:
    "Elo of what was played (deals or matches) in this pairing alone. 0 is even; 100 ahead means an expected score of 64%.",
  pairing_elo_match: "Elo, matches",
  pairing_elo_match_help:
    "Elo of the matches of this pairing alone. 0 is even; 100 ahead means an expected score of 64%.",
  pairing_elo_deal: "Elo, deals",
  pairing_elo_deal_help:
    "Elo of the deals of this pairing alone. 0 is even; 100 ahead means an expected score of 64%.",
  about_bot: "About this bot",
  digest: "Digest",
  digest_help:
    "A hash over the program and its files: another version, another digest.",
  says_it_is: "Says it is",
  conventions: "Agreements between partners",
  entrant_status: "In the arena",
  status_plays: "plays",
  status_replaced: "replaced",
  status_retired: "retired",
  versions: "Versions",

  // A pairing
  seen_by: "As {bot} sees it.",
  other_side: "The other side",
  only_pairing: "All figures of this pairing",
  never_met: "These bots have not met.",
  more_figures: "More figures",
  los: "LOS",
  los_help:
    "Likelihood of superiority: how probable it is that the first bot is stronger, by however little. 50% is no information.",
  nelo: "nElo",
  nelo_help:
    "Normalised Elo: the lead divided by its standard deviation. It says how many pairs a test needs.",
  anytime: "Interval at any time",
  anytime_help:
    "A 95% interval that holds however often one looks at a running league. It is wider than the other.",
  luck_share: "Luck",
  luck_share_help:
    "How much of the variance of a deal is in the cards, not in the play.",
  pairing_gain: "Pairing gain",
  pairing_gain_help: "How many unpaired deals one pair replaces.",
  decisions: "Decisions",
  forfeits: "Forfeits",
  forfeits_help: "Tables that a fault decided.",
  without_forfeits: "Without forfeits",
  without_forfeits_help: "The estimate from the deals that no fault affected.",
  lead_points: "Lead per deal",
  lead_points_help:
    "The mean lead of the first bot in game points per deal, from this pairing alone.",
  lead_difference: "Difference",
  lead_difference_help:
    "How much more the first bot gains than the second, in game points per deal (or match).",
  note_pairing:
    "Estimates are from this pairing alone; a hollow dot is not significant.",
  note_pairing_running:
    "Estimates are from this pairing alone; a hollow dot is not significant. The league is under way: its intervals hold at any time.",
  note_signs:
    "{ruleset}: {more} gains more game points than {less}, which wins more deals. A match goes with the points.",
  pair_cells: "Pairs by score",
  pair_cells_lead:
    "How many points the first bot made of the two seatings of a pair: 0 lost both, 1 is even, 2 won both.",
  score_of_pair: "Score of the pair",
  running_estimate: "Running estimate",
  running_estimate_of: "Running estimate: {ruleset}",
  note_anytime: "The band is a 95% interval that holds at any time.",

  // Time use
  time_use: "Time use",
  note_time_use:
    "Measured on this machine; another run takes other times, with the same results.",
  p50_ms: "Median (ms)",
  p50_ms_help: "Half of the decisions took at most this long.",
  p99_ms: "99% (ms)",
  p99_ms_help: "99 of 100 decisions took at most this long.",
  busy_seconds: "Busy (s)",
  busy_seconds_help:
    "How long the bot had requests to answer, all its processes together.",
  cpu_seconds: "CPU time (s)",
  cpu_seconds_help: "CPU time of all processes of the bot.",
  starts: "Starts",
  starts_help: "How often a process of the bot was started.",

  // At the end
  glossary: "What the numbers mean",
  provenance: "Repeat and check",
  policy: "Rules for faults and time",
  policy_count: "{count} rules",
  command: "The same league again",
  verify_command: "Check the results",
  seed: "Seed",
  seed_help: "All deals follow from it: the same seed gives the same report.",
  seed_origin_user: "typed",
  seed_origin_file: "from a file",
  seed_origin_random: "random",
  commitment: "Commitment",
  commitment_help:
    "A hash of the seed, printed before the first deal: it proves that the seed was not chosen afterwards.",
  deals_of_pairings: "Deals of pairings",
  deals_own: "Each pairing plays deals of its own.",
  deals_same: "All pairings play the same deals.",
  max_faults: "Faults allowed",
  max_faults_help: "How many faults a bot may have before it is disqualified.",
  ruleset_hashes: "Hashes of the rules",
  version: "Version",
  hosts: "Host",
  cores: "{count} cores",
  workers: "{count} workers",
  written: "Report written",

  // Verdicts
  verdict_illegal_action: "Illegal action",
  verdict_timeout: "Timeout",
  verdict_crash: "Crash",
  verdict_disconnect: "Disconnected",
  verdict_protocol_error: "Protocol error",
  verdict_start_failure: "Did not start",
  verdict_over_budget: "Time for the whole league used up",

  // The pages of a fairness run
  ...fairnessEn,
  ...botEn,
} as const;

export type WordKey = keyof typeof en;
export type Dictionary = Readonly<Record<WordKey, string>>;
