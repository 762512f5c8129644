// The moves that are possible from the current state. In concrete mode each shows when it is possible.
import type { JSX } from "preact";
import { plural } from "../common/format.ts";
import { Icon } from "../common/icons.tsx";
import { VirtualList } from "../common/virtual_list.tsx";
import type { Move } from "../protocol/types.ts";
import { letterKeys, online } from "../store/app.ts";
import {
  chosenMove, concrete, current, hoveredMove, moves, next, playing, position, random, reset, run,
} from "../store/simulation.ts";
import { sameStep } from "../store/run.ts";
import { dispatchKey } from "../common/keys.ts";
import { DelayAxis, DelayBar, axisOf, isPossible } from "./delay_axis.tsx";
import { edgeText, stepWords } from "./words.ts";
import { simulatorCommands, takeMove } from "./commands.ts";

const rowHeight = 46;

export function MoveList(): JSX.Element {
  const now = moves.value;
  const list = now?.moves ?? [];
  const axis = axisOf(list);
  return (
    <section class={concrete.value ? "moves concrete" : "moves"}>
      <header class="pane-head">
        <h2 class="head cut">
          Moves from state {position.value} <span class="note">{list.length}</span>
        </h2>
        <label class="row note delays"><input type="checkbox" checked={concrete.value} onChange={() => (concrete.value = !concrete.value)} /> Delays</label>
      </header>
      {concrete.value && list.length > 0 && <DelayAxis axis={axis} />}
      {list.length === 0 ? <NoMoves /> : (
        <VirtualList
          count={list.length}
          rowHeight={rowHeight}
          chosen={chosenMove.value}
          label={`${plural(list.length, "move")} from state ${position.value}`}
          role="listbox"
          activeId={`move-${chosenMove.value}`}
          onKeyDown={(event) => dispatchKey(event, simulatorCommands(), letterKeys.value)}
          row={(i) => <MoveRow key={i} move={list[i]} index={i} axis={axis} />}
        />
      )}
      <div class="move-buttons">
        <button class="button" onClick={() => void random(1)} title="One random move (R)" disabled={!online.value || list.length === 0}><Icon name="dice" /> Random</button>
        <button
          class="button" aria-pressed={playing.value === "random"} disabled={!online.value}
          onClick={() => (playing.value = playing.value === "random" ? null : "random")}
        >
          <Icon name={playing.value === "random" ? "pause" : "play"} /> {playing.value === "random" ? "Pause" : "Keep on"}
        </button>
        <button class="button" onClick={() => void reset()} disabled={!online.value}>Reset</button>
      </div>
    </section>
  );
}

function NoMoves(): JSX.Element {
  if (current.value?.id == null) return <p class="note pad">This state cannot be walked on: the trace does not replay on the model.</p>;
  if (!moves.value) return <p class="note pad">{online.value ? "…" : "No connection."}</p>;
  return <p class="note pad">{moves.value.deadlock ? "Deadlock: no move is possible, now or later." : "No move."}</p>;
}

function MoveRow({ move, index, axis }: { move: Move; index: number; axis: number }): JSX.Element {
  const names = run.value!.names;
  const words = stepWords(names, move);
  const inTrace = sameStep(move, next.value?.entered);
  const details = move.edges.map((e) => edgeText(names, e, ["select", "guard", "assignment"])).filter(Boolean).join("; ");
  const possible = !concrete.value || isPossible(move.delay);
  return (
    <div
      id={`move-${index}`}
      role="option"
      aria-selected={chosenMove.value === index}
      aria-disabled={!possible}
      class={`move ${inTrace ? "in-trace" : ""} ${chosenMove.value === index ? "chosen" : ""} ${possible ? "" : "impossible"}`}
      style={{ height: `${rowHeight}px` }}
      onPointerEnter={() => (hoveredMove.value = index)}
      onPointerLeave={() => (hoveredMove.value = null)}
      onClick={() => {
        chosenMove.value = index;
        takeMove(move);
      }}
    >
      <span class="number">{index + 1}</span>
      <span class="grow">
        <span class="first cut" title={`${words.who} ${words.what} ${words.channel ?? ""}`}>
          <b>{words.who}</b> {words.what} {words.channel && <code class="channel">{words.channel}</code>}
          {move.error && <span class="tag bad">error</span>}
        </span>
        <span class="second">
          <span class="cut grow" title={details}>{concrete.value && move.delay ? <DelayBar interval={move.delay} axis={axis} /> : <code>{details}</code>}</span>
          {inTrace && <span class="tag">trace</span>}
        </span>
      </span>
    </div>
  );
}
