// The symmetry view: what is the same?
import type { JSX } from "preact";
import { goTo } from "../editor/state.ts";
import { modelErrors } from "../store/model.ts";
import { breaks, report, reportError } from "../store/symmetry.ts";
import { BreakPanel } from "./break_panel.tsx";
import { Representatives } from "./representatives.tsx";
import { SetPanel } from "./set_panel.tsx";
import { SweepPanel } from "./sweep_panel.tsx";

export function Symmetry(): JSX.Element {
  const now = report.value;
  if (!now) {
    return (
      <div class="empty">
        {modelErrors.value.length > 0 ? (
          <>
            <strong>The model has errors, so its symmetry is not known.</strong>
            <button class="button" onClick={() => goTo(modelErrors.value[0])}>{modelErrors.value[0].message}</button>
          </>
        ) : reportError.value !== null ? <strong>{reportError.value}</strong> : <div class="skeleton" style={{ width: "50%", height: "160px" }} />}
      </div>
    );
  }
  return (
    <div class={`symmetry ${breaks.value > 0 ? "" : "unbroken"}`}>
      <SetPanel report={now} />
      <Representatives />
      <SweepPanel />
      {breaks.value > 0 && <BreakPanel />}
    </div>
  );
}
