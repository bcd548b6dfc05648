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
  | { readonly page: "ruleset"; readonly ruleset: string };

export function routeOf(hash: string): Route {
  const [page, ...rest] = hash.replace(/^#\/?/, "").split("/").map(decoded);
  const [first, second] = rest;
  if (page === "bot" && first) return { page, bot: first };
  if (page === "ruleset" && first) return { page, ruleset: first };
  if (page === "pairing" && first && second) return { page, first, second };
  return { page: "home" };
}

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
export const pairingLink = (first: string, second: string) =>
  linkTo("pairing", first, second);

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
