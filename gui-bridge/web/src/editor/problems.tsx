// The list of problems below the tree; F8 walks through it.
import type { JSX } from "preact";
import { Icon } from "../common/icons.tsx";
import type { Diagnostic } from "../protocol/types.ts";
import { diagnostics } from "../store/model.ts";
import { currentProblem, openProblem } from "./state.ts";

const most = 200;

export function problemPlace(d: Diagnostic): string {
  const where = d.context || (d.xpath.startsWith("/nta/declaration") || d.xpath === "" ? "Declarations" : "");
  return `${where ? `${where}, ` : ""}line ${d.line} column ${d.column}`;
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
