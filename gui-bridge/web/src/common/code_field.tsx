// A text of the model in a CodeMirror editor: colours, completion, problems underlined. What is typed goes to `commit` a
// moment later, at once when the field is left; the value that comes from outside replaces the text unless the user is
// ahead of it.
import { acceptCompletion, autocompletion, closeCompletion, completionStatus, startCompletion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, HighlightStyle, indentUnit, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { setDiagnostics, type Action, type Diagnostic as Lint } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import { EditorView, keymap, lineNumbers, placeholder } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { narrow } from "../store/app.ts";
import { isHolding, onFlush, redo, undo } from "../store/model.ts";
import type { Diagnostic, ModelName } from "../protocol/types.ts";
import { suggestion } from "../editor/problems.tsx";
import { knownTypes } from "./code_text.tsx";
import { inlineMessages, setMessages } from "./inline_messages.ts";
import { isBuiltInType, isKeyword } from "./language.ts";

const typingPause = 250;

interface Props {
  value: string;
  commit(text: string): Promise<unknown>;
  label: string;
  problems?: Diagnostic[];
  completions?(): ModelName[];
  lines?: boolean; // line numbers, and room to grow
  readOnly?: boolean;
  placeholder?: string;
  focus?: boolean;
  onDone?(): void; // Ctrl Enter, Esc
  onCursor?(line: number, column: number): void;
  class?: string;
  reveal?: { from: number; nonce: number } | null; // put the cursor there
}

// One token at a time, by the same words as the formulas elsewhere in the page.
const language = StreamLanguage.define<{ comment: boolean }>({
  startState: () => ({ comment: false }),
  token(stream, state) {
    if (state.comment || stream.match("/*")) {
      state.comment = !stream.match(/^[\s\S]*?\*\//);
      if (state.comment) stream.skipToEnd();
      return "comment";
    }
    if (stream.match(/^\/\/.*/)) return "comment";
    if (stream.eatSpace()) return null;
    if (stream.match(/^\d+(\.\d+)?/)) return "number";
    if (stream.match(/^[AE](\[\]|<>)/)) return "keyword";
    const word = stream.match(/^[A-Za-z_]\w*/) as RegExpMatchArray | null;
    if (word) return isKeyword(word[0]) ? "keyword" : isBuiltInType(word[0]) || knownTypes.peek().has(word[0]) ? "typeName" : "variableName";
    stream.next();
    return "operator";
  },
});

const colours = HighlightStyle.define([
  { tag: tags.keyword, class: "tok-keyword" },
  { tag: tags.typeName, class: "tok-type" },
  { tag: tags.number, class: "tok-number" },
  { tag: tags.comment, class: "tok-comment" },
  { tag: tags.operator, class: "tok-operator" },
]);

const completionKinds: Record<ModelName["kind"], string> = {
  variable: "variable", constant: "constant", clock: "variable", channel: "interface", type: "type", function: "function",
  template: "class", process: "class", location: "enum", parameter: "variable",
};

function complete(context: CompletionContext, known: ModelName[]): CompletionResult | null {
  const word = context.matchBefore(/[A-Za-z_]\w*/);
  if (!word && !context.explicit) return null;
  return {
    from: word?.from ?? context.pos,
    options: known.map((n) => ({ label: n.name, type: completionKinds[n.kind], detail: n.type || n.kind })),
    validFor: /^\w*$/,
  };
}

function lints(problems: readonly Diagnostic[], length: number): Lint[] {
  return problems.map((p) => {
    const from = Math.max(0, Math.min(p.from ?? 0, length));
    const to = Math.max(from, Math.min(p.to ?? from + 1, length));
    return {
      from: from === to && from > 0 ? from - 1 : from,
      to,
      severity: p.severity === "note" ? "info" : p.severity,
      message: p.hint && !suggestion(p) ? `${p.message}\n${p.hint}` : p.message,
      actions: fixes(p),
    };
  });
}

// "did you mean 'id'?" as a button in the tooltip.
function fixes(problem: Diagnostic): Action[] {
  const better = suggestion(problem);
  if (!better) return [];
  const apply = (view: EditorView, from: number, to: number): void => view.dispatch({ changes: { from, to, insert: better }, userEvent: "input.fix" });
  return [{ name: problem.hint, apply }];
}

export function CodeField(props: Props): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>();
  const latest = useRef(props);
  latest.current = props;
  const locked = !!props.readOnly || narrow.value;
  const pending = useRef<{ timer: ReturnType<typeof setTimeout> | undefined; sending: Promise<unknown> | null; ahead: boolean }>({
    timer: undefined, sending: null, ahead: false,
  });
  const readOnly = useRef(new Compartment());

  const send = (): Promise<unknown> => {
    const state = pending.current;
    clearTimeout(state.timer);
    if (!state.ahead || !view.current) return state.sending ?? Promise.resolve();
    state.ahead = false;
    const sending = latest.current.commit(view.current.state.doc.toString()).finally(() => {
      if (state.sending === sending) state.sending = null;
      adopt();
    });
    state.sending = sending;
    return sending;
  };

  // Takes over the value from outside, unless something typed here is newer.
  const adopt = (): void => {
    const editor = view.current;
    const { value } = latest.current;
    if (!editor || pending.current.ahead || pending.current.sending || isHolding.value) return;
    if (editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: minimal(editor.state.doc.toString(), value) });
  };

  useEffect(() => {
    const typed = EditorView.updateListener.of((update) => {
      if (update.docChanged && update.transactions.some((t) => t.isUserEvent("input") || t.isUserEvent("delete") || t.isUserEvent("move"))) {
        pending.current.ahead = true;
        clearTimeout(pending.current.timer);
        pending.current.timer = setTimeout(send, typingPause);
      }
      if (update.selectionSet || update.docChanged) tellCursor(update.view);
    });
    const tellCursor = (editor: EditorView): void => {
      const at = editor.state.selection.main.head;
      const line = editor.state.doc.lineAt(at);
      latest.current.onCursor?.(line.number, at - line.from + 1);
    };
    const done = (): boolean => {
      if (!latest.current.onDone) return false;
      void send();
      latest.current.onDone();
      return true;
    };
    const own = keymap.of([
      { key: "Mod-z", run: () => (void send().then(undo), true), preventDefault: true },
      { key: "Mod-y", run: () => (void redo(), true), preventDefault: true },
      { key: "Mod-Shift-z", run: () => (void redo(), true), preventDefault: true },
      { key: "Mod-Enter", run: done },
      { key: "Escape", run: (editor) => (completionStatus(editor.state) ? closeCompletion(editor) : done()) },
      { key: "Ctrl-Space", run: startCompletion },
      { key: "Tab", run: acceptCompletion },
    ]);
    const extensions: Extension[] = [
      own,
      autocompletion({ override: [(context) => complete(context, latest.current.completions?.() ?? [])], icons: false }),
      language,
      syntaxHighlighting(colours),
      bracketMatching(),
      typed,
      EditorView.lineWrapping,
      EditorView.domEventHandlers({ blur: () => void send() }),
      EditorView.contentAttributes.of({ "aria-label": props.label, spellcheck: "false", tabindex: "0" }),
      readOnly.current.of([EditorState.readOnly.of(locked), EditorView.editable.of(!locked)]),
      placeholder(props.placeholder ?? ""),
      indentUnit.of("    "),
      ...(props.lines ? [inlineMessages, lineNumbers(), search({ top: true }), highlightSelectionMatches(), keymap.of([...searchKeymap, indentWithTab])] : []),
      keymap.of(defaultKeymap),
    ];
    const editor = new EditorView({ state: EditorState.create({ doc: props.value, extensions }), parent: host.current! });
    view.current = editor;
    if (props.focus) {
      editor.focus();
      editor.dispatch({ selection: { anchor: editor.state.doc.length } });
    }
    const stop = onFlush(send);
    return () => {
      void send();
      stop();
      editor.destroy();
      view.current = undefined;
    };
  }, []);

  useEffect(adopt, [props.value]);
  useEffect(() => {
    view.current?.dispatch({
      effects: readOnly.current.reconfigure([EditorState.readOnly.of(locked), EditorView.editable.of(!locked)]),
    });
  }, [locked]);
  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    const problems = props.problems ?? [];
    editor.dispatch({ effects: setMessages.of(problems) }, setDiagnostics(editor.state, lints(problems, editor.state.doc.length)));
  }, [props.problems, props.value]);
  useEffect(() => {
    const editor = view.current;
    if (!editor || !props.reveal) return;
    const at = Math.min(props.reveal.from, editor.state.doc.length);
    editor.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
    editor.focus();
  }, [props.reveal?.nonce]);

  const wrong = props.problems?.some((p) => p.severity === "error");
  return <div ref={host} class={`code-field ${props.lines ? "lined" : "boxed"} ${wrong ? "wrong" : ""} ${props.value === "" ? "unset" : ""} ${props.class ?? ""}`} />;
}

// The smallest single change from one text to another, so that the cursor stays where it is.
export function minimal(before: string, after: string): { from: number; to: number; insert: string } {
  let from = 0;
  const shorter = Math.min(before.length, after.length);
  while (from < shorter && before[from] === after[from]) from++;
  let tail = 0;
  while (tail < shorter - from && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return { from, to: before.length - tail, insert: after.slice(from, after.length - tail) };
}
