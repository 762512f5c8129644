// Colours of locations: the same location has the same colour in drawing, lanes, minimap and class panel. Slot 0 is
// the initial location. The others of all templates share the remaining fills while there are enough, so that no two
// look alike; else each template begins anew, and from its ninth location on the fills come again, hatched, then dotted.
import type { Template } from "../protocol/types.ts";

const fills = 8;

// By name of the template, then by position in its `locations`.
export function slotNumbers(templates: readonly Pick<Template, "name" | "locations">[]): Map<string, number[]> {
  const initials = templates.map((t) => t.locations.findIndex((l) => l.initial));
  const others = templates.map((t, k) => t.locations.map((_, i) => i).filter((i) => i !== initials[k]));
  const shared = others.reduce((sum, list) => sum + list.length, 0) < fills;
  const slots = templates.map((t) => t.locations.map(() => 0));
  let next = 1;
  const rounds = Math.max(0, ...others.map((list) => list.length));
  for (let round = 0; round < rounds; round++) {
    others.forEach((list, k) => round < list.length && (slots[k][list[round]] = shared ? next++ : round + 1));
  }
  return new Map(templates.map((t, k) => [t.name, slots[k]]));
}

export function slotClass(slot: number): string {
  const round = Math.floor(slot / fills) % 3;
  return `loc-${slot % fills}${round === 1 ? " loc-hatch" : round === 2 ? " loc-dots" : ""}`;
}

export function slotColor(slot: number): string {
  return `--loc-${slot % fills}`;
}
