// A page that the program serves: reports and progress as they come.

import { useEffect, useState } from "react";
import { Fields } from "./data/fields";
import { number, record, type Infer } from "./data/schema";
import { unpacked } from "./packed";

const progress = record({
  unitsDone: number,
  units: number,
  seconds: number,
  secondsLeft: number,
  /** Deals per second. */
  rate: number,
});
export type Progress = Infer<typeof progress>;

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
  return progress.read(new Fields(json));
}
