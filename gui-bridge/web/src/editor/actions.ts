// What is done to all that is selected: move, delete, cut, copy, paste.
import { gridSize } from "../drawing/canvas.tsx";
import type { Point, Template } from "../protocol/types.ts";
import { inform, say } from "../store/app.ts";
import { edit, render } from "../store/model.ts";
import { moveItems, remove } from "./changes.ts";
import { copy, paste, type Copied } from "./clipboard.ts";
import { choose, chosenItems, selection } from "./state.ts";

export async function moveSelected(template: Template, by: Point): Promise<void> {
  await edit(...moveItems(template, selection.value, by));
}

export async function deleteSelected(): Promise<void> {
  const items = chosenItems.value;
  choose();
  await edit(...remove(items));
}

let copied: Copied | null = null;
let pasted = 0; // times since it was copied: each copy a little further

export const hasCopied = (): boolean => copied !== null;

export function copySelected(template: Template, cut: boolean): void {
  const items = chosenItems.value;
  const taken = copy(template, items);
  if (!taken) return;
  copied = taken;
  pasted = 0;
  say(cut ? "Cut" : "Copied");
  if (cut) void deleteSelected();
}

export async function pasteCopied(template: Template): Promise<void> {
  if (!copied) return;
  const ids = (render.value?.templates ?? []).flatMap((t) => [...t.locations, ...t.branchpoints].map((node) => node.id));
  const operations = paste(template, copied, new Set(ids), ++pasted * 2 * gridSize);
  if (typeof operations === "string") return inform(operations);
  const made = await edit(...operations);
  choose(...made.filter((xpath) => /\/(location|branchpoint|transition)\[\d+\]$/.test(xpath ?? "")));
  say("Pasted");
}
