// What the ids of a set own, in the words of the model.
import type { Squiggle } from "../drawing/template_drawing.tsx";
import type { SymmetrySet } from "../protocol/types.ts";

// "Server(0).who", "Server(1).who" … as one: "Server.who".
export function withoutNumbers(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => name.replace(/\(\d+\)/g, "").replace(/\[\d+\]/g, "[]")))];
}

// Names by which the labels of a template speak of what an id owns: "x" of Process(0).x, "up" of up[0].
export function ownedNames(sets: readonly SymmetrySet[], template: string): Map<string, string> {
  const found = new Map<string, string>(); // name -> set
  for (const set of sets) {
    for (const name of [...(set.elements[0]?.variables ?? []), ...(set.elements[0]?.clocks ?? [])]) {
      const local = /^(\w+)(?:\([^)]*\))?\.(\w+)/.exec(name);
      if (local && local[1] === template) found.set(local[2], set.name);
      else if (!local) found.set(name.replace(/\[.*/, ""), set.name);
    }
  }
  return found;
}

// The first owned name in each line of a label.
export function ownedMarks(text: string, names: ReadonlyMap<string, string>): Squiggle[] {
  const marks: Squiggle[] = [];
  let start = 0;
  for (const line of text.split("\n")) {
    for (const word of line.matchAll(/[A-Za-z_]\w*/g)) {
      const set = names.get(word[0]);
      if (!set) continue;
      marks.push({ from: start + word.index, to: start + word.index + word[0].length, severity: "note", message: `each element of ${set} has its own ${word[0]}` });
      break;
    }
    start += line.length + 1;
  }
  return marks;
}
