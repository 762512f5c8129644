// Commands that work in every view, by key and in the palette; and walking between panes with F6.
import { signal } from "@preact/signals";
import type { KeyCommand } from "../common/keys.ts";
import { keyName } from "../common/keys.ts";
import { addBranchpoint } from "../editor/editor_canvas.tsx";
import { nextProblem, toggleCode, toggleInspector } from "../editor/state.ts";
import { call, inform, report, show, toggleLetterKeys, toggleTheme, view, type View } from "../store/app.ts";
import { errors, flushTyping, model, redo, save, undo } from "../store/model.ts";
import { simulatorCommands } from "../simulator/commands.ts";
import { checkAll, checkSelected, stopAll } from "../store/verifier.ts";
import { openPalette } from "./palette.tsx";

export const waitingForView = signal(false);
const viewLetters: Record<string, View> = { E: "editor", S: "simulator", V: "verifier", Y: "symmetry" };

// The second key of "G then E".
export function viewKey(event: KeyboardEvent): boolean {
  waitingForView.value = false;
  const next = viewLetters[keyName(event)];
  if (!next) return false;
  event.preventDefault();
  show(next);
  return true;
}

function awaitView(): void {
  waitingForView.value = true;
  setTimeout(() => (waitingForView.value = false), 1500);
}

async function checkSyntax(): Promise<void> {
  if (!model.value) return;
  try {
    await flushTyping();
    await call("model/check", { model: model.value.model });
    if (errors.value.length === 0) inform("The model has no errors.");
    else nextProblem(1);
  } catch (error) {
    report(error);
  }
}

export interface Command extends KeyCommand {
  where: string;
}

const inEditor = (): boolean => view.value === "editor";

const everywhere: Command[] = [
  { keys: "Ctrl K", title: "Search or run a command", where: "", run: () => openPalette() },
  { keys: "G", title: "Go to a view: then E, S, V or Y", where: "", run: awaitView },
  { keys: "Ctrl O", title: "Open a model", where: "File", run: () => openPalette("open ") },
  { keys: "Ctrl S", title: "Save", where: "File", run: () => void save() },
  { keys: "Ctrl Z", title: "Undo", where: "Editor", run: () => void undo() },
  { keys: "Ctrl Y or Ctrl Shift Z", title: "Redo", where: "Editor", run: () => void redo() },
  { keys: "Ctrl F", title: "Find in the trace", where: "Simulator", when: () => view.value === "simulator", run: () => openPalette(":") },
  { keys: "Ctrl F", title: "Find a location or edge", where: "Editor", run: () => openPalette("@") },
  { keys: "Ctrl G", title: "Go to a state of the trace", where: "Simulator", run: () => openPalette(":") },
  { keys: "", title: "Add a branch point", where: "Editor", when: inEditor, run: () => void addBranchpoint() },
  { keys: "F7", title: "Check syntax", where: "Editor", run: () => void checkSyntax() },
  { keys: "F8", title: "Next problem", where: "Editor", run: () => nextProblem(1) },
  { keys: "Shift F8", title: "Previous problem", where: "Editor", run: () => nextProblem(-1) },
  { keys: "F6", title: "Next pane", where: "", run: () => movePane(1) },
  { keys: "Shift F6", title: "Previous pane", where: "", run: () => movePane(-1) },
  { keys: "\\", title: "Fold the texts", where: "Editor", when: inEditor, run: toggleCode },
  { keys: "Shift | or |", title: "Fold the inspector", where: "Editor", when: inEditor, run: toggleInspector },
  { keys: "Ctrl Shift Enter", title: "Check all queries", where: "Verifier", run: () => (show("verifier"), void checkAll()) },
  { keys: "Ctrl Enter", title: "Check the selected query", where: "Verifier", when: () => view.value === "verifier", run: () => void checkSelected() },
  { keys: "Esc", title: "Stop checking", where: "Verifier", when: () => view.value === "verifier", run: () => void stopAll() },
];

const withoutKeys: Command[] = [
  { keys: "", title: "Light or dark colours", where: "Page", run: toggleTheme },
  { keys: "", title: "Single letters as commands: on or off", where: "Page", run: toggleLetterKeys },
];

export function globalCommands(): Command[] {
  return [...everywhere, ...(view.value === "simulator" ? simulatorCommands() : [])];
}

export function paletteCommands(): Command[] {
  return [...everywhere.slice(2), ...withoutKeys, ...simulatorCommands()];
}

// After the last pane the browser's own order goes on, so that nobody is caught.
function movePane(by: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>("[data-pane]")].filter((p) => p.offsetParent !== null);
  const now = panes.findIndex((p) => p.contains(document.activeElement));
  const next = panes[now + by] ?? (by === 1 ? document.querySelector<HTMLElement>(".tabs [aria-selected=true]") : panes.at(-1));
  const inside = next?.querySelector<HTMLElement>("[tabindex='0'], .canvas, [contenteditable=true], button, input");
  (inside ?? next)?.focus();
}
