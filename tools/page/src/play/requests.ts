// What the reader does, sent to the program.

import { Fields } from "../data/fields";

export type Sent = "done" | "late" | "failed";

/** The page is at "/TOKEN/", and what it asks for is below it. */
export async function send(
  path: "choose" | "next" | "again" | "leave",
  numbers: Readonly<Record<string, number>> = {},
): Promise<Sent> {
  try {
    const response = await fetch(`${path}?${query(numbers)}`, {
      method: "POST",
    });
    return response.ok ? "done" : response.status === 409 ? "late" : "failed";
  } catch {
    return "failed";
  }
}

/** The JSON of an answer; null if there is none. */
export async function ask(
  path: "hint" | "analysis",
  numbers: Readonly<Record<string, number>>,
): Promise<Fields | null> {
  try {
    const response = await fetch(`${path}?${query(numbers)}`);
    return response.ok ? new Fields(await response.json()) : null;
  } catch {
    return null;
  }
}

const query = (numbers: Readonly<Record<string, number>>) =>
  new URLSearchParams(
    Object.entries(numbers).map(([key, value]) => [key, `${value}`]),
  ).toString();
