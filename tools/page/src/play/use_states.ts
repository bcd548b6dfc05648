// The states of a table as they come from the program, shown one after the
// other, so that a reader can follow what the others do.

import { useEffect, useReducer, useRef } from "react";
import { parsed } from "../live";
import { cardPlayed } from "./actions";
import { pauseMs, type Pace } from "./pace";
import { readState, type TableState } from "./state";

export interface States {
  /** The state to show. */
  readonly shown: TableState | null;
  /** Numbered from 0 within the page, so that a log knows a new one. */
  readonly step: number;
  readonly connected: boolean;
}

interface Queue extends States {
  readonly waiting: readonly TableState[];
}

type Event =
  | { readonly kind: "came"; readonly state: TableState }
  | { readonly kind: "next" }
  | { readonly kind: "connected"; readonly connected: boolean };

function reduce(queue: Queue, event: Event): Queue {
  switch (event.kind) {
    case "came":
      return { ...queue, waiting: [...queue.waiting, event.state] };
    case "next": {
      const [shown, ...waiting] = queue.waiting;
      return shown ? { ...queue, shown, step: queue.step + 1, waiting } : queue;
    }
    case "connected":
      return { ...queue, connected: event.connected };
  }
}

/** Listens to the states at `url`; null: nothing comes. */
export function useStates(
  url: string | null,
  first: TableState | null,
  pace: Pace,
): States {
  const [queue, dispatch] = useReducer(reduce, {
    shown: first,
    step: 0,
    connected: true,
    waiting: [],
  });
  useEvents(url, dispatch);
  const { shown, waiting } = queue;
  const since = useRef(0);
  useEffect(() => {
    since.current = performance.now();
  }, [shown]);
  useEffect(() => {
    if (waiting.length === 0) return;
    const pause = pauseMs(pace, whatHappened(shown));
    const left = Math.max(0, since.current + pause - performance.now());
    const timer = window.setTimeout(() => dispatch({ kind: "next" }), left);
    return () => window.clearTimeout(timer);
  }, [shown, waiting, pace]);
  return queue;
}

function useEvents(url: string | null, dispatch: (event: Event) => void) {
  useEffect(() => {
    if (url === null) return;
    const source = new EventSource(url);
    source.onopen = () => dispatch({ kind: "connected", connected: true });
    source.onerror = () => dispatch({ kind: "connected", connected: false });
    source.addEventListener("state", (event: MessageEvent<string>) => {
      const state = readState(parsed(event.data));
      if (!state) return;
      dispatch({ kind: "came", state });
      // The program ends after such a state: nothing more comes.
      const end = state.end?.kind;
      if (end === "left" || end === "stopped") source.close();
    });
    return () => source.close();
  }, [url, dispatch]);
}

function whatHappened(state: TableState | null) {
  if (!state?.last || state.decision) return "nothing";
  if (cardPlayed(state.last.action) === null) return "call";
  return state.deal?.trick.winner === null ? "card" : "trick";
}
