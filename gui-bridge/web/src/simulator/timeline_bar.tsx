// Transport buttons on the left, how the lanes are shown on the right.
import type { JSX } from "preact";
import { count } from "../common/format.ts";
import { Icon, type IconName } from "../common/icons.tsx";
import { branchHere, goToState, lastIndex, playing, position, run } from "../store/simulation.ts";
import { toggleReplay } from "./commands.ts";
import { ExportMenu } from "./export_menu.tsx";
import { asChart, byClass, byTime, foldIdle, setByClass, setFoldIdle, setShowClocks, showClocks } from "./settings.ts";

function Transport(props: { icon: IconName; title: string; run(): void; off: boolean }): JSX.Element {
  return <button class="button quiet icon" aria-label={props.title} title={props.title} disabled={props.off} onClick={props.run}><Icon name={props.icon} /></button>;
}

export function TimelineBar(): JSX.Element {
  const at = position.value;
  const last = lastIndex.value;
  const replaying = playing.value === "replay";
  return (
    <div class="timeline-bar" role="toolbar" aria-label="Run">
      <Transport icon="first" title="First state (Home)" off={at === 0} run={() => goToState(0)} />
      <Transport icon="previous" title="Prev (←)" off={at === 0} run={() => goToState(at - 1)} />
      <button class="button primary" disabled={last === 0} onClick={toggleReplay} title="Replay (Space)">
        <Icon name={replaying ? "pause" : "play"} /> {replaying ? "Pause" : "Play"}
      </button>
      <Transport icon="next" title="Next (→)" off={at === last} run={() => goToState(at + 1)} />
      <Transport icon="last" title="Last state (End)" off={at === last} run={() => goToState(last)} />
      <span class="where">State {count(at)} of {count(last)}</span>
      <span class="grow" />
      <div class="segmented" role="group" aria-label="Columns">
        <button aria-pressed={!byTime.value} onClick={() => (byTime.value = false)}>By step</button>
        <button aria-pressed={byTime.value} onClick={() => (byTime.value = true)}>By time</button>
      </div>
      <div class="segmented" role="group" aria-label="Lanes">
        <button aria-pressed={asChart.value} onClick={() => (asChart.value = !asChart.value)}>Chart</button>
        <button aria-pressed={showClocks.value} onClick={() => setShowClocks(!showClocks.value)}>Clocks</button>
        <button aria-pressed={foldIdle.value} onClick={() => setFoldIdle(!foldIdle.value)}>Fold idle lanes</button>
        <button aria-pressed={byClass.value} onClick={() => setByClass(!byClass.value)}>Group by class</button>
      </div>
      {run.value?.source && <button class="button" onClick={branchHere} disabled={at === last}><Icon name="branch" /> Branch here</button>}
      <ExportMenu />
    </div>
  );
}
