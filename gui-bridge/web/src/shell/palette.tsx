// Ctrl K: commands, queries, files, names of the model (@), states of the trace (:), keys (?).
import { signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Icon, type IconName } from "../common/icons.tsx";
import { goTo } from "../editor/state.ts";
import { edgeTitle } from "../drawing/titles.ts";
import { online, show } from "../store/app.ts";
import { files, loadFiles, openFile, render } from "../store/model.ts";
import { goToState, run } from "../store/simulation.ts";
import { check, questions, select } from "../store/verifier.ts";
import { paletteCommands } from "./commands.ts";
import { match } from "./match.ts";
import { stepSentence } from "../simulator/words.ts";

export const paletteOpen = signal(false);
const firstText = signal("");
let returnTo: HTMLElement | null = null;

export function openPalette(text = ""): void {
  returnTo = document.activeElement as HTMLElement | null;
  firstText.value = text;
  paletteOpen.value = true;
  if (online.value) loadFiles().catch(() => {}); // others may have made new ones
}

function close(): void {
  paletteOpen.value = false;
  requestAnimationFrame(() => returnTo?.focus());
}

interface Option {
  group: string;
  icon: IconName;
  title: string;
  mono?: boolean;
  where: string;
  keys?: string;
  run(): void;
}

function commandOptions(): Option[] {
  const all: Option[] = paletteCommands().map((c) => ({
    group: "Commands", icon: "right", title: c.title, where: c.where, keys: c.keys.split(" or ")[0], run: () => c.run(new KeyboardEvent("keydown")),
  }));
  for (const q of questions.value) {
    all.push({ group: "Commands", icon: "check", title: `Check query ${q.index}: ${q.comment.split("\n")[0] || q.formula}`, where: "Verifier", run: () => (show("verifier"), void check([q.index])) });
  }
  return all;
}

function modelOptions(): Option[] {
  const drawing = render.value;
  if (!drawing) return [];
  const all: Option[] = questions.value.map((q) => ({
    group: "In this model", icon: "lines", title: q.formula, mono: true, where: `query ${q.index}`, run: () => (show("verifier"), select(q.index)),
  }));
  for (const t of drawing.templates) {
    for (const l of t.locations) all.push({ group: "In this model", icon: "location", title: `${t.name}.${l.name || l.id}`, mono: true, where: "location", run: () => goTo(l) });
    for (const e of t.edges) all.push({ group: "In this model", icon: "edge", title: `${t.name}: ${edgeTitle(t, e)}`, mono: true, where: e.labels.map((x) => x.text).join("  ").slice(0, 60), run: () => goTo(e) });
  }
  return all;
}

function fileOptions(): Option[] {
  return files.value.filter((f) => f.kind === "model").map((f) => ({ group: "Files", icon: "file", title: `Open ${f.path}`, where: "", run: () => void openFile(f.path) }));
}

const stepsFound = 100;

// A number is a state; anything else is looked for in the steps: ":stop[2]".
function stateOptions(typed: string): Option[] {
  const now = run.value;
  const text = typed.trim();
  if (!now || text === "") return [];
  const last = now.states.length - 1;
  const go = (i: number) => (): void => (show("simulator"), goToState(i));
  const wanted = Number(text);
  if (Number.isInteger(wanted)) {
    return wanted < 0 || wanted > last ? [] : [{ group: "Trace", icon: "right", title: `State ${wanted} of ${last}`, where: "Simulator", run: go(wanted) }];
  }
  const low = text.toLowerCase();
  const found: Option[] = [];
  for (let i = 1; i <= last && found.length < stepsFound; i++) {
    const title = stepSentence(now.names, now.states[i].entered!);
    if (title.toLowerCase().includes(low)) found.push({ group: "Trace", icon: "right", title, where: `state ${i}`, run: go(i) });
  }
  return found;
}

function options(typed: string): Option[] {
  if (typed.startsWith(":")) return stateOptions(typed.slice(1));
  const wanted = typed.startsWith("@") ? typed.slice(1) : typed;
  const all = typed.startsWith("@") ? modelOptions().filter((o) => o.icon !== "lines") : [...commandOptions(), ...fileOptions(), ...modelOptions()];
  const found = all.flatMap((option) => {
    const hit = match(option.title, wanted) ?? (match(`${option.title} ${option.where}`, wanted) && { score: 1, ranges: [] });
    return hit ? [{ option, score: hit.score }] : [];
  });
  const groups = [...new Set(all.map((o) => o.group))];
  const best = found.sort((a, b) => groups.indexOf(a.option.group) - groups.indexOf(b.option.group) || b.score - a.score);
  const shown: Option[] = [];
  for (const group of groups) shown.push(...best.filter((f) => f.option.group === group).slice(0, wanted ? 30 : 8).map((f) => f.option));
  return shown;
}

