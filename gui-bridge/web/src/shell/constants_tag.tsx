// "N = 3" beside the file name: the constants that say how large the model is, and a form to try other values.
import { computed, signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useClosing } from "../common/popover.ts";
import type { Constants } from "../protocol/types.ts";
import { report } from "../store/app.ts";
import { model, render, setConstants, summary } from "../store/model.ts";

const shown = signal(false);

// Constants that occur in the size of a type or that were set by hand.
export const sizes = computed(() => {
  const text = render.value?.declarations?.text ?? "";
  const inTypes = [...text.matchAll(/\btypedef\s+[^;]*?\[([^\]]*)\]/g)].map((m) => m[1]).join(" ");
  const set = model.value?.set ?? {};
  const all = (summary.value?.constants ?? []).filter((c) => c.name in set || new RegExp(`\\b${c.name}\\b`).test(inTypes));
  return all.map((c) => ({ name: c.name, value: set[c.name] ?? String(c.value) }));
});

export function ConstantsTag(): JSX.Element | null {
  const whole = useRef<HTMLSpanElement>(null);
  useClosing(whole, shown.value, () => (shown.value = false));
  if (!model.value || !summary.value?.constants.length) return null;
  const text = sizes.value.map((c) => `${c.name} = ${c.value}`).join(", ") || "constants";
  return (
    <span class="constants" ref={whole}>
      <button class="tag mono" aria-expanded={shown.value} title={`${text}: change constants`} onClick={() => (shown.value = !shown.value)}>{text}</button>
      {shown.value && <ConstantsForm />}
    </span>
  );
}

function ConstantsForm(): JSX.Element {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  const close = (): void => void (shown.value = false);
  const submit = (event: Event): void => {
    event.preventDefault();
    const set: Constants = {};
    for (const constant of summary.value!.constants) {
      const field = form.current!.elements.namedItem(constant.name) as HTMLInputElement | null;
      const text = field ? field.value.trim() : (model.value?.set[constant.name] ?? ""); // not all are shown
      if (text !== "" && (text !== String(constant.value) || constant.name in (model.value?.set ?? {}))) set[constant.name] = text;
    }
    close();
    setConstants(set).catch(report);
  };
  return (
    <form class="popover" ref={form} onSubmit={submit}>
      <p class="head">Constants <span class="note">for this page, not for the file</span></p>
      {summary.value!.constants.slice(0, 40).map((c) => (
        <label key={c.name}><code>{c.name}</code><input class="field mono" name={c.name} value={model.value?.set[c.name] ?? String(c.value)} /></label>
      ))}
      <div class="row">
        <button class="button primary">Use</button>
        <button class="button" type="button" onClick={() => (close(), setConstants({}).catch(report))}>As in the file</button>
      </div>
    </form>
  );
}
