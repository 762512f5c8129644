// Connection, problems and unsaved changes on the left; what the view has to say on the right.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../common/icons.tsx";
import { downloadText } from "../common/download.ts";
import { plural } from "../common/format.ts";
import { chosenItems, cursor, nextProblem } from "../editor/state.ts";
import { connection, connectionState, narrow, server, view } from "../store/app.ts";
import { checkedVersion, diagnostics, errors, model, unsavedText, waitingChanges } from "../store/model.ts";
import { simulatorStatus } from "../simulator/status.ts";
import { verifierStatus } from "../store/verifier.ts";
import { symmetryStatus } from "../store/symmetry.ts";

export function StatusBar(): JSX.Element {
  return (
    <footer class="status">
      <ConnectionPart />
      {server.value && <span>orbita {server.value.orbita}</span>}
      <ProblemsPart />
      {model.value?.dirty && <span>Unsaved changes</span>}
      {waitingChanges.value.length > 0 && <span class="warn">{plural(waitingChanges.value.length, "change")} kept, to be made when the connection is back</span>}
      {server.value?.read_only && <span>Read only</span>}
      {narrow.value && <span>For reading only: the window is narrow</span>}
      <span class="space" />
      {right().map((text, i) => <span key={i}>{text}</span>)}
    </footer>
  );
}

const formats = { xml: "UPPAAL XML", xta: "UPPAAL XTA", ta: "UPPAAL TA" };

function right(): string[] {
  if (!model.value) return [];
  if (view.value === "simulator") return simulatorStatus.value;
  if (view.value === "verifier") return verifierStatus.value;
  if (view.value === "symmetry") return symmetryStatus.value;
  return [chosenItems.value.length > 0 ? `${chosenItems.value.length} selected` : "", cursor.value, formats[model.value.format]].filter(Boolean);
}

function ConnectionPart(): JSX.Element {
  const [now, setNow] = useState(Date.now());
  const state = connectionState.value;
  useEffect(() => {
    if (state.kind !== "closed") return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [state.kind]);
  if (state.kind === "open") return <span><span class="dot" />{location.host}</span>;
  const wait = state.kind === "closed" ? Math.max(0, Math.ceil((state.retryAt - now) / 1000)) : 0;
  if (state.kind === "closed" && state.refused) return <Refused />;
  return (
    <span role="status" class="bad part">
      <span class="dot bad" />
      {state.kind === "connecting" ? "Connecting…" : `No connection, trying again in ${wait} s`}
      {state.kind === "closed" && <button class="link" onClick={() => connection.connect()}>now</button>}
    </span>
  );
}

// The token in the address is that of an earlier server: trying again does not help.
function Refused(): JSX.Element {
  const unsaved = unsavedText();
  return (
    <span role="status" class="bad part">
      <span class="dot bad" />
      Refused: the server has another address now. Open the one that it has printed.
      {unsaved && <button class="link" onClick={() => downloadText(unsaved.file.replace(/^.*\//, ""), unsaved.text)}>Download the unsaved text</button>}
    </span>
  );
}

function ProblemsPart(): JSX.Element | null {
  if (!model.value) return null;
  if (checkedVersion.value < 0) return <span class="part">Checking…</span>;
  const wrong = errors.value.length;
  const rest = diagnostics.value.length - wrong;
  if (wrong + rest === 0) return <span class="part"><span class="ok part"><Icon name="check" /></span> No problems</span>;
  return (
    <button class={`part ${wrong ? "bad" : "warn"}`} title="Next problem (F8)" onClick={() => nextProblem(1)}>
      <Icon name={wrong ? "error" : "warning"} />
      {wrong ? plural(wrong, "error") : plural(rest, "warning")}
    </button>
  );
}
