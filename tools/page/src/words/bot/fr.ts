// The words of the page of a bot in French.

import type { BotDictionary } from "./en";

export const botFr: BotDictionary = {
  by_place: "Par place et par rôle",
  by_place_lead:
    "Ce que le bot a gagné selon sa place ; un point creux n’est pas significatif.",
  place: "Place ou rôle",
  place_eldest_side: "camp du premier à jouer",
  place_second_side: "deuxième camp",
  place_dealer_side: "camp du donneur",
  role_makers: "a fait l’atout",
  role_others: "n’a pas fait l’atout",
  place_points: "Points de jeu par donne",
  place_points_help:
    "La moyenne par donne : à deux camps, l’avance sur l’autre camp ; à trois, les points au-dessus de la moyenne des trois. Les tables décidées par un forfait ne comptent pas.",
  place_tables: "Tables",
  place_tables_help: "Des donnes dans une disposition.",
  note_roles:
    "Quel camp a fait l’atout n’est connu que des donnes enregistrées qui ont été analysées.",
  seats_missing:
    "Les résultats conservés de cette ligue ne disent pas ce qu’une place a gagné. Un examen d’équité mesure ce que vaut une place :",

  by_partner: "Par partenaire",
  by_partner_lead:
    "Ce que leur camp a gagné, le meilleur partenaire d’abord ; un point creux n’est pas significatif.",
  partner: "Partenaire",
  score_above_half: "Score au-dessus de la moitié",
  score_above_half_help:
    "Le score moyen du camp moins un demi : 0 est l’égalité, 0,5 gagne toutes les tables.",

  costs: "Coûts par genre de décision",
  costs_lead:
    "Ce que coûtent les décisions si tous voyaient toutes les cartes, ce que nul joueur ne fait. Les adversaires paient ce prix aussi, aux mêmes places : c’est la différence qui compte.",
  kind: "Décision",
  kind_trumps: "Atout",
  kind_announcements: "Annonces",
  kind_leads: "Entames",
  kind_following: "Couleur fournie",
  kind_discards: "Défausses",
  role_short_makers: "preneurs",
  role_short_others: "autres",
  kind_all: "Toutes les décisions",
  cost_difference: "Différence",
  cost_difference_help:
    "La perte du bot moins celle de ses adversaires, en points de jeu par donne (ou partie). Sous zéro, le bot perd moins qu’eux.",
  cost_loss: "Perte",
  cost_loss_help:
    "Ce que coûtent les décisions du bot face aux meilleures, en points de jeu par donne (ou partie).",
  cost_opponents: "Adversaires",
  cost_opponents_help:
    "De même pour les bots des autres camps aux mêmes tables.",
  costly: "Coûteuses",
  costly_help: "Les décisions qui coûtent quelque chose.",
  note_costs:
    "D’après les {deals} premières donnes ou parties enregistrées de ce bot, {tables} tables. Les preneurs sont le camp qui a fait l’atout.",
  note_unsolved:
    "{unsolved} décisions sur {choices} laissaient plus de {tricks} plis à jouer, ou trop de cartes inconnues, et ne comptent pas.",
  costs_left_out:
    "Cette page a été faite sans eux. Ces commandes les tirent des donnes enregistrées :",
  costs_missing:
    "Il y faut les donnes de la ligue : elle les garde avec --record deals. Sans elles, cette commande interroge les bots de nouveau :",
  costs_page: "En page",
  costs_as_text: "En texte",

  worst_deals: "Les pires donnes",
  worst_deals_lead:
    "Où les décisions ont coûté le plus à ce bot, parmi les donnes analysées. Un lien mène au moment qui précède la décision la plus coûteuse.",
  worst_deal: "Donne {item}, disposition {seating}",
  worst_match: "Partie {item}, donne {number}, disposition {seating}",
  worst_against: "contre {opponents}",
  worst_with: "avec {partners} contre {opponents}",
  worst_cost: "{points} points de jeu",
  worst_cost_one: "1 point de jeu",
};
