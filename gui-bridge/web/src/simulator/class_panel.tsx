// Many processes at a glance: numbered cells by location.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { slotClass } from "../drawing/slots.ts";
import { slotsOf } from "../store/model.ts";
import { movers, type Group } from "../store/run.ts";
import { current, next, position, run } from "../store/simulation.ts";
import { groups } from "../store/symmetry.ts";
import { pinned } from "./settings.ts";
import { token } from "./words.ts";

const cellsAtMost = 400;
const soon = 10; // states
const movesSoon = signal(false);

function togglePin(process: number): void {
  const pins = new Set(pinned.value);
  if (!pins.delete(process)) pins.add(process);
  pinned.value = pins;
}

export function ClassPanel(): JSX.Element {
  return (
    <div class="classes">
      <label class="row note"><input type="checkbox" checked={movesSoon.value} onChange={() => (movesSoon.value = !movesSoon.value)} /> Only those that move soon</label>
      {groups.value.filter((g) => g.processes.length > 1).map((g) => <Class key={g.title} group={g} />)}
    </div>
  );
}

function Class({ group }: { group: Group }): JSX.Element {
  const names = run.value!.names;
  const slots = slotsOf(group.title);
  const locations = current.value!.locations;
  const moving = new Set(next.value?.entered?.edges.map((e) => e.process));
  const places = names.processes[group.processes[0]].locations;
  const active = movesSoon.value ? movers(run.value!.states, position.value, position.value + soon) : null;
  const shown = active ? group.processes.filter((p) => active.has(p)) : group.processes;
  // The few before the many: who is alone somewhere is what one looks for.
  const rows = places.map((name, l) => ({ name, l, here: shown.filter((p) => locations[p] === l) })).filter((r) => r.here.length > 0);
  rows.sort((a, b) => a.here.length - b.here.length || a.l - b.l);
  return (
    <section>
      <h3 class="head">{group.title} {group.set && <span class="note">class {group.set}</span>}</h3>
      {rows.length === 0 && <p class="note">None of them moves in the next {soon} states.</p>}
      {rows.map(({ name, l, here }) => {
        return (
          <div class="class-row" key={l}>
            <span class="class-name"><b>{name || `(${l})`}</b> {here.length}</span>
            <span class={`cells ${slotClass(slots[l] ?? l)}`}>
              {here.slice(0, cellsAtMost).map((p) => (
                <button key={p} class={`cell ${moving.has(p) ? "now" : ""} ${pinned.value.has(p) ? "pinned" : ""}`} title={`${names.processes[p].name}: pin its lane`} onClick={() => togglePin(p)}>
                  {token(names.processes[p].name)}
                </button>
              ))}
            </span>
          </div>
        );
      })}
    </section>
  );
}
