// Problems as words behind their lines, as in the list of problems; the squiggle says where in the line.
import { StateEffect, StateField, type EditorState } from "@codemirror/state";
import { Decoration, EditorView, WidgetType, type DecorationSet } from "@codemirror/view";
import { suggestion } from "../editor/problems.tsx";
import type { Diagnostic } from "../protocol/types.ts";

// The first problem of a line behind it, with the fix as a link.
class Message extends WidgetType {
  constructor(
    readonly problem: Diagnostic,
    readonly wrong: string, // the text that a fix replaces
  ) {
    super();
  }
  eq(other: Message): boolean {
    return other.problem.message === this.problem.message && other.problem.from === this.problem.from;
  }
  toDOM(view: EditorView): HTMLElement {
    const span = document.createElement("span");
    span.className = `inline-problem ${this.problem.severity}`;
    span.setAttribute("aria-hidden", "true"); // the lint range says it
    span.textContent = this.problem.message;
    const better = suggestion(this.problem);
    if (better) {
      const link = document.createElement("button");
      link.className = "link";
      link.tabIndex = -1;
      link.textContent = this.problem.hint;
      link.onclick = () => {
        const { from, to } = { from: this.problem.from!, to: this.problem.to! };
        if (view.state.sliceDoc(from, to) === this.wrong) view.dispatch({ changes: { from, to, insert: better }, userEvent: "input.fix" });
      };
      span.append(" ", link);
    }
    return span;
  }
}

export const setMessages = StateEffect.define<readonly Diagnostic[]>();
export const inlineMessages = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    let next = marks.map(transaction.changes);
    for (const effect of transaction.effects) if (effect.is(setMessages)) next = messageMarks(transaction.state, effect.value);
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function messageMarks(state: EditorState, problems: readonly Diagnostic[]): DecorationSet {
  const byLine = new Map<number, Diagnostic>(); // by the end of the line
  for (const p of problems) {
    if (p.from === undefined || p.to === undefined || p.to > state.doc.length) continue;
    const end = state.doc.lineAt(p.from).to;
    if (!byLine.has(end)) byLine.set(end, p);
  }
  const marks = [...byLine].flatMap(([end, p]) => [
    Decoration.line({ class: `problem-line ${p.severity}` }).range(state.doc.lineAt(end).from),
    Decoration.widget({ widget: new Message(p, state.sliceDoc(p.from, p.to)), side: 1 }).range(end),
  ]);
  return Decoration.set(marks, true);
}
