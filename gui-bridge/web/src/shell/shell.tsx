// What stays while the views change: landmarks, the bars, the live regions, the keys that work everywhere.
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { Icon } from "../common/icons.tsx";
import { dispatchKey, isForField } from "../common/keys.ts";
import { Editor } from "../editor/editor.tsx";
import { Simulator } from "../simulator/simulator.tsx";
import { alarm, announcement, letterKeys, notice, online, view } from "../store/app.ts";
import { model, openError, opening } from "../store/model.ts";
import { Symmetry } from "../symmetry/symmetry.tsx";
import { Verifier } from "../verifier/verifier.tsx";
import { globalCommands, waitingForView, viewKey } from "./commands.ts";
import { Palette, paletteOpen } from "./palette.tsx";
import { StatusBar } from "./status_bar.tsx";
import { TopBar } from "./top_bar.tsx";
import { Welcome } from "./welcome.tsx";

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || paletteOpen.value || isForField(event)) return;
  if (waitingForView.value && letterKeys.value && viewKey(event)) return;
  dispatchKey(event, globalCommands(), letterKeys.value);
}

export function Shell(): JSX.Element {
  useEffect(() => {
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <>
      <div class="shell" inert={paletteOpen.value}>
        <a class="skip" href="#main">Skip to the view</a>
        <TopBar />
        <Notices />
        <main id="main" tabIndex={-1} class={online.value ? "" : "offline"}>
          <h1 class="visually-hidden">Orbita: {model.value?.file ?? "no model"}</h1>
          <div id="view" class="view" role="tabpanel" aria-labelledby={`tab-${view.value}`}><CurrentView /></div>
        </main>
        <StatusBar />
      </div>
      {paletteOpen.value && <Palette />}
      <div class="visually-hidden" aria-live="polite">{announcement.value}</div>
      <div class="visually-hidden" aria-live="assertive">{alarm.value}</div>
    </>
  );
}

function CurrentView(): JSX.Element {
  if (!model.value) {
    if (opening.value && openError.value === null) return <div class="empty"><div class="skeleton" style={{ width: "40%", height: "120px" }} /></div>;
    return <Welcome />;
  }
  if (view.value === "editor") return <Editor />;
  if (view.value === "simulator") return <Simulator />;
  return view.value === "verifier" ? <Verifier /> : <Symmetry />;
}

function Notices(): JSX.Element {
  const now = notice.value;
  return (
    <div class="notices">
      {now && (
        <div class={`notice ${now.bad ? "bad" : ""}`}>
          <Icon name={now.bad ? "error" : "check"} />
          <span class="grow">{now.text}</span>
          {now.actions.map((a) => <button key={a.title} class="button" onClick={() => ((notice.value = null), a.run())}>{a.title}</button>)}
          <button class="button quiet icon" aria-label="Dismiss" onClick={() => (notice.value = null)}><Icon name="cross" /></button>
        </div>
      )}
    </div>
  );
}
