// The words of the pages of a fairness run in French.

import type { FairnessDictionary } from "./en";

export const fairnessFr: FairnessDictionary = {
  fairness_of: "{ruleset} est-elle équitable ?",
  fairness_of_count: "{count} règles sont-elles équitables ?",
  readings_compared: "{second} face à {first}",
  fairness_lead:
    "Des bots de même force jouent l’un contre l’autre : ce sont les règles qui décident, pas l’adresse. D’abord les parties entières, puis les donnes seules.",
  bots_weakest_first: "Bots, du plus faible au plus fort",
  fairness_deals: "Donnes",
  fairness_deals_help:
    "Donnes de chaque bot contre lui-même par règle, chacune dans toutes les dispositions. Toutes les règles jouent les mêmes donnes.",
  fairness_matches: "Parties",
  fairness_matches_help:
    "Parties entières du bot le plus fort contre lui-même par règle, chacune dans toutes les dispositions.",
  margin: "Équitable jusqu’à",
  margin_help:
    "Le plus grand avantage qui passe pour équitable, déclaré avant le jeu : en Elo pour les parties, en points de jeu pour les donnes seules.",
  margin_of_deals: "{points} points par donne",

  fairness_verdict: "Verdict",
  fairness_verdict_help:
    "Équitable : un test montre que l’avantage est sous la marge. Inéquitable : un test montre qu’il est au-dessus. Indécis : ni l’un ni l’autre ; plus de parties peuvent trancher. Les verdicts d’un rapport valent ensemble : la probabilité qu’un seul soit faux est d’au plus 5 % pour « équitable », et de même pour « inéquitable ».",
  verdict_fair: "équitable",
  verdict_unfair: "inéquitable",
  verdict_undecided: "indécis",
  no_verdict: "sans verdict",
  under_rulesets: "{verdict} sous {count} : ",

  whole_matches: "Parties entières",
  whole_matches_lead:
    "Le camp du premier donneur gagne-t-il une partie aussi souvent que l’autre ? {bot} contre lui-même. La bande grise est ce qui passe pour équitable.",
  no_matches:
    "Aucune partie n’a été jouée, donc pas de verdict sur elles (option --matches).",
  note_three_sides:
    "Pas de verdict à trois camps : aucun n’y est celui du premier donneur face à un seul autre.",
  first_dealer_elo: "Elo, camp du premier donneur",
  first_dealer_elo_help:
    "L’avance du camp du premier donneur dans les parties entières, en Elo, avec son intervalle à 95 %. 0 est l’égalité ; +5 veut dire un score de 50,7 %.",
  first_dealer_score: "Score",
  first_dealer_score_help:
    "La part des parties que gagne le camp du premier donneur. 50 % est l’égalité.",
  match_deals: "Donnes par partie",
  match_deals_help: "Combien de donnes dure une partie, en moyenne.",
  match_fair:
    "Le camp du premier donneur gagne {score} des parties entières. Son avantage est inférieur à {margin} Elo.",
  match_unfair_first_dealer:
    "Le camp du premier donneur gagne {score} des parties entières : un avantage de plus de {margin} Elo.",
  match_unfair_other:
    "Le camp du premier donneur gagne {score} des parties entières : un désavantage de plus de {margin} Elo.",
  match_undecided:
    "Le camp du premier donneur gagne {score} des parties entières. Ces parties ne disent pas si son avantage est au-dessus ou au-dessous de {margin} Elo.",
  match_no_verdict: "Il n’y a pas de verdict sur les parties entières.",

  one_deal: "Ce que vaut une place dans une donne",
  one_deal_lead:
    "Combien de points de jeu le camp du premier à jouer gagne de plus que l’autre dans une donne. Les places changent de donne en donne : dans une partie, cela s’égalise en grande partie.",
  gains_under: "gagne sous {count}",
  loses_under: "perd sous {count}",
  even_under: "égal sous {count}",
  undecided_under: "indécis sous {count}",
  eldest_side_of: "{bot} : le camp du premier à jouer",
  contradictions:
    "Le premier à jouer gagne avec un bot et perd avec un autre : {rulesets}. Là, la force du jeu décide.",
  seat_plot_label:
    "L’avance du camp du premier à jouer par donne sous chaque règle, pour chaque bot, avec son intervalle ; le tableau dessous a les nombres",
  seat_plot_axis: "Avance du camp du premier à jouer, points par donne",
  legend_in_matches:
    "plein : les parties entières sont inéquitables dans le même sens",
  legend_not_in_matches: "creux : les parties entières ne le montrent pas",
  legend_margin: "bande : passe pour équitable",
  the_numbers: "Les nombres",
  eldest_lead: "Avance du camp du premier à jouer",
  eldest_lead_help:
    "Points de jeu par donne du camp du premier à jouer moins ceux de l’autre (à trois camps : de la moyenne des autres), avec son intervalle à 95 %.",
  seat_gains:
    "Le camp du premier à jouer gagne {points} points de jeu par donne de plus que l’autre.",
  seat_loses:
    "Le camp du premier à jouer gagne {points} points de jeu par donne de moins que l’autre.",
  seat_even: "Les places se valent : au plus {margin} points de jeu par donne.",
  seat_undecided:
    "Indécis : l’avance du camp du premier à jouer est entre {lo} et {hi} points de jeu par donne.",
  seat_unknown: "Inconnu.",
  shown_in_matches: "Les parties entières sont inéquitables dans le même sens.",
  not_in_fair_matches: "Les parties entières sont équitables malgré tout.",
  not_shown_in_matches: "Les parties entières ne le montrent pas.",
  seat_in_matches: "Dans les parties",
  seat_in_matches_help:
    "Si les parties entières sont inéquitables dans le sens de cet effet.",
  shows: "se montre",
  shows_not: "ne se montre pas",

  what_changed: "Ce qui a changé",
  what_changed_lead:
    "{second} comparée à {first} sur les mêmes donnes, le plus grand changement d’abord. L’axe le montre en écarts-types de la valeur de donne en donne.",
  changed_count:
    "{bot} : {changed} valeurs sur {all} ont changé significativement",
  nothing_changed: "Aucune valeur n’a changé significativement.",
  unchanged_figures: "{count} valeurs sans changement significatif",
  fairness_figure: "Valeur",
  change: "Changement",
  change_help:
    "La seconde lecture moins la première. L’axe montre le changement en écarts-types de la valeur de donne en donne, pour que points et parts se comparent.",
  first_reading: "Première",
  first_reading_help: "La valeur sous la première lecture.",
  second_reading: "Seconde",
  second_reading_help: "La valeur sous la seconde lecture.",
  note_changes:
    "Un changement est significatif si son p est d’au plus 5 % après la correction de Holm sur les valeurs du bot. Les valeurs que les deux lectures fixent sont omises.",

  makers_luck_skill: "Preneurs, chance et adresse",
  makers_luck_skill_lead: "{bot} contre lui-même, et contre {opponent}.",
  makers_luck_skill_lead_alone: "{bot} contre lui-même.",
  makers_win: "Preneurs gagnent",
  makers_win_help: "La part des donnes avec preneurs que ceux-ci gagnent.",
  tie_share: "Égalités",
  tie_share_help:
    "La part des donnes qui finissent à égalité de points de cartes.",
  vole_share: "Voles",
  vole_share_help: "La part des donnes où un camp fait toutes les levées.",
  tables_to_95: "Tables pour 95 %",
  tables_to_95_help:
    "Tables en miroir après lesquelles on attend que le plus fort des deux meilleurs bots soit devant avec 95 % de confiance.",
  skill_range: "Étendue d’adresse",
  skill_range_help:
    "Elo par donne du bot le plus fort au-dessus du plus faible : ce que l’adresse peut gagner.",
  r_squared: "Dans les cartes",
  r_squared_help:
    "La part de la variance d’un résultat qu’explique la valeur des cartes, au meilleur jeu et toutes cartes vues (R²).",
  same_rules: "{ruleset} a les mêmes règles que {other}, aux noms près.",
  same_deal_rules:
    "{ruleset} a les règles de {other} pour une seule donne ; seuls les parties et les reports diffèrent.",

  bots_against_themselves: "Donnes seules",
  bots_against_themselves_lead:
    "Chaque bot contre lui-même. Ce que les règles fixent est omis.",
  random_playouts: "jeu au hasard",
  fairness_best_play: "meilleur jeu",
  note_best_play:
    "« Meilleur jeu » : {deals} donnes résolues toutes cartes vues, sans faute d’aucun camp.",
  not_solved: "Le meilleur jeu n’est pas connu : {reason}.",
  bots_against_each_other: "Bots l’un contre l’autre",
  fairness_pairing: "Rencontre",
  elo_per_deal: "Elo par donne",
  elo_per_deal_help:
    "Elo des donnes gagnées, quel que soit le nombre de points de jeu d’une donne. 100 d’avance veut dire un score attendu de 64 %.",
  races: "Qui gagne d’où",
  races_lead:
    "Combien souvent un camp gagne la partie alors qu’il lui reste plus de lignes qu’à l’autre.",
  race_lines_left: "Lignes restantes",
  lines_against: "{lines} contre {other}",
  win_rate: "Gagne",
  win_rate_help: "La part des parties jouées depuis cette situation.",
  win_rate_of_equals: "Égaux",
  win_rate_of_equals_help:
    "De même entre deux camps pour lesquels chaque sorte de donne est aussi probable, quel que soit le donneur.",
  tables_played: "Tables",
  tables_played_help:
    "Donnes dans une disposition ; entre parenthèses celles qu’une faute a décidées, qui ne comptent dans aucune valeur.",
  median_deals: "Donnes par partie : médiane, 95 %",
  fairness_matches_played: "Parties",
  fairness_value: "Valeur",
  interval_of_deals: "±",
  interval_of_deals_help:
    "L’intervalle à 95 %, par donne : sur 100 essais, 95 intervalles ainsi faits contiennent la vraie valeur.",
  repeat_fairness: "Le même essai encore",
  unknown_ruleset: "Le rapport n’a pas de règle {ruleset}.",
  from_eldest: "{figure}, place {seat} depuis le premier à jouer",

  figure_eldest_game_points: "avance du camp du premier à jouer",
  figure_eldest_score: "score du camp du premier à jouer",
  figure_eldest_wins: "donnes que gagne le camp du premier à jouer",
  figure_seat_game_points: "avance",
  figure_game_points_changed: "points de jeu effacés ou ajoutés",
  figure_tie: "égalités",
  figure_passed_out: "donnes passées",
  figure_vole: "un camp fait toutes les levées",
  figure_bourgumesse: "les preneurs ne font aucune levée",
  figure_trumps_made: "atout fait",
  figure_makers_win: "les preneurs gagnent",
  figure_makers_game_points: "avance des preneurs",
  figure_makes_trumps: "fait l’atout",
  figure_maker_game_points: "avance comme preneur",
  figure_mit_declared: "Mit’ déclaré",
  figure_mit_declarers_win: "ceux du Mit’ gagnent",
  figure_kontra: "Kontra",
  figure_re: "Re",
  figure_legal_cards: "cartes permises par coup",
  figure_forced_plays: "coups forcés",
  figure_match_deals: "donnes par partie",
  figure_first_dealer_score: "score du camp du premier donneur",
  figure_without_winner: "parties sans vainqueur",
  figure_lead_changes: "changements de meneur par partie",
  figure_comeback: "le vainqueur était mené à mi-partie",
  figure_last_line_leader_wins:
    "le meneur gagne dès qu’un camp n’a plus qu’une ligne",
  figure_carry_pending: "donnes avec un report en attente",
  figure_longest_carry: "le plus de donnes de suite avec un report, par partie",
};
