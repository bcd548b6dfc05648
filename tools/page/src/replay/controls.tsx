// Stepping through a deal: buttons, a slider, the keyboard, and playing by
// itself.

import { useEffect, useState } from "react";
import { useWords } from "../words/words";
import styles from "./controls.module.css";

interface ControlsProps {
  readonly step: number;
  readonly last: number;
  readonly onStep: (step: number) => void;
}

const SECONDS_PER_STEP = 0.9;

export function Controls({ step, last, onStep }: ControlsProps) {
  const { t } = useWords();
  const [plays, setPlays] = useState(false);
  const isPlaying = plays && step < last;
  const to = (target: number) => onStep(Math.min(Math.max(target, 0), last));
  const play = () => {
    if (step >= last) to(0);
    setPlays(!isPlaying);
  };
  useKeys(step, last, to, play);
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setTimeout(() => to(step + 1), 1000 * SECONDS_PER_STEP);
    return () => clearTimeout(timer);
  });
  const text = t("step_of", { step: `${step}`, steps: `${last}` });
  return (
    <div className={styles.controls}>
      <div className={styles.buttons}>
        <Button label={t("step_first")} path={FIRST} onClick={() => to(0)} />
        <Button
          label={t("step_back")}
          path={BACK}
          onClick={() => to(step - 1)}
        />
        <Button
          label={t(isPlaying ? "step_pause" : "step_play")}
          path={isPlaying ? PAUSE : PLAY}
          onClick={play}
        />
        <Button
          label={t("step_next")}
          path={NEXT}
          onClick={() => to(step + 1)}
        />
        <Button label={t("step_last")} path={LAST} onClick={() => to(last)} />
      </div>
      <input
        className={styles.slider}
        type="range"
        min={0}
        max={last}
        value={step}
        aria-label={t("step_slider")}
        aria-valuetext={text}
        onChange={(event) => to(Number(event.currentTarget.value))}
      />
      <span className={styles.count}>{text}</span>
    </div>
  );
}

const FIRST = "M3 3V13M13 3 6 8 13 13Z";
const BACK = "M11 3 4 8 11 13Z";
const PLAY = "M4 2.5 13 8 4 13.5Z";
const PAUSE = "M5 3V13M11 3V13";
const NEXT = "M5 3 12 8 5 13Z";
const LAST = "M13 3V13M3 3 10 8 3 13Z";

function Button(props: {
  readonly label: string;
  readonly path: string;
  readonly onClick: () => void;
}) {
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={props.label}
      title={props.label}
      onClick={props.onClick}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={props.path} />
      </svg>
    </button>
  );
}

// Keys work wherever the focus is, unless something there uses them itself.
function useKeys(
  step: number,
  last: number,
  to: (step: number) => void,
  play: () => void,
) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const at = event.target instanceof Element ? event.target : null;
      if (at?.closest("input, select, textarea")) return;
      if (event.key === " " && at?.closest("button, a")) return;
      const actions: Readonly<Record<string, () => void>> = {
        ArrowRight: () => to(step + 1),
        ArrowLeft: () => to(step - 1),
        Home: () => to(0),
        End: () => to(last),
        " ": play,
      };
      const action = actions[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  });
}
