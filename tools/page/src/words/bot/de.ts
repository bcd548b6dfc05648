// The words of the page of a bot in German.

import type { BotDictionary } from "./en";

export const botDe: BotDictionary = {
  by_place: "Nach Platz und Rolle",
  by_place_lead:
    "Was der Bot gewann, wo er saß; ein hohler Punkt ist nicht signifikant.",
  place: "Platz oder Rolle",
  place_eldest_side: "Seite der Vorhand",
  place_second_side: "zweite Seite",
  place_dealer_side: "Seite des Gebers",
  role_makers: "machte Trumpf",
  role_others: "machte nicht Trumpf",
  place_points: "Spielpunkte je Spiel",
  place_points_help:
    "Der Mittelwert je Spiel: mit zwei Seiten der Vorsprung vor der anderen, mit drei die Punkte über dem Mittel aller drei. Tische, die ein Fehler entschieden hat, zählen nicht.",
  place_tables: "Tische",
  place_tables_help: "Spiele in einer Sitzordnung.",
  note_roles:
    "Welche Seite Trumpf machte, ist nur von den aufgezeichneten Spielen bekannt, die untersucht wurden.",
  seats_missing:
    "Die gespeicherten Ergebnisse dieser Liga sagen nicht, was ein Platz gewann. Eine Fairnessprüfung misst, was ein Platz wert ist:",

  by_partner: "Nach Partner",
  by_partner_lead:
    "Was die Seite beider gewann, der beste Partner zuerst; ein hohler Punkt ist nicht signifikant.",
  partner: "Partner",
  score_above_half: "Score über der Hälfte",
  score_above_half_help:
    "Der mittlere Score der Seite weniger ein halb: 0 ist ausgeglichen, 0,5 gewinnt jeden Tisch.",

  costs: "Kosten nach Art der Entscheidung",
  costs_lead:
    "Was Entscheidungen kosten, wenn alle alle Karten sähen, was kein Spieler tut. Die Gegner zahlen diesen Preis auch, auf denselben Plätzen: Es zählt der Unterschied.",
  kind: "Entscheidung",
  kind_trumps: "Trumpf",
  kind_announcements: "Ansagen",
  kind_leads: "Anspiele",
  kind_following: "Bedienen",
  kind_discards: "Abwürfe",
  role_short_makers: "Macher",
  role_short_others: "andere",
  kind_all: "Alle Entscheidungen",
  cost_difference: "Unterschied",
  cost_difference_help:
    "Der Verlust des Bots weniger der seiner Gegner, in Spielpunkten je Spiel (oder Partie). Unter null verliert der Bot weniger als sie.",
  cost_loss: "Verlust",
  cost_loss_help:
    "Was die Entscheidungen des Bots gegenüber den besten kosten, in Spielpunkten je Spiel (oder Partie).",
  cost_opponents: "Gegner",
  cost_opponents_help:
    "Dasselbe von den Bots der anderen Seiten an denselben Tischen.",
  costly: "Mit Kosten",
  costly_help: "Entscheidungen, die etwas kosten.",
  note_costs:
    "Aus den ersten {deals} aufgezeichneten Spielen oder Partien dieses Bots, {tables} Tische. Die Macher sind die Seite, die Trumpf machte.",
  note_unsolved:
    "Bei {unsolved} von {choices} Entscheidungen waren noch mehr als {tricks} Stiche zu spielen oder zu viele Karten nicht gesehen; sie zählen nicht.",
  costs_left_out:
    "Diese Seite wurde ohne sie gemacht. Diese Befehle machen sie aus den aufgezeichneten Spielen:",
  costs_missing:
    "Dazu braucht es die Spiele der Liga: mit --record deals behält sie sie. Ohne sie fragt dieser Befehl die Bots noch einmal:",
  costs_page: "Als Seite",
  costs_as_text: "Als Text",

  worst_deals: "Schlechteste Spiele",
  worst_deals_lead:
    "Wo Entscheidungen diesen Bot am meisten kosteten, unter den untersuchten Spielen. Ein Link führt zum Augenblick vor der teuersten Entscheidung.",
  worst_deal: "Spiel {item}, Sitzordnung {seating}",
  worst_match: "Partie {item}, Spiel {number}, Sitzordnung {seating}",
  worst_against: "gegen {opponents}",
  worst_with: "mit {partners} gegen {opponents}",
  worst_cost: "{points} Spielpunkte",
  worst_cost_one: "1 Spielpunkt",
};
