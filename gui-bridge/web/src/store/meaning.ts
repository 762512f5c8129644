// What a model says, without how it is drawn and what is asked about it: verdicts and runs hold as long as this is the
// same. A moved label changes nothing; neither does a change that is undone.
import type { Constants, Label, Render } from "../protocol/types.ts";

const said = (labels: readonly Label[]): string[][] => labels.filter((l) => l.kind !== "comments").map((l) => [l.kind, l.text]);

export function meaningOf(drawing: Render, set: Constants): string {
  const constants = Object.entries(set).sort(([a], [b]) => (a < b ? -1 : 1));
  if (drawing.format !== "xml") return JSON.stringify([constants, drawing.declarations.text]);
  return JSON.stringify([
    constants, drawing.declarations.text, drawing.system.text,
    drawing.templates.map((t) => [
      t.name, t.parameter.text, t.declarations.text,
      t.locations.map((l) => [l.id, l.name, l.initial, l.urgent, l.committed, said(l.labels)]),
      t.branchpoints.map((b) => b.id),
      t.edges.map((e) => [e.source, e.target, e.controllable, said(e.labels)]),
    ]),
  ]);
}

// Numbers the meanings of the versions of a model: versions that mean the same have the same number. Only the newest
// meanings are remembered; an old one that comes back gets a new number, which is on the safe side.
export class Meanings {
  private recent: { text: string; id: number }[] = [];
  private byVersion = new Map<number, number>();
  private count = 0;

  constructor(private readonly most = 30) {}

  note(version: number, text: string): number {
    const known = this.recent.find((m) => m.text === text);
    const id = known?.id ?? ++this.count;
    if (!known) this.recent.push({ text, id });
    if (this.recent.length > this.most) this.recent.shift();
    this.byVersion.set(version, id);
    return id;
  }

  of(version: number): number | null {
    return this.byVersion.get(version) ?? null;
  }

  // Another model counts its versions from 0 again.
  forgetVersions(): void {
    this.byVersion.clear();
  }
}
