// The words of the page of a bot in Dutch.

import type { BotDictionary } from "./en";

export const botNl: BotDictionary = {
  by_place: "Per plaats en rol",
  by_place_lead:
    "Wat de bot won waar hij zat; een open stip is niet significant.",
  place: "Plaats of rol",
  place_eldest_side: "kant van de voorhand",
  place_second_side: "tweede kant",
  place_dealer_side: "kant van de gever",
  role_makers: "maakte troef",
  role_others: "maakte geen troef",
  place_points: "Spelpunten per spel",
  place_points_help:
    "Het gemiddelde per spel: met twee kanten de voorsprong op de andere kant, met drie de punten boven het gemiddelde van alle drie. Tafels die door een fout beslist zijn, tellen niet mee.",
  place_tables: "Tafels",
  place_tables_help: "Spellen in één opstelling.",
  note_roles:
    "Welke kant troef maakte, is alleen bekend van de opgenomen spellen die ontleed zijn.",
  seats_missing:
    "De bewaarde uitslagen van deze competitie zeggen niet wat een plaats won. Een eerlijkheidsproef meet wat een plaats waard is:",

  by_partner: "Per partner",
  by_partner_lead:
    "Wat hun kant won, de beste partner eerst; een open stip is niet significant.",
  partner: "Partner",
  score_above_half: "Score boven de helft",
  score_above_half_help:
    "De gemiddelde score van de kant min een half: 0 is gelijk, 0,5 wint elke tafel.",

  costs: "Kosten per soort beslissing",
  costs_lead:
    "Wat beslissingen kosten als iedereen alle kaarten zag, wat geen speler doet. De tegenstanders betalen die prijs ook, op dezelfde plaatsen: lees het verschil.",
  kind: "Beslissing",
  kind_trumps: "Troef",
  kind_announcements: "Meldingen",
  kind_leads: "Uitkomsten",
  kind_following: "Kleur bekennen",
  kind_discards: "Bijleggen",
  role_short_makers: "makers",
  role_short_others: "anderen",
  kind_all: "Alle beslissingen",
  cost_difference: "Verschil",
  cost_difference_help:
    "Het verlies van de bot min dat van zijn tegenstanders, in spelpunten per spel (of partij). Onder nul verliest de bot minder dan zij.",
  cost_loss: "Verlies",
  cost_loss_help:
    "Wat de beslissingen van de bot kosten tegenover de beste, in spelpunten per spel (of partij).",
  cost_opponents: "Tegenstanders",
  cost_opponents_help:
    "Hetzelfde van de bots van de andere kanten aan dezelfde tafels.",
  costly: "Met kosten",
  costly_help: "Beslissingen die iets kosten.",
  note_costs:
    "Uit de eerste {deals} opgenomen spellen of partijen van deze bot, {tables} tafels. De makers zijn de kant die troef maakte.",
  note_unsolved:
    "Bij {unsolved} van {choices} beslissingen waren er nog meer dan {tricks} slagen te spelen, of te veel kaarten niet gezien; zij tellen niet mee.",
  costs_left_out:
    "Deze pagina is zonder gemaakt. Deze opdrachten maken ze uit de opgenomen spellen:",
  costs_missing:
    "Daarvoor zijn de spellen van de competitie nodig: speel haar met --record deals. Zonder vraagt deze opdracht de bots opnieuw:",
  costs_page: "Als pagina",
  costs_as_text: "Als tekst",

  worst_deals: "Slechtste spellen",
  worst_deals_lead:
    "Waar beslissingen deze bot het meest kostten, onder de ontlede spellen. Een link leidt naar het moment vóór de duurste beslissing.",
  worst_deal: "Spel {item}, opstelling {seating}",
  worst_match: "Partij {item}, spel {number}, opstelling {seating}",
  worst_against: "tegen {opponents}",
  worst_with: "met {partners} tegen {opponents}",
  worst_cost: "{points} spelpunten",
  worst_cost_one: "1 spelpunt",
};
