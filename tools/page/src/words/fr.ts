import type { Dictionary } from "./en";
import { botFr } from "./bot/fr";
import { fairnessFr } from "./fairness/fr";
import { game } from "./game/fr";
import { play } from "./play/fr";

export const fr: Dictionary = {
  ...game,
  ...play,

  league_report: "Rapport de ligue",
  arena_report: "Rapport d’arène",
  first_against_second: "{first} contre {second}",
  page_lead:
    "Chaque donne est jouée dans toutes les dispositions, pour que la chance aux cartes s’annule. Les mots soulignés en pointillé s’expliquent.",
  skip_to_content: "Aller au contenu",
  whole_report: "Rapport entier",
  way_back: "Retour",
  language: "Langue",
  colours: "Couleurs",
  colours_auto: "Couleurs du système",
  colours_light: "Clair",
  colours_dark: "Sombre",
  copy: "Copier",
  copied: "Copié",
  and_more: "et {count} autres",

  waiting: "En attente des premiers résultats",
  waiting_text: "La page les affiche dès que le programme les envoie.",
  no_data: "Pas de rapport",
  no_data_text:
    "Cette page est sans données. couillon report DIR --format html --out FICHIER en écrit une qui en a.",
  foreign: "Ceci n’est pas un rapport",
  foreign_text:
    "La page affiche les documents couillon.report ou couillon.fairness ; celui-ci est {schema}.",
  no_schema: "sans schéma",
  packed: "Ce navigateur ne peut pas afficher le rapport",
  packed_text:
    "Le rapport est comprimé et ce navigateur ne peut pas le décomprimer. Un plus récent le peut : Firefox 113, Chrome 80, Safari 16.4 ou plus.",
  newer_version:
    "Ce rapport a la version {version} de son format, plus récente que cette page. Ce que la page connaît est affiché.",
  no_results_yet: "Pas encore de résultats.",

  connected: "En direct",
  not_connected: "Connexion perdue ; nouvel essai",
  progress: "Avancement",
  deals_per_second: "{rate} donnes par seconde",
  time_left: "encore {time}",

  format: "Formule",
  format_round_robin: "Toutes rondes",
  format_match: "Duel de deux bots",
  format_sprt: "Test séquentiel",
  format_gauntlet: "Un contre tous",
  format_pairings: "Rencontres choisies",
  format_individual: "Tournoi individuel",
  format_three_way: "Ligue à trois",
  format_swiss: "Système suisse",
  format_knockout: "Élimination directe",
  format_double_knockout: "Double élimination",
  format_adaptive: "Adaptative",
  bots: "Bots",
  bot: "Bot",
  rulesets: "Règles",
  ruleset: "Règle",
  all_rulesets: "Toutes les règles ensemble",
  pairs_of_deals: "Donnes, dans toutes les dispositions",
  pairs_of_matches: "Parties, dans toutes les dispositions",
  state: "État",
  state_finished: "Terminé",
  state_decided: "Décidé par le test",
  state_unfinished: "Inachevé",
  share_done: "{share} joués",
  played_on: "Joué",

  standings: "Classement",
  rank: "Rang",
  rank_help:
    "Les rangs que les résultats laissent possibles. Les bots qu’on ne peut départager partagent des rangs. Tous les rangs du tableau valent ensemble à 95 % de confiance.",
  rank_from_to: "{best} à {worst}",
  of_bots: "sur {count} bots",
  rating_points: "Points par donne",
  rating_points_help:
    "La cote d’une ligue de donnes : l’avance en points de jeu par donne sur le premier bot de la ligue, d’après tous les résultats ensemble.",
  rating_elo_match: "Elo par partie",
  rating_elo_match_help:
    "L’Elo de parties entières. 0 est l’égalité ; 100 d’avance signifie un score attendu de 64 %, 191 de 75 %, 400 de 91 %. Dans une ligue de donnes, il est calculé d’après les donnes.",
  rating_elo_deal: "Elo par donne",
  rating_elo_deal_help:
    "L’Elo des donnes gagnées, quel que soit le nombre de points de jeu d’une donne. 100 d’avance signifie un score attendu de 64 %.",
  rating_lead: "Avance",
  rating_lead_help:
    "L’avance en points de jeu par donne (ou partie) sur deux adversaires moyens à une table de trois.",
  rating_points_left: "Points restants par donne",
  rating_points_left_help:
    "Les points de jeu restants par donne, comptés sur l’ardoise. Le plus bas gagne.",
  wdl: "V – N – D",
  wdl_help:
    "Victoires, nulles et défaites, comptées aux tables : une table est une donne (ou partie) dans une disposition.",
  wdl_spoken: "{wins} victoires, {draws} nulles, {losses} défaites",
  score: "Score",
  score_help:
    "La moyenne de toutes les tables : 1 pour une victoire, un demi pour une nulle. 50 % est l’égalité.",
  points_per_deal: "Points de jeu",
  points_per_deal_help:
    "L’avance moyenne en points de jeu par donne sur les adversaires rencontrés.",
  points_per_table: "Points par table",
  points_per_table_help: "La moyenne des points de jeu du bot à une table.",
  adjusted_points: "Avance corrigée",
  adjusted_points_help:
    "L’avance en points de jeu par donne sur le joueur moyen, corrigée des partenaires et des adversaires.",
  pairs: "Paires",
  pairs_help:
    "L’unité de preuve : une donne (ou partie), jouée dans toutes les dispositions avec les mêmes cartes.",
  deals: "Donnes",
  deals_help: "Le nombre de donnes jouées, chaque disposition comptée.",
  faults: "Fautes",
  faults_help:
    "Combien de fois le bot a failli (action illégale, dépassement de temps, plantage, etc.) et a perdu par forfait.",
  faults_lead:
    "Une faute d’un bot fait perdre par forfait la table où elle se produit, sauf mention contraire.",
  without_forfeit: "sans conséquence",
  interval: "± ou crochets",
  interval_help:
    "L’intervalle à 95 % : dans 95 ligues sur 100, un intervalle ainsi fait contient la vraie valeur.",
  note_anchor: "Les cotes sont relatives à {bot}, le premier bot, à 0.",
  note_interval: "± et crochets sont des intervalles à 95 %.",
  note_ranks:
    "Un trait dans le tableau sépare les bots que les résultats départagent.",
  note_few_deals:
    "Peu de donnes : certaines différences reposent sur moins de 30 paires et peuvent encore changer.",
  note_points_left: "Le nombre le plus bas de points restants gagne.",
  not_divided: "(non séparé)",
  note_not_divided:
    "Non séparé : rien n'empêche un bot que l'arbitre ne lance pas lui-même d'utiliser la main de son partenaire.",

  cross_table: "Tableau croisé",
  cross_table_lead_score:
    "Le score du bot de gauche contre le bot du haut, en pour cent. Chaque case mène à sa rencontre.",
  cross_table_lead_lead:
    "Ce que le bot de gauche gagne de plus que le bot du haut, en points de jeu par table. Chaque case mène à sa rencontre.",
  cross_table_hint:
    "Pointez une case, ou atteignez-la avec les flèches, pour ses détails.",
  note_cross_table:
    "En gras : l’intervalle à 95 % de cette seule rencontre exclut l’égalité.",
  order: "Ordre",
  order_rank: "par rang",
  order_name: "par nom",
  order_against: "par résultat contre {bot}",
  same_bot: "le même bot",
  not_played: "pas joué",
  cell_label: "{first} contre {second} : {value}",
  pairs_count: "{pairs} paires",

  sequential_test: "Test séquentiel",
  decision: "Décision",
  decision_help:
    "H1 : le premier bot est meilleur d’au moins elo1. H0 : d’au plus elo0. Les probabilités d’erreur sont celles prévues pour le test.",
  decision_H0: "H0 acceptée",
  decision_H1: "H1 acceptée",
  decision_undecided: "Indécis à la fin",
  decision_continue: "Pas encore décidé",
  hypotheses: "H0 : {elo0} ; H1 : {elo1} nElo",
  llr: "LLR",
  llr_help:
    "Le logarithme du rapport de vraisemblance de H1 à H0. Le test s’arrête quand il quitte l’intervalle affiché.",
  at_most: "au plus {count}",
  after_stop: "nElo après l’arrêt",
  after_stop_help: "L’Elo normalisé, corrigé de l’arrêt du test.",
  no_estimate: "Aucun",
  stop_problem_beyond_cap: "Les résultats continuent après la limite.",
  stop_problem_equal_results: "Tous les résultats sont égaux.",
  stop_problem_too_strong:
    "Avec des bornes logistiques, il n’y en a pas pour des bots si inégaux.",
  stop_problem_went_on: "Les résultats continuent après l’arrêt.",
  llr_path_label:
    "Le logarithme du rapport de vraisemblance au fil des paires, entre ses bornes",
  note_sprt:
    "Le test lit les paires dans l’ordre des donnes : sa décision ne dépend pas du nombre de processus. Le classement ne contient que les résultats qu’il a utilisés.",

  history: "Historique",
  history_lead:
    "Les cotes sous {ruleset} après chaque ronde, d’après tous les résultats jusque-là.",
  history_label: "Cotes de chaque participant après chaque ronde",
  round: "Ronde",
  rounds: "Rondes",

  leaders: "Premiers",
  leaders_help:
    "Les bots qui peuvent être les meilleurs : ceux à qui le rang 1 est possible.",
  ruleset_id: "Identifiant",
  ruleset_hash: "Empreinte des règles",
  draw_rate: "Nulles",
  draw_rate_help: "La part des tables terminées par une nulle.",
  draw_rate_of_equals: "Nulles entre égaux",
  draw_rate_of_equals_help:
    "La part de nulles entre bots égaux, estimée par le modèle de Davidson d’après tous les résultats.",
  cyclic_share: "Part cyclique",
  cyclic_share_help:
    "Ce qu’aucun ordre de force n’explique dans les résultats : A bat B qui bat C qui bat A.",
  seats: "Places",
  seats_lead:
    "Ce que chaque place a gagné dans cette ligue, quel que soit le joueur : d’après toutes ses donnes.",
  seat: "Place",
  place_eldest: "premier à jouer",
  place_second: "deuxième à jouer",
  place_dealer: "donneur",
  partners: "Partenaires",
  partners_lead:
    "Les points de jeu restants par donne de deux partenaires ; le plus bas est le meilleur.",

  by_ruleset: "Par règle",
  by_opponent: "Par adversaire",
  by_opponent_lead:
    "De l’adversaire le plus fort au plus faible ; un point creux n’est pas significatif.",
  opponent: "Adversaire",
  pairing_elo: "Elo",
  pairing_elo_help:
    "L’Elo de ce qui a été joué (donnes ou parties) dans cette seule rencontre. 0 est l’égalité ; 100 d’avance signifie un score attendu de 64 %.",
  pairing_elo_match: "Elo, parties",
  pairing_elo_match_help:
    "L’Elo des parties de cette seule rencontre. 0 est l’égalité ; 100 d’avance signifie un score attendu de 64 %.",
  pairing_elo_deal: "Elo, donnes",
  pairing_elo_deal_help:
    "L’Elo des donnes de cette seule rencontre. 0 est l’égalité ; 100 d’avance signifie un score attendu de 64 %.",
  about_bot: "À propos de ce bot",
  digest: "Empreinte",
  digest_help:
    "Une empreinte du programme et de ses fichiers : autre version, autre empreinte.",
  says_it_is: "Dit être",
  conventions: "Conventions entre partenaires",
  entrant_status: "Dans l’arène",
  status_plays: "joue",
  status_replaced: "remplacé",
  status_retired: "retiré",
  versions: "Versions",

  seen_by: "Vu par {bot}.",
  other_side: "L’autre côté",
  only_pairing: "Tous les chiffres de cette rencontre",
  never_met: "Ces bots ne se sont pas rencontrés.",
  more_figures: "Autres chiffres",
  los: "LOS",
  los_help:
    "Vraisemblance de supériorité : la probabilité que le premier bot soit plus fort, si peu que ce soit. 50 % n’apprend rien.",
  nelo: "nElo",
  nelo_help:
    "Elo normalisé : l’avance divisée par son écart type. Il dit combien de paires il faut à un test.",
  anytime: "Intervalle à tout moment",
  anytime_help:
    "Un intervalle à 95 % qui vaut aussi souvent qu’on regarde une ligue en cours. Il est plus large que l’autre.",
  luck_share: "Chance",
  luck_share_help:
    "La part de la variance d’une donne qui est dans les cartes et non dans le jeu.",
  pairing_gain: "Gain d’appariement",
  pairing_gain_help: "Combien de donnes non appariées une paire remplace.",
  decisions: "Décisions",
  forfeits: "Forfaits",
  forfeits_help: "Les tables décidées par une faute.",
  without_forfeits: "Sans forfaits",
  without_forfeits_help: "L’estimation d’après les donnes sans faute.",
  lead_points: "Avance par donne",
  lead_points_help:
    "L’avance moyenne du premier bot en points de jeu par donne, dans cette seule rencontre.",
  lead_difference: "Différence",
  lead_difference_help:
    "Ce que le premier bot gagne de plus que le second, en points de jeu par donne (ou partie).",
  note_pairing:
    "Les estimations sont de cette seule rencontre ; un point creux n’est pas significatif.",
  note_pairing_running:
    "Les estimations sont de cette seule rencontre ; un point creux n’est pas significatif. La ligue est en cours : ses intervalles valent à tout moment.",
  note_signs:
    "{ruleset} : {more} gagne plus de points de jeu que {less}, qui gagne plus de donnes. Une partie suit les points.",
  pair_cells: "Paires par score",
  pair_cells_lead:
    "Combien de points le premier bot a faits dans les deux dispositions d’une paire : 0 perdu deux fois, 1 égalité, 2 gagné deux fois.",
  score_of_pair: "Score de la paire",
  running_estimate: "Estimation au fil du jeu",
  running_estimate_of: "Estimation au fil du jeu : {ruleset}",
  note_anytime: "La bande est un intervalle à 95 % qui vaut à tout moment.",

  time_use: "Emploi du temps",
  note_time_use:
    "Mesuré sur cette machine ; une autre exécution prend d’autres temps, avec les mêmes résultats.",
  p50_ms: "Médiane (ms)",
  p50_ms_help: "La moitié des décisions ont pris au plus ce temps.",
  p99_ms: "99 % (ms)",
  p99_ms_help: "99 décisions sur 100 ont pris au plus ce temps.",
  busy_seconds: "Occupé (s)",
  busy_seconds_help:
    "Combien de temps le bot avait des demandes à traiter, tous ses processus ensemble.",
  cpu_seconds: "Temps CPU (s)",
  cpu_seconds_help: "Le temps CPU de tous les processus du bot.",
  starts: "Démarrages",
  starts_help: "Combien de fois un processus du bot a été démarré.",

  glossary: "Ce que disent les nombres",
  provenance: "Répéter et vérifier",
  policy: "Règles des fautes et du temps",
  policy_count: "{count} règles",
  command: "La même ligue encore",
  verify_command: "Vérifier les résultats",
  seed: "Graine",
  seed_help:
    "Toutes les donnes en découlent : la même graine donne le même rapport.",
  seed_origin_user: "saisie",
  seed_origin_file: "d’un fichier",
  seed_origin_random: "aléatoire",
  commitment: "Engagement",
  commitment_help:
    "Une empreinte de la graine, imprimée avant la première donne : elle prouve que la graine n’a pas été choisie après coup.",
  deals_of_pairings: "Donnes des rencontres",
  deals_own: "Chaque rencontre joue ses propres donnes.",
  deals_same: "Toutes les rencontres jouent les mêmes donnes.",
  max_faults: "Fautes permises",
  max_faults_help:
    "Le nombre de fautes qu’un bot peut commettre avant d’être disqualifié.",
  ruleset_hashes: "Empreintes des règles",
  version: "Version",
  hosts: "Machine",
  cores: "{count} cœurs",
  workers: "{count} processus de travail",
  written: "Rapport écrit",

  verdict_illegal_action: "Action illégale",
  verdict_timeout: "Temps dépassé",
  verdict_crash: "Plantage",
  verdict_disconnect: "Déconnexion",
  verdict_protocol_error: "Erreur de protocole",
  verdict_start_failure: "Pas démarré",
  verdict_over_budget: "Temps de toute la ligue épuisé",

  ...fairnessFr,
  ...botFr,
};
