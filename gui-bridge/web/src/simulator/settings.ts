// How the simulator shows a run; remembered from one visit to the next.
import { computed, signal, type Signal } from "@preact/signals";
import { remember, remembered } from "../store/app.ts";
import { onModelOpened } from "../store/model.ts";
import { run } from "../store/simulation.ts";

function kept(name: string, byDefault: boolean): Signal<boolean> {
  const text = remembered(name);
  return signal<boolean>(text === null ? byDefault : text === "on");
}

export const byTime = signal(false);
export const foldIdle = kept("fold", true);
const clockChoice = signal<boolean | null>(remembered("clocks") === null ? null : remembered("clocks") === "on");
export const columnWidth = signal(0); // 0: as wide as fits
export const asChart = signal(false);
export const timelineHeight = signal(Number(remembered("timeline")) || 0); // 0: by its content
export const hoveredStep = signal<number | null>(null);
export const pinned = signal<ReadonlySet<number>>(new Set());
export const unfolded = signal<ReadonlySet<string>>(new Set()); // classes shown with every member
const classChoice = signal<boolean | null>(null);
onModelOpened((again) => again || (pinned.value = new Set()));

const manyLanes = 9;
const clockLanes = 3;

// Clock strips while they leave room for the drawings, unless the user said otherwise.
export const showClocks = computed(() => clockChoice.value ?? (innerHeight > 840 && (run.value?.names.processes.length ?? 0) <= clockLanes));

// From nine lanes on by class, unless the user said otherwise.
export const byClass = computed(() => classChoice.value ?? (run.value?.names.processes.length ?? 0) >= manyLanes);

export function setFoldIdle(on: boolean): void {
  foldIdle.value = on;
  remember("fold", on ? "on" : "off");
}

export function setShowClocks(on: boolean): void {
  clockChoice.value = on;
  remember("clocks", on ? "on" : "off");
}

export function setByClass(on: boolean): void {
  classChoice.value = on;
}

export function setTimelineHeight(height: number): void {
  timelineHeight.value = height;
  remember("timeline", String(height));
}

export function zoomColumns(factor: number, now: number): void {
  columnWidth.value = Math.max(6, Math.min(320, (columnWidth.value || now) * factor));
}
