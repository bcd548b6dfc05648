// A page that the program serves: reports and progress as they come.

import { useEffect, useState } from "react";
import { Fields } from "./data/fields";
import { unpacked } from "./packed";

export interface Progress {
  readonly unitsDone: number | null;
  readonly units: number | null;
  readonly seconds: number | null;
  readonly secondsLeft: number | null;
  /** Deals per second. */
  readonly rate: number | null;
}

export interface Live {
  readonly connected: boolean;
  readonly progress: Progress | null;
  /** The latest document; null before the first. */
  readonly document: unknown;
}

/** Listens to events at a relative url; null: the page is not live. */
export function useLive(url: string | null): Live | null {
  const [live, setLive] = useState<Live>({
    connected: false,
    progress: null,
    document: null,
  });
  useEffect(() => {
    if (url === null) return;
    const source = new EventSource(url);
    const update = (change: Partial<Live>) =>
      setLive((before) => ({ ...before, ...change }));
    source.onopen = () => update({ connected: true });
    source.onerror = () => update({ connected: false });
    source.addEventListener(
      "report",
      (event: MessageEvent<string>) =>
        void unpacked(parsed(event.data)).then((document) =>
          update({ connected: true, document }),
        ),
    );
    source.addEventListener("progress", (event: MessageEvent<string>) =>
      update({ connected: true, progress: progressOf(parsed(event.data)) }),
    );
    return () => source.close();
  }, [url]);
  return url === null ? null : live;
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function progressOf(json: unknown): Progress {
  const fields = new Fields(json);
  return {
    unitsDone: fields.number("units_done"),
    units: fields.number("units"),
    seconds: fields.number("seconds"),
    secondsLeft: fields.number("seconds_left"),
    rate: fields.number("rate"),
  };
}
