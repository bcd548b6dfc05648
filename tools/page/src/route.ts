// The pages of the report, by the hash of the address.

import { useSyncExternalStore } from "react";

export type Route =
  | { readonly page: "home" }
  | { readonly page: "bot"; readonly bot: string }
  | {
      readonly page: "pairing";
      readonly first: string;
      readonly second: string;
    }
  | { readonly page: "ruleset"; readonly ruleset: string }
  | { readonly page: "round"; readonly round: number }
  | DealsRoute
  | DealRoute;

/** The list of recorded deals, of a ruleset and of bots if they are named. */
export interface DealsRoute {
  readonly page: "deals";
  readonly ruleset: string | null;
  readonly bots: readonly string[];
}

/** One deal or match of the bots at a table, team by team. */
export interface DealRoute {
  readonly page: "deal";
  readonly ruleset: string;
  readonly item: number;
  /** null: all of them, side by side. */
  readonly seating: number | null;
  /** Of a match, from 0. */
  readonly number: number;
  readonly step: number;
  readonly bots: readonly string[];
}

export function routeOf(hash: string): Route {
  const [page, ...rest] = hash.replace(/^#\/?/, "").split("/").map(decoded);
  const [first, second] = rest;
  if (page === "bot" && first) return { page, bot: first };
  if (page === "ruleset" && first) return { page, ruleset: first };
  if (page === "round" && first) return { page, round: count(first) };
  if (page === "pairing" && first && second) return { page, first, second };
  if (page === "deals") {
    const ruleset = first && first !== ANY ? first : null;
    return { page, ruleset, bots: rest.slice(1) };
  }
  if (page === "deal" && first && second) {
    const [, item, place = "", ...bots] = rest;
    const [seating, number, step] = place.split(".");
    return {
      page,
      ruleset: first,
      item: count(item),
      seating: seating === ANY || !seating ? null : count(seating),
      number: count(number),
      step: count(step),
      bots,
    };
  }
  return { page: "home" };
}

const ANY = "-";

const count = (text: string | undefined) =>
  text && /^\d{1,15}$/.test(text) ? Number(text) : 0;

// A link that was typed or cut may not be well-formed.
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const linkTo = (...parts: string[]) =>
  `#/${parts.map((part) => encodeURIComponent(part)).join("/")}`;

export const homeLink = "#/";
export const botLink = (bot: string) => linkTo("bot", bot);
export const rulesetLink = (ruleset: string) => linkTo("ruleset", ruleset);
export const roundLink = (round: number) => linkTo("round", `${round}`);
export const pairingLink = (first: string, second: string) =>
  linkTo("pairing", first, second);
export const dealsLink = (ruleset: string | null, bots: readonly string[]) =>
  linkTo("deals", ruleset ?? ANY, ...bots);
export const dealLink = (deal: Omit<DealRoute, "page">) =>
  linkTo(
    "deal",
    deal.ruleset,
    `${deal.item}`,
    `${deal.seating ?? ANY}.${deal.number}.${deal.step}`,
    ...deal.bots,
  );

export function useRoute(): Route {
  const hash = useSyncExternalStore(
    (notify) => {
      window.addEventListener("hashchange", notify);
      return () => window.removeEventListener("hashchange", notify);
    },
    () => window.location.hash,
  );
  return routeOf(hash);
}