export function Palette(): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState(firstText.value);
  const [at, setAt] = useState(0);
  const isKeys = typed.startsWith("?");
  const found = useMemo(() => options(typed), [typed, files.value]);
  useLayoutEffect(() => input.current!.focus(), []); // before the next key
  useEffect(() => list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" }), [at, typed]);

  const take = (option: Option | undefined): void => {
    if (!option) return;
    close();
    option.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const scroll = isKeys ? { ArrowDown: 40, ArrowUp: -40, PageDown: 300, PageUp: -300 }[event.key] : undefined;
    if (scroll) list.current?.scrollBy(0, scroll);
    else if (event.key === "ArrowDown") setAt(Math.min(at + 1, found.length - 1));
    else if (event.key === "ArrowUp") setAt(Math.max(at - 1, 0));
    else if (event.key === "Enter") take(found[at]);
    else if (event.key === "Escape") close();
    else if (event.key !== "Tab") return;
    event.preventDefault();
    event.stopPropagation();
  };
  const type = (text: string): void => {
    setTyped(text);
    setAt(0);
  };
  return (
    <div class="overlay" onPointerDown={(e) => e.target === e.currentTarget && close()}>
      <div class="palette" role="dialog" aria-modal="true" aria-label="Search or run a command" onKeyDown={onKeyDown}>
        <div class="ask">
          <Icon name="search" />
          <input
            ref={input} role="combobox" aria-expanded="true" aria-controls="palette-list" aria-activedescendant={found.length && !isKeys ? `option-${at}` : undefined}
            aria-label="Search or run a command" value={typed} onInput={(e) => type(e.currentTarget.value)}
          />
          <kbd>Esc</kbd>
        </div>
        {isKeys ? <Keys list={list} /> : <Found list={list} found={found} at={at} typed={typed} take={take} />}
        <div class="hints">
          <span><kbd>↑ ↓</kbd> choose</span> <span><kbd>Enter</kbd> run</span> <span><kbd>@</kbd> location or edge</span>
          <span><kbd>:</kbd> state or step of the trace</span> <span><kbd>?</kbd> keys</span>
        </div>
      </div>
    </div>
  );
}

function Found(props: { list: preact.RefObject<HTMLDivElement>; found: Option[]; at: number; typed: string; take(o: Option): void }): JSX.Element {
  const { found, at, typed } = props;
  return (
    <div class="list" id="palette-list" role="listbox" aria-label="Found" ref={props.list} tabIndex={-1}>
      {found.length === 0 && <p class="group">Nothing found</p>}
      {found.map((o, i) => (
        <div key={`${o.group}${o.title}${i}`} role="presentation">
          {(i === 0 || found[i - 1].group !== o.group) && <div class="group" role="presentation">{o.group}</div>}
          <div id={`option-${i}`} class="option" role="option" aria-selected={i === at} onClick={() => props.take(o)}>
            <Icon name={o.icon} />
            <span class={`cut ${o.mono ? "mono" : ""}`}>{emphasised(o.title, typed.replace(/^@/, ""))}</span>
            <span class="where cut grow">{o.where}</span>
            {o.keys && <kbd>{o.keys}</kbd>}
          </div>
        </div>
      ))}
    </div>
  );
}

function emphasised(title: string, typed: string): ComponentChildren {
  const ranges = match(title, typed)?.ranges ?? [];
  const parts: ComponentChildren[] = [];
  let at = 0;
  for (const [from, to] of ranges) {
    if (from < at) continue;
    parts.push(title.slice(at, from), <b>{title.slice(from, to)}</b>);
    at = to;
  }
  parts.push(title.slice(at));
  return parts;
}

const drawingKeys = [
  ["V L E N", "tools of the drawing"], ["Tab", "next location or edge"], ["Space", "keep it selected: Tab adds the next"], ["Ctrl A", "select all (Shift and a click or a drag: several)"], ["← ↑ → ↓", "move by the grid (Shift: by 1)"], ["Enter or F2", "edit the label"],
  ["Ctrl X C V", "cut, copy, paste"], ["I U C", "initial, urgent, committed"], ["Delete", "delete"], ["Shift 1", "fit the drawing"],
];

function Keys({ list }: { list: preact.RefObject<HTMLDivElement> }): JSX.Element {
  const commands = paletteCommands().filter((c) => c.keys).map((c) => [c.keys, c.title]);
  return (
    <div class="list keys" id="palette-list" role="region" aria-label="Keys" tabIndex={0} ref={list}>
      {[...commands, ...drawingKeys].map(([keys, title]) => <div key={title}><span>{title}</span><kbd>{keys}</kbd></div>)}
    </div>
  );
}
