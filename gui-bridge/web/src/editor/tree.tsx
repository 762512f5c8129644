// The model as a tree: declarations, templates with their parts, system, queries. Arrows walk it, as in any tree.
import { signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useRef } from "preact/hooks";
import { Icon, type IconName } from "../common/icons.tsx";
import { edgeTitle } from "../drawing/titles.ts";
import type { Diagnostic, Render, Template } from "../protocol/types.ts";
import { show } from "../store/app.ts";
import { edit, model, render } from "../store/model.ts";
import { questions } from "../store/verifier.ts";
import { ProblemCount } from "./problems.tsx";
import { choose, isChosen, problemsAt, problemsBelow, selection, selectTemplate, showCode, templateIndex, toggleChosen } from "./state.ts";

const open = signal<ReadonlySet<string>>(new Set());

function toggle(key: string): void {
  const next = new Set(open.value);
  if (!next.delete(key)) next.add(key);
  open.value = next;
}

interface Row {
  key: string;
  level: number;
  title: ComponentChildren;
  icon?: IconName;
  detail?: ComponentChildren;
  problems: readonly Diagnostic[];
  open?: boolean; // undefined: has no children
  selected: boolean;
  strong?: boolean;
  run(more?: boolean): void; // more: to what is selected already
}

const firstLine = (text: string): string => text.trim().split("\n")[0].replace(/;$/, "");

function rows(drawing: Render): Row[] {
  const all: Row[] = [
    { key: "declarations", level: 1, title: "Declarations", icon: "code", problems: problemsAt(drawing.declarations.xpath), selected: false, run: () => showCode("declarations") },
  ];
  drawing.templates.forEach((t, i) => all.push(...templateRows(t, i)));
  all.push({ key: "system", level: 1, title: "System", icon: "code", detail: systemWord(drawing.system.text), problems: problemsAt(drawing.system.xpath), selected: false, run: () => showCode("system") });
  all.push({ key: "queries", level: 1, title: "Queries", icon: "lines", detail: questions.value.length, problems: problemsBelow("/nta/queries"), selected: false, run: () => show("verifier") });
  return all;
}

function systemWord(text: string): string {
  const match = /\bsystem\s+([^;]+);/.exec(text);
  return match ? match[1].trim() : "";
}

// A template is open when it is the current one, unless the user closed it.
function isOpen(key: string, byDefault: boolean): boolean {
  return open.value.has(key) !== byDefault;
}

function templateRows(t: Template, index: number): Row[] {
  const current = templateIndex.value === index;
  const opened = isOpen(t.xpath, current);
  const all: Row[] = [
    {
      key: t.xpath, level: 1, title: t.name || "(no name)", icon: "template", detail: t.parameter?.text, strong: true,
      problems: problemsBelow(t.xpath), open: opened, selected: current && selection.value.length === 0, run: () => selectTemplate(index),
    },
  ];
  if (!opened) return all;
  const pick = (xpath: string, more = false): void => {
    if (templateIndex.value !== index) selectTemplate(index);
    if (more) toggleChosen(xpath);
    else choose(xpath);
  };
  all.push({
    key: `${t.xpath}/declaration`, level: 2, title: "Declarations", icon: "code", detail: firstLine(t.declarations?.text ?? ""),
    problems: problemsAt(t.declarations?.xpath ?? "-"), selected: false, run: () => (templateIndex.value !== index && selectTemplate(index), showCode("template")),
  });
  const group = (key: string, title: string, items: { xpath: string }[], name: (i: number) => string, opened: boolean): void => {
    all.push({ key, level: 2, title, detail: items.length, problems: [], open: opened, selected: false, run: () => toggle(key) });
    if (!opened) return;
    items.forEach((item, i) =>
      all.push({ key: item.xpath, level: 3, title: name(i), problems: problemsBelow(item.xpath), selected: isChosen(item.xpath), run: (more) => pick(item.xpath, more) }),
    );
  };
  group(`${t.xpath}#locations`, "Locations", t.locations, (i) => t.locations[i].name || `(${t.locations[i].id})`, isOpen(`${t.xpath}#locations`, false));
  group(`${t.xpath}#edges`, "Edges", t.edges, (i) => edgeTitle(t, t.edges[i]), isOpen(`${t.xpath}#edges`, t.edges.length <= 12));
  return all;
}

const isMore = (event: MouseEvent | KeyboardEvent): boolean => event.shiftKey || event.ctrlKey || event.metaKey;

export function ModelTree(): JSX.Element | null {
  const list = useRef<HTMLDivElement>(null);
  const drawing = render.value;
  if (!drawing) return null;
  const all = rows(drawing);
  const focusKey = all.find((r) => r.selected)?.key ?? all[0].key;
  const focus = (i: number): void => list.current?.querySelectorAll<HTMLElement>("[role=treeitem]")[i]?.focus();
  const onKeyDown = (event: KeyboardEvent, row: Row, i: number): void => {
    const key = event.key;
    if (key === "ArrowDown") focus(Math.min(i + 1, all.length - 1));
    else if (key === "ArrowUp") focus(Math.max(i - 1, 0));
    else if (key === "Home") focus(0);
    else if (key === "End") focus(all.length - 1);
    else if (key === "ArrowRight" && row.open === false) toggle(row.key);
    else if (key === "ArrowLeft" && row.open === true) toggle(row.key);
    else if (key === "ArrowLeft") focus(all.slice(0, i).findLastIndex((r) => r.level < row.level));
    else if (key === "Enter" || key === " ") row.run(isMore(event));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <header class="pane-head">
        <h2 class="head">Model</h2>
        {model.value?.format === "xml" && (
          <button class="button quiet icon" aria-label="Add a template" title="Add a template" onClick={() => void addTemplate(drawing)}>
            <Icon name="plus" />
          </button>
        )}
      </header>
      <div class="tree" role="tree" aria-label="Model" aria-multiselectable="true" ref={list}>
        {all.map((row, i) => (
          <div
            key={row.key}
            role="treeitem"
            aria-level={row.level}
            aria-selected={row.selected}
            aria-expanded={row.open}
            tabIndex={row.key === focusKey ? 0 : -1}
            class={`tree-row level-${row.level}`}
            onClick={(event) => row.run(isMore(event))}
            onKeyDown={(event) => onKeyDown(event, row, i)}
          >
            <Twist row={row} />
            {row.icon && <Icon name={row.icon} />}
            <span class={row.strong ? "strong cut" : "cut"}>{row.title}</span>
            <span class={`detail cut ${typeof row.detail === "number" ? "" : "mono"}`}>{row.detail}</span>
            <ProblemCount of={row.problems} />
          </div>
        ))}
      </div>
    </>
  );
}

function Twist({ row }: { row: Row }): JSX.Element | null {
  if (row.open === undefined) return null;
  const click = (event: Event): void => {
    event.stopPropagation();
    toggle(row.key);
  };
  return (
    <span class="twist" onClick={click}>
      <Icon name={row.open ? "down" : "right"} />
    </span>
  );
}

async function addTemplate(drawing: Render): Promise<void> {
  const taken = new Set(drawing.templates.map((t) => t.name));
  let n = drawing.templates.length + 1;
  while (taken.has(`Template${n}`)) n++;
  await edit({ op: "add_template", name: `Template${n}` });
  selectTemplate((render.value?.templates.length ?? 1) - 1);
}
