// The simulator's keys, as UPPAAL's words name them.
import type { Command } from "../shell/commands.ts";
import type { Move } from "../protocol/types.ts";
import { show } from "../store/app.ts";
import { changedVariables } from "../store/run.ts";
import {
  branchHere, chosenDelay, chosenMove, concrete, goToState, lastIndex, moves, playing, position, random, reset, run, take, takeBack,
} from "../store/simulation.ts";
import { asChart, byClass, byTime, foldIdle, setByClass, setFoldIdle, zoomColumns } from "./settings.ts";
import { currentColumnWidth } from "./columns.ts";
import { isPossible } from "./delay_axis.tsx";

function chooseMove(by: number): void {
  const count = moves.value?.moves.length ?? 0;
  if (count > 0) chosenMove.value = Math.max(0, Math.min(count - 1, chosenMove.value + by));
}

export function takeChosen(): void {
  const move = moves.value?.moves[chosenMove.value];
  if (move) takeMove(move);
}

// With the delay that was chosen; a move that is not possible then is not taken.
export function takeMove(move: Move): void {
  const delay = concrete.value ? chosenDelay.value : null;
  if (concrete.value && !isPossible(move.delay)) return;
  void take(move, delay ?? undefined);
}

export function toggleReplay(): void {
  if (playing.value === null && position.value >= lastIndex.value) goToState(0);
  playing.value = playing.value === null ? "replay" : null;
}

// The next state in which the focused lane changes its location, or the focused variable its value.
function nextChange(by: 1 | -1): void {
  const states = run.value?.states;
  const element = document.activeElement?.closest<HTMLElement>(watchable);
  if (!states || !element) return;
  const { process, variables } = element.dataset;
  const [first, last] = (variables ?? "0 -1").split(" ").map(Number);
  const changes = (i: number): boolean =>
    process !== undefined
      ? !!states[i].entered?.edges.some((e) => e.process === Number(process))
      : changedVariables(states, i).some(({ variable }) => first <= variable && variable <= last);
  for (let i = position.value + by; i > 0 && i < states.length; i += by) if (changes(i)) return goToState(i);
}

const watchable = "[data-process], [data-variables]";

// The focus goes from lane to lane and on to the variables.
function focusLane(by: 1 | -1): void {
  const all = watchable.split(", ").flatMap((kind) => [...document.querySelectorAll<HTMLElement>(kind)]);
  const now = all.findIndex((element) => element.contains(document.activeElement));
  (all[now + by] ?? all.at(by === 1 ? 0 : -1))?.focus();
}

const where = "Simulator";
const has = (): boolean => run.value !== null;

export function simulatorCommands(): Command[] {
  return [
    { keys: "→", title: "Next", where, when: has, run: () => goToState(position.value + 1) },
    { keys: "←", title: "Prev", where, when: has, run: () => goToState(position.value - 1) },
    { keys: "Shift →", title: "Ten states on", where, when: has, run: () => goToState(position.value + 10) },
    { keys: "Shift ←", title: "Ten states back", where, when: has, run: () => goToState(position.value - 10) },
    { keys: "Home", title: "First state", where, when: has, run: () => goToState(0) },
    { keys: "End", title: "Last state", where, when: has, run: () => goToState(lastIndex.value) },
    { keys: "Space", title: "Replay or pause", where, when: has, run: toggleReplay },
    { keys: "↓", title: "Next move of the list", where, when: has, run: () => chooseMove(1) },
    { keys: "↑", title: "Previous move of the list", where, when: has, run: () => chooseMove(-1) },
    { keys: "Enter", title: "Take the chosen move", where, when: has, run: takeChosen },
    { keys: "R", title: "Random move", where, when: has, run: () => void random(1) },
    { keys: "Backspace", title: "Take back the last move", where, when: has, run: takeBack },
    { keys: "Alt ↓", title: "Focus the next lane or variable", where, when: has, run: () => focusLane(1) },
    { keys: "Alt ↑", title: "Focus the previous lane or variable", where, when: has, run: () => focusLane(-1) },
    { keys: "[", title: "Previous change of the focused lane or variable", where, when: has, run: () => nextChange(-1) },
    { keys: "]", title: "Next change of the focused lane or variable", where, when: has, run: () => nextChange(1) },
    { keys: "F", title: "Fold idle lanes", where, when: has, run: () => setFoldIdle(!foldIdle.value) },
    { keys: "Shift F", title: "Group lanes by class", where, when: has, run: () => setByClass(!byClass.value) },
    { keys: "T", title: "By step or by time", where, when: has, run: () => (byTime.value = !byTime.value) },
    { keys: "+", title: "Wider columns", where, when: has, run: () => zoomColumns(1.25, currentColumnWidth.value) },
    { keys: "-", title: "Narrower columns", where, when: has, run: () => zoomColumns(0.8, currentColumnWidth.value) },
    { keys: "", title: "Reset the simulation", where, when: has, run: () => (show("simulator"), void reset()) },
    { keys: "", title: "Random walk of 100 steps", where, when: has, run: () => (show("simulator"), void random(100)) },
    { keys: "", title: "Random walk of 2000 steps", where, when: has, run: () => (show("simulator"), void random(2000, 7)) },
    { keys: "", title: "Branch here", where, when: has, run: branchHere },
    { keys: "", title: "Concrete delays on or off", where, when: has, run: () => (concrete.value = !concrete.value) },
    { keys: "", title: "Message sequence chart or lanes", where, when: has, run: () => (asChart.value = !asChart.value) },
  ];
}
