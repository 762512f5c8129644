// What the editor is looking at: a template, something selected in it, a tool, a text.
import { computed, signal } from "@preact/signals";
import type { Branchpoint, Diagnostic, Edge, LabelKind, Location, Template } from "../protocol/types.ts";
import { remember, remembered, show } from "../store/app.ts";
import { diagnostics, onModelOpened, render } from "../store/model.ts";

export type Tool = "select" | "location" | "edge" | "nail";
export type CodeTab = "declarations" | "template" | "system";
export type FieldKind = LabelKind | "name";

export const templateIndex = signal(0);
export const selection = signal<readonly string[]>([]); // xpaths
export const kept = signal<readonly string[]>([]); // of these: what stays when Tab goes on
export const tool = signal<Tool>("select");
export const inPlace = signal<{ owner: string; kind: FieldKind } | null>(null); // label edited in the drawing
export const codeTab = signal<CodeTab>("declarations");
export const codePlace = signal<{ tab: CodeTab; from: number; nonce: number } | null>(null);
export const wantedField = signal<{ kind: FieldKind; nonce: number } | null>(null); // to get the focus in the inspector
export const cursor = signal<string>("");
export const codeFolded = signal(remembered("code") === "folded");
export const inspectorFolded = signal(remembered("inspector") === "folded");

export const template = computed<Template | null>(() => render.value?.templates[templateIndex.value] ?? null);

export type Selected =
  | { kind: "location"; item: Location }
  | { kind: "edge"; item: Edge; index: number }
  | { kind: "branchpoint"; item: Branchpoint };

export function itemAt(t: Template | null, xpath: string | null): Selected | null {
  if (!t || !xpath) return null;
  const location = t.locations.find((l) => l.xpath === xpath);
  if (location) return { kind: "location", item: location };
  const index = t.edges.findIndex((e) => e.xpath === xpath);
  if (index >= 0) return { kind: "edge", item: t.edges[index], index };
  const point = t.branchpoints.find((b) => b.xpath === xpath);
  return point ? { kind: "branchpoint", item: point } : null;
}

export const chosenItems = computed(() => selection.value.map((xpath) => itemAt(template.value, xpath)).filter((item) => item !== null));
export const selected = computed(() => (chosenItems.value.length === 1 ? chosenItems.value[0] : null));

export function choose(...xpaths: (string | null)[]): void {
  selection.value = xpaths.filter((xpath) => xpath !== null);
  kept.value = [];
}

export const isChosen = (xpath: string): boolean => selection.value.includes(xpath);

// Adds to what is selected, or takes away from it.
export function toggleChosen(xpath: string): void {
  choose(...(isChosen(xpath) ? selection.value.filter((x) => x !== xpath) : [...selection.value, xpath]));
}

export function chooseAll(): void {
  const t = template.value;
  if (t) choose(...[...t.locations, ...t.branchpoints, ...t.edges].map((item) => item.xpath));
}

onModelOpened(() => {
  const count = render.value?.templates.length ?? 0;
  if (templateIndex.value >= count) templateIndex.value = 0;
  choose();
  inPlace.value = null;
});

export function selectTemplate(index: number): void {
  templateIndex.value = index;
  choose();
  inPlace.value = null;
}

export function toggleCode(): void {
  codeFolded.value = !codeFolded.value;
  remember("code", codeFolded.value ? "folded" : "open");
}

export function toggleInspector(): void {
  inspectorFolded.value = !inspectorFolded.value;
  remember("inspector", inspectorFolded.value ? "folded" : "open");
}

// --- problems by place

export function problemsAt(xpath: string): Diagnostic[] {
  return diagnostics.value.filter((d) => d.xpath === xpath);
}

export function problemsBelow(xpath: string): Diagnostic[] {
  return diagnostics.value.filter((d) => d.xpath === xpath || d.xpath.startsWith(`${xpath}/`));
}

let nonce = 0;

export function showCode(tab: CodeTab, from = 0): void {
  codeFolded.value = false;
  codeTab.value = tab;
  codePlace.value = { tab, from, nonce: ++nonce };
}

export function showField(kind: FieldKind): void {
  inspectorFolded.value = false;
  wantedField.value = { kind, nonce: ++nonce };
}

// Opens the place a diagnostic speaks of.
export function goTo(place: { xpath: string; from?: number }): void {
  show("editor");
  const drawing = render.value;
  if (!drawing) return;
  const from = place.from ?? 0;
  const index = drawing.templates.findIndex((t) => place.xpath === t.xpath || place.xpath.startsWith(`${t.xpath}/`));
  if (index < 0) {
    if (place.xpath.startsWith("/nta/queries")) show("verifier");
    else showCode(place.xpath === drawing.system.xpath ? "system" : "declarations", from);
    return;
  }
  const t = drawing.templates[index];
  if (templateIndex.value !== index) selectTemplate(index);
  if (place.xpath === t.declarations.xpath) return showCode("template", from);
  const owner = [...t.locations, ...t.edges].find((i) => place.xpath === i.xpath || place.xpath.startsWith(`${i.xpath}/`));
  choose(owner?.xpath ?? null);
  const label = owner?.labels.find((l) => l.xpath === place.xpath);
  if (label) showField(label.kind);
  else if (owner && place.xpath.includes("/name")) showField("name");
}

// --- walking through the problems

const at = signal(-1);
export const currentProblem = computed(() => diagnostics.value[at.value] ?? null);

export function nextProblem(by: 1 | -1): void {
  const all = diagnostics.value;
  if (all.length === 0) return;
  at.value = (at.value + by + all.length) % all.length;
  goTo(all[at.value]);
}

export function openProblem(index: number): void {
  at.value = index;
  goTo(diagnostics.value[index]);
}
