// Many processes at a glance: numbered cells by location.
import type { JSX } from "preact";
import { slotClass, slotNumbers } from "../drawing/slots.ts";
import { render } from "../store/model.ts";
import type { Group } from "../store/run.ts";
import { current, next, run } from "../store/simulation.ts";
import { groups } from "../store/symmetry.ts";
import { pinned } from "./settings.ts";
import { token } from "./words.ts";

const cellsAtMost = 400;

function togglePin(process: number): void {
  const pins = new Set(pinned.value);
  if (!pins.delete(process)) pins.add(process);
  pinned.value = pins;
}

export function ClassPanel(): JSX.Element {
  return <div class="classes">{groups.value.filter((g) => g.processes.length > 1).map((g) => <Class key={g.title} group={g} />)}</div>;
}

function Class({ group }: { group: Group }): JSX.Element {
  const names = run.value!.names;
  const template = render.value?.templates.find((t) => t.name === group.title);
  const slots = template ? slotNumbers(template) : [];
  const locations = current.value!.locations;
  const moving = new Set(next.value?.entered?.edges.map((e) => e.process));
  const places = names.processes[group.processes[0]].locations;
  return (
    <section>
      <h3 class="head">{group.title} {group.set && <span class="note">class {group.set}</span>}</h3>
      {places.map((name, l) => {
        const here = group.processes.filter((p) => locations[p] === l);
        if (here.length === 0) return null;
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
