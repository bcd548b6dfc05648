// How fast a table shows what the others do.

export const PACES = ["slow", "normal", "none"] as const;
export type Pace = (typeof PACES)[number];

const STORED = "couillon-pace";

const isPace = (text: string | null): text is Pace =>
  PACES.some((pace) => pace === text);

/** The choice of the reader; at once for those who want no motion. */
export function firstPace(): Pace {
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(STORED);
  } catch {
    // Storage may be refused.
  }
  if (isPace(stored)) return stored;
  const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  return still ? "none" : "normal";
}

export function storePace(pace: Pace) {
  try {
    localStorage.setItem(STORED, pace);
  } catch {
    // The choice holds until the page is closed.
  }
}

const FACTORS: Readonly<Record<Pace, number>> = { slow: 2, normal: 1, none: 0 };
const CALL_MS = 700;
const CARD_MS = 600;
const TRICK_MS = 1200;

/** How long something that just happened is shown before what follows. */
export function pauseMs(
  pace: Pace,
  what: "call" | "card" | "trick" | "nothing",
): number {
  const ms = { call: CALL_MS, card: CARD_MS, trick: TRICK_MS, nothing: 0 };
  return FACTORS[pace] * ms[what];
}
