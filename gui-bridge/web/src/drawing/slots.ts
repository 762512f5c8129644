// Colours of locations: the same location has the same colour in drawing, lanes, minimap and class panel. Slot 0 is
// the initial location, the others follow in template order; from the ninth on the fills come again, hatched, then dotted.
import type { Template } from "../protocol/types.ts";

const fills = 8;

// By position in `locations` of the template.
export function slotNumbers(template: Pick<Template, "locations">): number[] {
  const initial = template.locations.findIndex((l) => l.initial);
  let next = 1;
  return template.locations.map((_, i) => (i === initial ? 0 : next++));
}

export function slotClass(slot: number): string {
  const round = Math.floor(slot / fills) % 3;
  return `loc-${slot % fills}${round === 1 ? " loc-hatch" : round === 2 ? " loc-dots" : ""}`;
}

export function slotColor(slot: number): string {
  return `--loc-${slot % fills}`;
}
