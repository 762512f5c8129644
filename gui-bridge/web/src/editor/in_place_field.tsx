// A label edited where it stands in the drawing. Esc and Ctrl Enter close it; the text is sent while typing.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { CanvasView } from "../drawing/canvas.tsx";
import type { Template } from "../protocol/types.ts";
import { flushTyping } from "../store/model.ts";
import { labelPlace } from "./changes.ts";
import { LabelField } from "./label_field.tsx";
import { inPlace, itemAt } from "./state.ts";

export function InPlaceField({ template, canvas }: { template: Template; canvas: CanvasView }): JSX.Element | null {
  const box = useRef<HTMLDivElement>(null);
  const { owner: xpath, kind } = inPlace.value!;
  const item = itemAt(template, xpath);
  const close = (): void => {
    void flushTyping();
    inPlace.value = null;
    canvas.svg?.focus();
  };
  useEffect(() => {
    const outside = (event: PointerEvent): void => {
      const target = event.target as Element;
      if (!box.current?.contains(target) && !target.closest(".cm-tooltip")) close();
    };
    document.addEventListener("pointerdown", outside, true);
    return () => document.removeEventListener("pointerdown", outside, true);
  }, []);
  if (!item || item.kind === "branchpoint") return null;
  const at = canvas.toScreen(labelPlace(template, item.item, kind));
  return (
    <div ref={box} class="in-place" style={{ left: `${Math.max(8, at.x - 9)}px`, top: `${Math.max(8, at.y - 6)}px` }}>
      <LabelField template={template} owner={item.item} kind={kind} focus bare onDone={close} />
    </div>
  );
}
