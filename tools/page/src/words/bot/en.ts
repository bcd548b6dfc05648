// The words of the page of a bot in English.

export const botEn = {
  // By place and role
  by_place: "By place and role",
  by_place_lead:
    "What the bot gained where it sat; a hollow dot is not significant.",
  place: "Place or role",
  place_eldest_side: "eldest’s side",
  place_second_side: "second side",
  place_dealer_side: "dealer’s side",
  role_makers: "made trumps",
  role_others: "did not make trumps",
  place_points: "Game points per deal",
  place_points_help:
    "The mean per deal: with two sides the lead over the other side, with three the points over the mean of all three. Tables that a forfeit decided are not counted.",
  place_tables: "Tables",
  place_tables_help: "Deals in one seating.",
  note_roles:
    "Whether a side made trumps is known of the recorded deals that were analysed.",
  seats_missing:
    "The store of this league does not say what a seat gained. A fairness run measures what a seat is worth:",

  // By partner
  by_partner: "By partner",
  by_partner_lead:
    "What the side of both gained, the best partner first; a hollow dot is not significant.",
  partner: "Partner",
  score_above_half: "Score above half",
  score_above_half_help:
    "The mean score of the side less one half: 0 is even, 0.5 wins every table.",

  // What decisions cost
  costs: "Costs by kind of decision",
  costs_lead:
    "What decisions cost if everybody saw all cards, which no player does. The opponents pay that price too, in the same seats: read the difference.",
  kind: "Decision",
  kind_trumps: "Trumps",
  kind_announcements: "Announcements",
  kind_leads: "Leads",
  kind_following: "Following suit",
  kind_discards: "Discards",
  role_short_makers: "makers",
  role_short_others: "others",
  kind_all: "All decisions",
  cost_difference: "Difference",
  cost_difference_help:
    "The loss of the bot less that of its opponents, in game points per deal (or match). Below zero the bot loses less than they.",
  cost_loss: "Loss",
  cost_loss_help:
    "What the bot’s decisions cost against the best ones, in game points per deal (or match).",
  cost_opponents: "Opponents",
  cost_opponents_help:
    "The same of the bots of the other sides at the same tables.",
  costly: "Costly",
  costly_help: "Decisions that cost something.",
  note_costs:
    "From the first {deals} recorded deals or matches of this bot, {tables} tables. Makers are the side that made trumps.",
  note_unsolved:
    "{unsolved} of {choices} decisions had more than {tricks} tricks left, or too many cards out, and are not counted.",
  costs_left_out:
    "This page was made without them. These commands make them from the recorded deals:",
  costs_missing:
    "They need the deals of the league: play it with --record deals. Without, this command asks the bots again:",
  costs_page: "As a page",
  costs_as_text: "As text",

  // Worst deals
  worst_deals: "Worst deals",
  worst_deals_lead:
    "Where decisions cost this bot most, among the deals analysed. A link leads to the moment before the decision that cost most.",
  worst_deal: "Deal {item}, seating {seating}",
  worst_match: "Match {item}, deal {number}, seating {seating}",
  worst_against: "against {opponents}",
  worst_with: "with {partners} against {opponents}",
  worst_cost: "{points} game points",
  worst_cost_one: "1 game point",
} as const;

export type BotDictionary = Readonly<Record<keyof typeof botEn, string>>;
