// What keeps a set from being reduced: the line, why, and where to mend it.
import type { JSX } from "preact";
import { count, sentence } from "../common/format.ts";
import { CodeText } from "../common/code_text.tsx";
import { Icon } from "../common/icons.tsx";
import { problemPlace } from "../editor/problems.tsx";
import { goTo } from "../editor/state.ts";
import type { Diagnostic, Render, SymmetrySet } from "../protocol/types.ts";
import { render } from "../store/model.ts";
import { place, violations } from "../store/symmetry.ts";

const linesAround = 9;

// The text that a diagnostic speaks of.
function textAt(drawing: Render, xpath: string): string | null {
  if (xpath === drawing.declarations?.xpath || xpath === "") return drawing.declarations?.text ?? null;
  if (xpath === drawing.system?.xpath) return drawing.system.text;
  for (const t of drawing.templates) {
    if (xpath === t.declarations?.xpath) return t.declarations.text;
    for (const owner of [...t.locations, ...t.edges]) for (const l of owner.labels) if (l.xpath === xpath) return l.text;
  }
  return null;
}

// The set is named above the list already.
function reasonOf(d: Diagnostic): string {
  const text = d.message.replace(/^symmetry over \w+ not used: /, "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// What messages quote with `…` is code.
function Quoted({ text }: { text: string }): JSX.Element {
  return <>{text.split("`").map((piece, i) => (i % 2 ? <code key={i}>{piece}</code> : piece))}</>;
}

// What mending it would be worth.
function Worth({ set }: { set: SymmetrySet }): JSX.Element | null {
  if (set.reduced || set.size < 2) return null;
  const factor = set.permutations !== null && set.permutations < 1e7 ? `${set.size}! = ${count(set.permutations)}` : `${set.size}!`;
  return <> Reducing <code>{set.name}</code> as well saves up to {factor} times more.</>;
}

const ruleOf = (d: Diagnostic): string => (/v\d+/i.exec(d.code)?.[0] ?? d.code).toUpperCase();

export function BreakPanel(): JSX.Element | null {
  const all = violations.value;
  const now = all[Math.min(place.value, all.length - 1)];
  if (!now) return null;
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (by !== 0) place.value = (place.value + by + all.length) % all.length;
    else if (event.key === "Enter" && event.target === event.currentTarget) goTo(now.problem);
    else return;
    event.preventDefault();
  };
  return (
    <section class="card breaks" aria-label="What breaks symmetry" data-pane tabIndex={0} onKeyDown={onKeyDown}>
      <header class="spread card-head">
        <h2 class="card-title"><span class="warn-icon"><Icon name="warning" /></span> What breaks <code>{now.set.name}</code> <span class="note">place {place.value + 1} of {all.length}</span></h2>
        <button class="button" onClick={() => goTo(now.problem)}><Icon name="external" /> Open in Editor <kbd>Enter</kbd></button>
      </header>
      <div class="break-body">
        <Excerpt problem={now.problem} />
        <div class="reasons">
          {all.map(({ problem }, i) => (
            <div key={i} class={`reason-row ${i === place.value ? "chosen" : ""}`}>
              <button class="reason-button" onClick={() => (place.value = i)}><span class="tag warn">{ruleOf(problem)}</span> <span><Quoted text={reasonOf(problem)} /></span></button>
              {i === place.value && problem.hint && <p class="advice"><Icon name="bulb" /> <span><Quoted text={sentence(problem.hint)} /> <Worth set={now.set} /></span></p>}
              {i !== place.value && <button class="link" onClick={() => goTo(problem)}>{problem.context ? "Go to edge" : "Go there"}</button>}
              {problem.context && <p class="note">{problemPlace(problem)}</p>}
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}

function Excerpt({ problem }: { problem: Diagnostic }): JSX.Element {
  const text = render.value ? textAt(render.value, problem.xpath) : null;
  if (text === null) return <div class="excerpt"><p class="note pad">{problem.context || problem.xpath}</p></div>;
  const lines = text.split("\n");
  const line = problem.from === undefined ? problem.line : text.slice(0, problem.from).split("\n").length;
  const from = Math.max(0, line - linesAround);
  const begin = lines.slice(0, line - 1).reduce((sum, l) => sum + l.length + 1, 0);
  return (
    <div class="excerpt mono" tabIndex={0} role="region" aria-label="Text">
      {lines.slice(from, line + 3).map((content, i) => (
        <div key={i} class={from + i + 1 === line ? "bad-line" : ""}><span class="line-number">{from + i + 1}</span>{from + i + 1 === line ? <Marked text={content} from={(problem.from ?? begin) - begin} to={(problem.to ?? begin) - begin} /> : <CodeText text={content} />}</div>
      ))}
    </div>
  );
}

// A line with the part that a problem speaks of underlined.
function Marked({ text, from, to }: { text: string; from: number; to: number }): JSX.Element {
  if (to <= from) return <CodeText text={text} />;
  return <><CodeText text={text.slice(0, from)} /><span class="breaking"><CodeText text={text.slice(from, to)} /></span><CodeText text={text.slice(to)} /></>;
}
