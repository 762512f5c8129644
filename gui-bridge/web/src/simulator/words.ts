// Steps and processes in words.
import type { MoveEdge, SystemNames } from "../protocol/types.ts";
import type { Step } from "../store/run.ts";
import { templateNamed } from "../store/model.ts";

// "0" of Process(0), "Gate" of a process without arguments: what a token carries.
export function token(name: string): string {
  const inside = /\(([^)]*)\)$/.exec(name);
  return inside ? inside[1] : name;
}

export function locationText(names: SystemNames, process: number, location: number): string {
  return names.processes[process]?.locations[location] ?? `(${location})`;
}

// Guard and update of an edge on one line, as the second line of a segment.
export function edgeText(names: SystemNames, edge: MoveEdge, kinds: readonly string[] = ["guard", "assignment"]): string {
  const template = templateNamed(names.processes[edge.process]?.template ?? "");
  const labels = template?.edges[edge.edge]?.labels ?? [];
  return kinds.flatMap((kind) => labels.filter((l) => l.kind === kind && l.text.trim()).map((l) => l.text.trim().replace(/\s+/g, " "))).join(", ");
}

export interface StepWords {
  who: string; // "Process(0)" or "Train(1) → Gate"
  what: string; // "cs → idle", empty where a channel says it
  channel: string | null;
}

export function stepWords(names: SystemNames, step: Step): StepWords {
  const name = (e: MoveEdge): string => names.processes[e.process]?.name ?? "?";
  const [first, ...others] = step.edges;
  if (!first) return { who: "delay", what: "", channel: step.channel };
  const channel = step.channel ?? first.channel;
  if (others.length === 0) {
    return { who: name(first), what: `${locationText(names, first.process, first.from)} → ${locationText(names, first.process, first.to)}`, channel };
  }
  const receivers = others.length <= 2 ? others.map(name).join(", ") : `${others.length} processes`;
  return { who: `${name(first)} → ${receivers}`, what: "", channel };
}

export function stepSentence(names: SystemNames, step: Step): string {
  const { who, what, channel } = stepWords(names, step);
  return [who, what, channel].filter(Boolean).join(" ");
}
