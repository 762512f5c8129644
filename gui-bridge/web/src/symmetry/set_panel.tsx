// The sets of interchangeable ids: their elements, what each owns, whether they are used.
import type { JSX } from "preact";
import { count, groupText, plural } from "../common/format.ts";
import { Icon } from "../common/icons.tsx";
import type { SymmetryReport, SymmetrySet } from "../protocol/types.ts";
import { token } from "../simulator/words.ts";
import { withoutNumbers } from "./owned.ts";
import { place, pointedId, violations } from "../store/symmetry.ts";
import { options, rows, setOption } from "../store/verifier.ts";

const cellsAtMost = 40;

export function SetPanel({ report }: { report: SymmetryReport }): JSX.Element {
  return (
    <section class="card sets" aria-label="Interchangeable ids" data-pane tabIndex={-1}>
      <h2 class="card-title">Interchangeable processes</h2>
      {report.sets.length === 0 && (
        <p class="note pad">
          No ids of this model can be exchanged. Declare them with <code>typedef scalar[N] id_t;</code> and use them with <code>==</code>, <code>!=</code> and as an index only: then states that differ by a renaming are explored once.
        </p>
      )}
      {report.sets.map((set) => <SetCard key={set.name} set={set} />)}
      {report.sets.length > 0 && (
        <dl class="facts">
          <dt>Group</dt><dd>{report.group ? groupText(report.group) : "none"}</dd>
        </dl>
      )}
      {report.sets.length > 0 && <Strategy report={report} />}
      {report.sets.length === 0 && <p class="note pad">Verdicts never depend on the strategy.</p>}
    </section>
  );
}

const strategies = ["auto", "off", "sort", "refine", "enumerate"];

// What the next verification uses; the same choice as in the verifier.
function Strategy({ report }: { report: SymmetryReport }): JSX.Element {
  const chosen = options.value.symmetry ?? "auto";
  const last = [...rows.value.values()].flatMap((r) => (r.kind === "decided" && (r.result.symmetry?.orbit_mean ?? 0) > 0 ? [r.result] : [])).at(-1);
  return (
    <div class="strategy">
      {last && (
        <dl class="facts">
          <dt class="whole" title={last.formula}>{last.query ? `Query ${last.query}` : "Last query"}, <code>{last.formula}</code></dt>
          <dt>States stored</dt><dd>{count(last.stored ?? 0)}</dd>
          <dt>Stand for</dt><dd>{count((last.stored ?? 0) * last.symmetry!.orbit_mean)}</dd>
          <dt>Factor</dt><dd>{last.symmetry!.orbit_mean < 100 ? last.symmetry!.orbit_mean.toFixed(1) : count(last.symmetry!.orbit_mean)}</dd>
          {(last.time_shares?.representatives ?? 0) > 0 && <><dt>Time for representatives</dt><dd>{Math.round(last.time_shares!.representatives * 100)} %</dd></>}
        </dl>
      )}
      <h3 class="head">Strategy <span class="note">of the next verification</span></h3>
      <div class="segmented wide" role="group" aria-label="Strategy for representatives">
        {strategies.map((s) => <button key={s} aria-pressed={chosen === s} onClick={() => setOption({ symmetry: s === "auto" ? undefined : s })}>{s}</button>)}
      </div>
      <p class="note pad">{report.strategy ? `auto chooses ${report.strategy}. ` : ""}Verdicts never depend on this.</p>
    </div>
  );
}

function owned(set: SymmetrySet): string {
  const one = set.elements[0];
  if (!one) return "nothing";
  const parts = [
    one.processes.length ? plural(one.processes.length, "process", "processes") : "",
    one.variables.length ? plural(one.variables.length, "variable") : "",
    one.clocks.length ? plural(one.clocks.length, "clock") : "",
  ].filter(Boolean);
  return parts.join(", ") || "nothing";
}

// "10! = 3 628 800", "6! × 3! = 4 320", "4 rotations".
function permutations(set: SymmetrySet): string {
  if (set.rotations > 1) return plural(set.rotations, "rotation");
  const factors = set.cells.filter((c) => c.length > 1).map((c) => `${c.length}!`).join(" × ") || "1";
  return set.permutations !== null && set.permutations < 1e7 ? `${factors} = ${count(set.permutations)}` : factors;
}

// What may be done with the elements without making another state.
function freedom(set: SymmetrySet): string {
  if (!set.reduced) return "each one kept apart";
  if (set.rotations > 1) return "a ring: turned, it is the same state";
  return set.cells.length > 1 ? "any order within a group is the same state" : "any order is the same state";
}

// "1" of an element that owns Process(1) and nothing else that runs; else its number.
function elementName(set: SymmetrySet, e: number): string {
  const { processes } = set.elements[e];
  return processes.length === 1 ? token(processes[0]) : String(e);
}

function Elements({ set }: { set: SymmetrySet }): JSX.Element {
  const groups = set.rotations > 1 ? [set.elements.map((_, e) => e)] : set.cells;
  const shown = groups.map((cell) => cell.filter((e) => e < cellsAtMost)).filter((cell) => cell.length > 0);
  return (
    <div class="elements">
      {shown.map((cell, k) => (
        <span key={k} class={`cell-group ${shown.length > 1 ? "parted" : ""}`}>
          {cell.map((e) => {
            const { processes, variables, clocks } = set.elements[e];
            const alike = set.reduced && (cell.length > 1 || set.rotations > 1);
            return (
              <span key={e} class={alike ? "element loc-6" : "element"} title={[...processes, ...variables, ...clocks].join("\n")} onPointerEnter={() => (pointedId.value = processes)} onPointerLeave={() => (pointedId.value = null)}>
                {elementName(set, e)}
              </span>
            );
          })}
        </span>
      ))}
      {set.elements.length > cellsAtMost && <span class="note">and {set.elements.length - cellsAtMost} more</span>}
    </div>
  );
}

function SetCard({ set }: { set: SymmetrySet }): JSX.Element {
  const template = set.elements[0]?.processes[0]?.replace(/\(.*/, "");
  const references = withoutNumbers(set.references);
  const broken = set.violations.length > 0 || !set.reduced;
  const show = (): void => {
    const first = violations.value.findIndex((v) => v.set.name === set.name);
    if (first >= 0) place.value = first;
    document.querySelector<HTMLElement>(".breaks")?.focus();
  };
  return (
    <div class={`set ${broken ? "broken" : ""}`}>
      <div class="spread">
        <code class="set-name">{set.name}</code>
        {set.reduced ? <span class="chip satisfied"><Icon name="check" /> Reduced</span> : <span class="chip unknown solid"><Icon name="warning" /> Not reduced</span>}
      </div>
      <p class="note">{template ?? "Values"}, {freedom(set)}{set.detected ? "; found, not declared" : ""}</p>
      <Elements set={set} />
      <dl class="facts">
        <dt>{set.reduced ? (set.rotations > 1 ? "Group" : "Permutations") : "Unused"}</dt><dd>{permutations(set)}{set.reduced ? "" : " permutations"}</dd>
        <dt>Each has</dt><dd>{owned(set)}</dd>
        {set.references.length > 0 && <><dt>Referred to by</dt><dd class="mono cut" title={set.references.join("\n")}>{references.slice(0, 2).join(", ")}{references.length > 2 ? ` +${references.length - 2}` : ""}</dd></>}
      </dl>
      {set.violations.length > 0 && (
        <button class="link breaks-link" onClick={show}><Icon name="external" /> {plural(set.violations.length, "place")} {set.violations.length === 1 ? "breaks" : "break"} it</button>
      )}
    </div>
  );
}
