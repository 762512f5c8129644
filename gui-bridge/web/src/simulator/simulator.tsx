// The simulator: how does it happen?
import { computed } from "@preact/signals";
import type { JSX } from "preact";
import { goTo } from "../editor/state.ts";
import { modelErrors } from "../store/model.ts";
import { run, start, startError, starting } from "../store/simulation.ts";
import { Drawings } from "./drawings.tsx";
import { MoveList } from "./move_list.tsx";
import { RunStrip } from "./run_strip.tsx";
import { StatePanel } from "./state_panel.tsx";
import { Timeline } from "./timeline.tsx";
import { TraceList } from "./trace_list.tsx";

const hasRun = computed(() => run.value !== null);

export function Simulator(): JSX.Element {
  if (!hasRun.value) return <Nothing />;
  return (
    <div class="simulator">
      <RunStrip />
      <div class="sim-upper">
        <section class="pane sim-left" aria-label="Moves and trace" data-pane tabIndex={-1}>
          <MoveList />
          <TraceList />
        </section>
        <Drawings />
        <StatePanel />
      </div>
      <Timeline />
    </div>
  );
}

function Nothing(): JSX.Element {
  if (modelErrors.value.length > 0) {
    return (
      <div class="empty">
        <strong>The model has errors, so it has no runs.</strong>
        <button class="button" onClick={() => goTo(modelErrors.value[0])}>{modelErrors.value[0].message}</button>
      </div>
    );
  }
  if (startError.value !== null) {
    return (
      <div class="empty">
        <strong>The simulation did not start.</strong> {startError.value}
        <button class="button" onClick={() => void start()}>Try again</button>
      </div>
    );
  }
  return <div class="empty">{starting.value && <div class="skeleton" style={{ width: "50%", height: "160px" }} />}</div>;
}
