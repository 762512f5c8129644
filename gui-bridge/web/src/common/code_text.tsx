// A formula or a line of code in colours, to read only.
import { computed } from "@preact/signals";
import type { JSX } from "preact";
import { names, render } from "../store/model.ts";
import { tokenize, typedefs } from "./language.ts";

export const knownTypes = computed(() => {
  const found = typedefs(render.value?.declarations.text ?? "");
  for (const name of names.value) if (name.kind === "type") found.add(name.name);
  return found;
});

export function CodeText({ text }: { text: string }): JSX.Element {
  return (
    <code>
      {tokenize(text, knownTypes.value).map((t) => {
        const piece = text.slice(t.from, t.to);
        return t.kind === "space" || t.kind === "name" ? piece : <span class={`tok-${t.kind}`}>{piece}</span>;
      })}
    </code>
  );
}
