// When each move is possible: one axis of delays for all moves, a bar per move, and a delay to choose.
import type { JSX } from "preact";
import { timeText, timeValue } from "../common/format.ts";
import type { Interval, Move } from "../protocol/types.ts";
import { chosenDelay } from "../store/simulation.ts";

const steps = 4; // choices per time unit

// The end of the axis: a little beyond the largest bound of any move.
export function axisOf(moves: readonly Move[]): number {
  const bounds = moves.flatMap((m) => (m.delay ? [timeValue(m.delay.earliest), timeValue(m.delay.latest)] : []));
  return Math.max(1, Math.ceil(Math.max(0, ...bounds) * 1.2));
}

export function isPossible(interval: Interval | null): boolean {
  const delay = chosenDelay.value;
  if (delay === null || interval === null) return true;
  const d = timeValue(delay);
  const low = timeValue(interval.earliest);
  if (d < low || (interval.after && d === low)) return false;
  if (interval.latest === null) return true;
  const high = timeValue(interval.latest);
  return d < high || (d === high && !interval.before);
}

// An exact delay of so many quarters: "7/4", "2".
function quarters(n: number): string {
  if (n % 4 === 0) return String(n / 4);
  return n % 2 === 0 ? `${n / 2}/2` : `${n}/4`;
}

export function DelayAxis({ axis }: { axis: number }): JSX.Element {
  const value = chosenDelay.value === null ? 0 : Math.round(timeValue(chosenDelay.value) * steps);
  return (
    <div class="delay-axis">
      <label class="row">
        <span class="note">wait</span>
        <input
          type="range" class="grow" min={0} max={axis * steps} value={Math.min(value, axis * steps)}
          aria-valuetext={chosenDelay.value === null ? "any delay" : `${timeText(chosenDelay.value)} time units`}
          onInput={(e) => (chosenDelay.value = quarters(Number(e.currentTarget.value)))}
        />
        <code>{chosenDelay.value === null ? "any" : timeText(chosenDelay.value)}</code>
      </label>
      {chosenDelay.value !== null && <button class="link" onClick={() => (chosenDelay.value = null)}>any delay</button>}
    </div>
  );
}

export function DelayBar({ interval, axis }: { interval: Interval; axis: number }): JSX.Element {
  const from = (timeValue(interval.earliest) / axis) * 100;
  const to = interval.latest === null ? 100 : (timeValue(interval.latest) / axis) * 100;
  const at = chosenDelay.value === null ? null : (timeValue(chosenDelay.value) / axis) * 100;
  return (
    <span class="delay-bar">
      <span class="bar"><span class={`fill ${interval.latest === null ? "endless" : ""}`} style={{ left: `${from}%`, width: `${Math.max(1.5, to - from)}%` }} />
        {at !== null && <span class="at" style={{ left: `${at}%` }} />}
      </span>
      <code>{interval.text.replace("inf", "∞")}</code>
    </span>
  );
}
