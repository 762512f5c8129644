// Numbers of states, times, and delays as hatched bars. Click: go there.
import type { JSX } from "preact";
import { count, timeText } from "../common/format.ts";
import { delayAfter } from "../store/run.ts";
import { goToState, position, run } from "../store/simulation.ts";
import { endWord } from "../store/verdicts.ts";
import { hoveredStep } from "./settings.ts";
import type { TimelineView } from "./timeline.tsx";

const roomForText = 44;
const roomForDelay = 84;

export function Ruler({ view }: { view: TimelineView }): JSX.Element {
  const now = run.value!;
  const columns = [];
  for (let i = view.from; i <= view.to; i++) columns.push(<Column key={i} index={i} view={view} />);
  const end = now.goal && now.source?.formula ? endWord(now.source.verdict, now.source.formula) : null;
  return (
    <div class="ruler" role="row">
      <div class="lane-label" role="rowheader"><span>state</span><span>time</span></div>
      {columns}
      {end && <span class="violated" role="presentation" style={{ left: `calc(var(--label) + ${view.edges[view.edges.length - 1] - 4}px)` }}>{end}</span>}
    </div>
  );
}

function Column({ index, view }: { index: number; view: TimelineView }): JSX.Element {
  const states = run.value!.states;
  const left = view.edges[index];
  const width = view.edges[index + 1] - left;
  const delay = delayAfter(states, index);
  const now = position.value === index;
  const text = width >= roomForText;
  return (
    <div
      class={`tick ${now ? "now" : ""}`} role="columnheader" aria-colindex={index + 1} style={{ left: `calc(var(--label) + ${left}px)`, width: `${width}px` }}
      onClick={() => goToState(index)} onPointerEnter={() => (hoveredStep.value = index)} onPointerLeave={() => (hoveredStep.value = null)}
    >
      {(text || now) && <span class="n">{count(index)}</span>}
      {text && <span class="t">{timeText(states[index].time)}</span>}
      {delay && width >= roomForDelay && <><span class="delay">delay {timeText(delay)}</span><span class="hatch" /></>}
      {delay && text && width < roomForDelay && <span class="plus">+{timeText(delay)}</span>}
    </div>
  );
}
