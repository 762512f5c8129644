// The run as a list of steps.
import type { JSX } from "preact";
import { count, plural, timeText } from "../common/format.ts";
import { dispatchKey } from "../common/keys.ts";
import { VirtualList } from "../common/virtual_list.tsx";
import { letterKeys } from "../store/app.ts";
import { delayAfter } from "../store/run.ts";
import { goToState, lastIndex, position, run } from "../store/simulation.ts";
import { simulatorCommands } from "./commands.ts";
import { hoveredStep } from "./settings.ts";
import { stepWords } from "./words.ts";

export function TraceList(): JSX.Element {
  const now = run.value!;
  return (
    <section class="trace">
      <header class="pane-head">
        <h2 class="head">
          Trace <span class="note">{plural(lastIndex.value, "step")}</span>
        </h2>
        <kbd>← →</kbd>
      </header>
      <VirtualList
        count={now.states.length}
        rowHeight={24}
        chosen={position.value}
        label={`Trace, ${plural(lastIndex.value, "step")}`}
        role="listbox"
        activeId={`trace-${position.value}`}
        onKeyDown={(event) => {
          const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
          if (by === 0) return void dispatchKey(event, simulatorCommands(), letterKeys.value);
          event.preventDefault();
          event.stopPropagation();
          goToState(position.value + by);
        }}
        row={(i) => <TraceRow key={i} index={i} />}
      />
    </section>
  );
}

function TraceRow({ index }: { index: number }): JSX.Element {
  const now = run.value!;
  const step = now.states[index].entered;
  const words = step ? stepWords(now.names, step) : null;
  const delay = index > 0 ? delayAfter(now.states, index - 1) : null;
  const chosen = position.value === index;
  return (
    <div
      id={`trace-${index}`} role="option" aria-selected={chosen} class={`trace-row ${chosen ? "chosen" : ""}`}
      onClick={() => goToState(index)} onPointerEnter={() => (hoveredStep.value = index)} onPointerLeave={() => (hoveredStep.value = null)}
    >
      <span class="number">{count(index)}</span>
      <span class="cut grow">
        {words ? <>{words.who} <span class="quiet">{words.what}</span> {words.channel && <code class="channel">{words.channel}</code>}</> : <span class="quiet">start</span>}
      </span>
      {now.source?.loopStart === index && <span class="tag">loop</span>}
      {delay && <span class="tag">+{timeText(delay)}</span>}
    </div>
  );
}
