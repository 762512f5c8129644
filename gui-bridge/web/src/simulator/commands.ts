// The simulator's keys, as UPPAAL's words name them.
import type { Command } from "../shell/commands.ts";
import { show } from "../store/app.ts";
import {
  branchHere, chosenMove, concrete, goToState, lastIndex, moves, playing, position, random, reset, run, take, takeBack,
} from "../store/simulation.ts";
import { asChart, byClass, byTime, foldIdle, setByClass, setFoldIdle, zoomColumns } from "./settings.ts";
import { currentColumnWidth } from "./columns.ts";

function chooseMove(by: number): void {
  const count = moves.value?.moves.length ?? 0;
  if (count > 0) chosenMove.value = Math.max(0, Math.min(count - 1, chosenMove.value + by));
}

export function takeChosen(): void {
  const move = moves.value?.moves[chosenMove.value];
  if (move) void take(move);
}

export function toggleReplay(): void {
  if (playing.value === null && position.value >= lastIndex.value) goToState(0);
  playing.value = playing.value === null ? "replay" : null;
}

// The next state in which the focused lane changes its location.
function nextChange(by: 1 | -1): void {
  const states = run.value?.states;
  const process = focusedProcess();
  if (!states || process === null) return;
  for (let i = position.value + by; i > 0 && i < states.length; i += by) {
    if (states[i].entered?.edges.some((e) => e.process === process)) return goToState(i);
  }
}

function focusedProcess(): number | null {
  const text = (document.activeElement as HTMLElement | null)?.closest("[data-process]")?.getAttribute("data-process");
  return text == null ? null : Number(text);
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
    { keys: "[", title: "Previous change of the focused lane", where, when: has, run: () => nextChange(-1) },
    { keys: "]", title: "Next change of the focused lane", where, when: has, run: () => nextChange(1) },
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
