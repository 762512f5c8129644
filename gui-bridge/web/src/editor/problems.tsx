// The list of problems below the tree; F8 walks through it.
import type { JSX } from "preact";
import { plural } from "../common/format.ts";
import { Icon } from "../common/icons.tsx";
import type { Diagnostic } from "../protocol/types.ts";
import { edgeTitle, kindWord } from "../drawing/titles.ts";
import { diagnostics, render } from "../store/model.ts";
import { currentProblem, openProblem } from "./state.ts";

const most = 200;

// How many problems a text or an element has; red is for errors only.
export function ProblemCount({ of }: { of: readonly Diagnostic[] }): JSX.Element | null {
  if (of.length === 0) return null;
  const wrong = of.filter((d) => d.severity === "error").length;
  const words = [wrong ? plural(wrong, "error") : "", of.length > wrong ? plural(of.length - wrong, "warning") : ""].filter(Boolean).join(", ");
  return <span class={wrong ? "count" : "count warn"} title={words}>{of.length}</span>;
}

// "Process, edge req → wait, update" where the drawing shows it; else the text and its line.
export function problemPlace(d: Diagnostic): string {
  for (const t of render.value?.templates ?? []) {
    if (!d.xpath.startsWith(`${t.xpath}/`)) continue;
    const inside = (item: { xpath: string }): boolean => d.xpath === item.xpath || d.xpath.startsWith(`${item.xpath}/`);
    const edge = t.edges.find(inside);
    const location = t.locations.find(inside);
    const owner = edge ?? location;
    const kind = owner?.labels.find((l) => l.xpath === d.xpath)?.kind;
    const what = edge ? `edge ${edgeTitle(t, edge)}` : location ? `location ${location.name || location.id}` : "";
    if (owner) return [t.name, what, kind ? kindWord(kind) : ""].filter(Boolean).join(", ");
    if (d.xpath === t.declarations?.xpath) return `${t.name}: declarations, ${lineIn(t.declarations.text, d)}`;
  }
  const text = render.value?.declarations;
  if (text && d.xpath === text.xpath) return `Declarations, ${lineIn(text.text, d)}`;
  return `${d.context ? `${d.context}, ` : ""}line ${d.line} column ${d.column}`;
}

// Lines are counted as the editor shows them, not as in the file.
function lineIn(text: string, d: Diagnostic): string {
  if (d.from === undefined) return `line ${d.line}`;
  const before = text.slice(0, d.from).split("\n");
  return `line ${before.length} column ${before[before.length - 1].length + 1}`;
}

// What a hint like "did you mean 'id'?" would put in place of the wrong name.
export function suggestion(d: Diagnostic): string | null {
  if (d.from === undefined || d.to === undefined) return null;
  return /^did you mean '(\w+)'\?$/.exec(d.hint)?.[1] ?? null;
}

export function Problems(): JSX.Element | null {
  const all = diagnostics.value;
  if (all.length === 0) return null;
  return (
    <section class="problems" aria-label="Problems">
      <header class="pane-head">
        <h2 class="head">
          Problems <span class="note">{all.length}</span>
        </h2>
        <kbd>F8</kbd>
      </header>
      <ul>
        {all.slice(0, most).map((d, i) => (
          <li key={i}>
            <button class={`problem ${currentProblem.value === d ? "current" : ""}`} onClick={() => openProblem(i)}>
              <span class={d.severity === "error" ? "bad" : "warn"}><Icon name={d.severity === "error" ? "error" : "warning"} /></span>
              <span>
                {d.message}
                <span class="note place">{problemPlace(d)}</span>
              </span>
            </button>
          </li>
        ))}
        {all.length > most && <li class="note">and {all.length - most} more</li>}
      </ul>
    </section>
  );
}
