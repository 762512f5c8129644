// What is being looked at: a verdict's trace, a trace from a file, or a walk of one's own.
import type { JSX } from "preact";
import { CodeText } from "../common/code_text.tsx";
import { plural, timeText } from "../common/format.ts";
import { Icon } from "../common/icons.tsx";
import { VerdictChip } from "../verifier/verdict_chip.tsx";
import { backToTrace, ghost, isStale, lastIndex, reset, run } from "../store/simulation.ts";
import { openPalette } from "../shell/palette.tsx";
import { indexOf, openTraceOf, queries, rowOf } from "../store/verifier.ts";

const longRun = 30; // steps

export function RunStrip(): JSX.Element {
  const now = run.value!;
  const last = now.states[now.states.length - 1];
  return (
    <header class="run-strip">
      {now.source?.verdict ? <VerdictChip verdict={now.source.verdict} /> : <span class="chip neutral"><Icon name="branch" /> {now.source ? "Trace" : "Simulation"}</span>}
      <span class="formula cut grow" title={now.source?.formula}>
        {now.source?.formula ? <CodeText text={now.source.formula} /> : <Walk />}
      </span>
      {isStale.value && <Stale />}
      {ghost.value && <button class="button" onClick={backToTrace}><Icon name="undo" /> Back to the trace</button>}
      <span class="tag">{now.source ? `${now.source.kind}, ` : ""}{plural(lastIndex.value, "step")}{last.time ? `, ${timeText(last.time)} time units` : ""}</span>
      {now.source && (now.source.replayed
        ? <span class="tag ok"><Icon name="check" /> replayed on the model</span>
        : <span class="tag bad"><Icon name="cross" /> does not replay: {now.source.message}</span>)}
      {lastIndex.value >= longRun && <button class="button" onClick={() => openPalette(":")}><Icon name="search" /> Find in trace <kbd>Ctrl F</kbd></button>}
      <QueryChoice />
    </header>
  );
}

function Walk(): JSX.Element {
  const now = run.value!;
  if (now.source) return <>{now.source.kind}</>;
  return lastIndex.value === 0 ? <>Take a move on the left, or press R for a random one</> : <>{plural(lastIndex.value, "step")} from the initial state</>;
}

function Stale(): JSX.Element {
  return (
    <span class="tag warn">
      <Icon name="warning" /> model changed <button class="link" onClick={() => void reset()}>start again</button>
    </span>
  );
}

// The other traces that the verifier has found.
function QueryChoice(): JSX.Element | null {
  const found = queries.value.filter((q) => {
    const row = rowOf(q.index);
    return row.kind === "decided" && row.result.trace;
  });
  if (found.length === 0) return null;
  const now = indexOf(run.value?.source?.query ?? "");
  const choose = (index: number): void => void (index === 0 ? reset() : openTraceOf(index));
  return (
    <select class="field query-choice" aria-label="Trace of a query" value={String(now)} onChange={(e) => choose(Number(e.currentTarget.value))}>
      <option value="0">Own simulation</option>
      {found.map((q) => <option key={q.index} value={String(q.index)}>Query {q.index} of {queries.value.length}</option>)}
    </select>
  );
}
