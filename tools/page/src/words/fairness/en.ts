// The words of the pages of a fairness run in English.

export const fairnessEn = {
  // What was played
  fairness_of: "How fair is {ruleset}?",
  fairness_of_count: "How fair are {count} rulesets?",
  readings_compared: "{second} against {first}",
  fairness_lead:
    "Bots of the same strength play each other, so that the rules decide, not skill. First whole matches, then single deals.",
  bots_weakest_first: "Bots, weakest first",
  fairness_deals: "Deals",
  fairness_deals_help:
    "Deals of each bot against itself per ruleset, each in every seating. All rulesets play the same deals.",
  fairness_matches: "Matches",
  fairness_matches_help:
    "Whole matches of the strongest bot against itself per ruleset, each in every seating.",
  margin: "Fair within",
  margin_help:
    "The largest advantage that counts as fair, declared before play: in Elo for matches, in game points for single deals.",
  margin_of_deals: "{points} points per deal",

  // Verdicts
  fairness_verdict: "Verdict",
  fairness_verdict_help:
    "Fair: a test shows that the advantage is below the margin. Unfair: a test shows that it is above. Undecided: neither; more matches may decide. The verdicts of a report hold together: the chance that any of them is wrong is at most 5% for “fair”, and so it is for “unfair”.",
  verdict_fair: "fair",
  verdict_unfair: "unfair",
  verdict_undecided: "undecided",
  no_verdict: "no verdict",
  under_rulesets: "{verdict} under {count}: ",

  // Whole matches
  whole_matches: "Whole matches",
  whole_matches_lead:
    "Does the side of the first dealer win a match as often as the other? {bot} against itself. The shaded band is what counts as fair.",
  no_matches:
    "No matches were played, so there is no verdict on them (option --matches).",
  note_three_sides:
    "No verdict with three sides: there no side is the first dealer’s against one other.",
  first_dealer_elo: "Elo, first dealer’s side",
  first_dealer_elo_help:
    "How much better the side of the first dealer does in whole matches, in Elo, with its 95% interval. 0 is even; +5 means a score of 50.7%.",
  first_dealer_score: "Score",
  first_dealer_score_help:
    "The share of matches that the side of the first dealer wins. 50% is even.",
  match_deals: "Deals per match",
  match_deals_help: "How many deals a match takes, on average.",
  match_fair:
    "The side of the first dealer wins {score} of whole matches. Its advantage is less than {margin} Elo.",
  match_unfair_first_dealer:
    "The side of the first dealer wins {score} of whole matches: an advantage of more than {margin} Elo.",
  match_unfair_other:
    "The side of the first dealer wins {score} of whole matches: a disadvantage of more than {margin} Elo.",
  match_undecided:
    "The side of the first dealer wins {score} of whole matches. Whether its advantage is above or below {margin} Elo, these matches do not tell.",
  match_no_verdict: "There is no verdict on whole matches.",

  // One deal
  one_deal: "What a seat is worth in one deal",
  one_deal_lead:
    "How many game points more the side of eldest hand, who leads first, gains in one deal than the other side. Seats change from deal to deal, so this mostly evens out in a match.",
  gains_under: "gains under {count}",
  loses_under: "loses under {count}",
  even_under: "even under {count}",
  undecided_under: "undecided under {count}",
  eldest_side_of: "{bot}: the side of eldest hand",
  contradictions:
    "Eldest hand gains with one bot and loses with another: {rulesets}. There the strength of play decides.",
  seat_plot_label:
    "The lead of eldest hand’s side per deal under each ruleset, for each bot, with its interval; the table below has the numbers",
  seat_plot_axis: "Lead of eldest hand’s side, game points per deal",
  legend_in_matches: "filled: whole matches are unfair in the same direction",
  legend_not_in_matches: "hollow: whole matches do not show it",
  legend_margin: "band: counts as fair",
  the_numbers: "The numbers",
  eldest_lead: "Lead of eldest hand’s side",
  eldest_lead_help:
    "Game points per deal of eldest hand’s side minus those of the other (with three sides: of the mean of the others), with its 95% interval.",
  seat_gains:
    "The side of eldest hand gains {points} game points per deal more than the other.",
  seat_loses:
    "The side of eldest hand gains {points} game points per deal less than the other.",
  seat_even: "The seats are even: at most {margin} game points per deal.",
  seat_undecided:
    "Not decided: the lead of eldest hand’s side is between {lo} and {hi} game points per deal.",
  seat_unknown: "Not known.",
  shown_in_matches: "Whole matches are unfair in the same direction.",
  not_in_fair_matches: "Whole matches are fair all the same.",
  not_shown_in_matches: "Whole matches do not show it.",
  seat_in_matches: "In matches",
  seat_in_matches_help:
    "Whether whole matches are unfair in the direction of this effect.",
  shows: "shows",
  shows_not: "does not show",

  // Two readings
  what_changed: "What changed",
  what_changed_lead:
    "{second} compared with {first} on the same deals, the largest change first. The axis shows it in standard deviations of the figure from deal to deal.",
  changed_count: "{bot}: {changed} of {all} figures changed significantly",
  nothing_changed: "No figure changed significantly.",
  unchanged_figures: "{count} figures without a significant change",
  fairness_figure: "Figure",
  change: "Change",
  change_help:
    "The second reading minus the first. The axis shows the change in standard deviations of the figure from deal to deal, so that points and shares can be compared.",
  first_reading: "First",
  first_reading_help: "The figure under the first reading.",
  second_reading: "Second",
  second_reading_help: "The figure under the second reading.",
  note_changes:
    "A change is significant if its p is at most 5% after Holm’s correction over the figures of the bot. Figures that both readings fix are left out.",

  // Other figures
  makers_luck_skill: "Makers, luck and skill",
  makers_luck_skill_lead: "{bot} against itself, and against {opponent}.",
  makers_luck_skill_lead_alone: "{bot} against itself.",
  makers_win: "Makers win",
  makers_win_help: "The share of deals with makers that these win.",
  tie_share: "Ties",
  tie_share_help: "The share of deals that end in a tie of card points.",
  vole_share: "Voles",
  vole_share_help: "The share of deals in which one side takes all tricks.",
  tables_to_95: "Tables to 95%",
  tables_to_95_help:
    "Mirrored tables after which the stronger of the two strongest bots is expected to be ahead with 95% confidence.",
  skill_range: "Skill range",
  skill_range_help:
    "Elo per deal of the strongest bot above the weakest: how much skill can gain.",
  r_squared: "In the cards",
  r_squared_help:
    "The share of the variance of a result that the value of the cards, with best play and all cards seen, explains (R²).",
  same_rules: "{ruleset} has the same rules as {other}, but for names.",
  same_deal_rules:
    "{ruleset} has the rules of {other} for a single deal; only matches and carries differ.",

  // A ruleset
  bots_against_themselves: "Single deals",
  bots_against_themselves_lead:
    "Each bot against itself. What the rules leave no choice about is left out.",
  random_playouts: "random playouts",
  fairness_best_play: "best play",
  note_best_play:
    "“Best play”: {deals} deals solved with all cards seen, no side making a mistake.",
  not_solved: "Best play is not known: {reason}.",
  bots_against_each_other: "Bots against each other",
  fairness_pairing: "Pairing",
  elo_per_deal: "Elo per deal",
  elo_per_deal_help:
    "Elo of deals won, regardless of how many game points a deal is worth. 100 ahead means an expected score of 64%.",
  races: "Who wins from where",
  races_lead:
    "How often a side wins the match that has more lines left than the other.",
  race_lines_left: "Lines left",
  lines_against: "{lines} against {other}",
  win_rate: "Wins",
  win_rate_help: "The share of the matches played from there.",
  win_rate_of_equals: "Equals",
  win_rate_of_equals_help:
    "The same between two sides for which each kind of deal is as likely, whoever deals.",
  tables_played: "Tables",
  tables_played_help:
    "Deals in one seating; in brackets those that a fault decided, which count in no figure.",
  median_deals: "Deals per match: median, 95%",
  fairness_matches_played: "Matches",
  fairness_value: "Value",
  interval_of_deals: "±",
  interval_of_deals_help:
    "The 95% interval, by deal: in 95 of 100 runs, an interval made in this way contains the true value.",
  repeat_fairness: "The same run again",
  unknown_ruleset: "The report has no ruleset {ruleset}.",
  from_eldest: "{figure}, seat {seat} from eldest",

  // Figures by their name in the data
  figure_eldest_game_points: "lead of eldest hand’s side",
  figure_eldest_score: "score of eldest hand’s side",
  figure_eldest_wins: "deals that eldest hand’s side wins",
  figure_seat_game_points: "lead",
  figure_game_points_changed: "game points erased or added",
  figure_tie: "ties",
  figure_passed_out: "passed out",
  figure_vole: "one side takes all tricks",
  figure_bourgumesse: "makers take no trick",
  figure_trumps_made: "trumps made",
  figure_makers_win: "makers win",
  figure_makers_game_points: "lead of the makers",
  figure_makes_trumps: "makes trumps",
  figure_maker_game_points: "lead as maker",
  figure_mit_declared: "Mit’ declared",
  figure_mit_declarers_win: "declarers of the Mit’ win",
  figure_kontra: "Kontra",
  figure_re: "Re",
  figure_legal_cards: "legal cards per play",
  figure_forced_plays: "forced plays",
  figure_match_deals: "deals per match",
  figure_first_dealer_score: "score of the first dealer’s side",
  figure_without_winner: "matches without a winner",
  figure_lead_changes: "lead changes per match",
  figure_comeback: "winner was behind at half-time",
  figure_last_line_leader_wins: "leader wins once a side has one line left",
  figure_carry_pending: "deals with a carry pending",
  figure_longest_carry: "most deals in a row with a carry, per match",
} as const;

export type FairnessDictionary = Readonly<
  Record<keyof typeof fairnessEn, string>
>;
