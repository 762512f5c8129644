// File and constants on the left, the views in the middle, palette and theme on the right.
import type { JSX } from "preact";
import { Icon, Logo } from "../common/icons.tsx";
import { server, show, theme, toggleTheme, view, views, type View } from "../store/app.ts";
import { errors, isKept, model } from "../store/model.ts";
import { isRunning, hasSurprise } from "../store/verifier.ts";
import { breaks } from "../store/symmetry.ts";
import { ConstantsTag } from "./constants_tag.tsx";
import { openPalette } from "./palette.tsx";

const titles: Record<View, string> = { editor: "Editor", simulator: "Simulator", verifier: "Verifier", symmetry: "Symmetry" };

function dot(of: View): { class: string; says: string } | null {
  if (of === "editor" && errors.value.length > 0) return { class: "dot bad", says: "has problems" };
  if (of === "verifier" && isRunning.value) return { class: "dot", says: "running" };
  if (of === "verifier" && hasSurprise.value) return { class: "dot bad", says: "a verdict is not as expected" };
  if (of === "symmetry" && breaks.value > 0) return { class: "dot warn", says: "something breaks symmetry" };
  return null;
}

export function TopBar(): JSX.Element {
  const choose = (event: KeyboardEvent): void => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const all = views.value;
    const next = all[(all.indexOf(view.value) + by + all.length) % all.length];
    show(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <header class="top">
      <div class="row" style={{ minWidth: 0 }}>
        <span class="brand"><Logo /> Orbita</span>
        <FileName />
        <ConstantsTag />
      </div>
      <nav aria-label="Views">
        <div class="tabs" role="tablist" aria-label="Views" onKeyDown={choose}>
          {views.value.map((v) => {
            const mark = dot(v);
            return (
              <button key={v} id={`tab-${v}`} role="tab" aria-selected={view.value === v} aria-controls="view" tabIndex={view.value === v ? 0 : -1} onClick={() => show(v)}>
                {titles[v]}
                {mark && <span class={mark.class}><span class="visually-hidden">{mark.says}</span></span>}
              </button>
            );
          })}
        </div>
      </nav>
      <div class="right">
        <button class="finder" onClick={() => openPalette()}>
          <Icon name="search" /> <span>Search or run a command</span> <kbd>Ctrl K</kbd>
        </button>
        <button class="button quiet icon" aria-label={theme.value === "light" ? "Dark colours" : "Light colours"} title="Colours" onClick={toggleTheme}>
          <Icon name={theme.value === "light" ? "moon" : "sun"} />
        </button>
      </div>
    </header>
  );
}

function FileName(): JSX.Element {
  const file = model.value?.file;
  const folder = server.value?.folder.split("/").filter(Boolean).at(-1);
  const parts = file?.split("/") ?? [];
  return (
    <span class="path">
      {folder && <><span class="cut">{[folder, ...parts.slice(0, -1)].join(" / ")}</span> <span>/</span></>}
      <button class="file cut" title="Open another model (Ctrl O)" onClick={() => openPalette("open ")}>{parts.at(-1) ?? (model.value ? "not saved" : "open a model")}</button>
      {model.value?.dirty && <span class="dirty" title={isKept.value ? "Unsaved changes; kept in this page if the server goes away" : "Unsaved changes"} data-kept={isKept.value} />}
    </span>
  );
}
