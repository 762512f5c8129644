// One label of a location or edge as a field: its text, what is wrong with it, and a hint.
import type { JSX } from "preact";
import { CodeField } from "../common/code_field.tsx";
import { sentence } from "../common/format.ts";
import { Icon } from "../common/icons.tsx";
import type { Diagnostic, Edge, Location, ModelName, Template } from "../protocol/types.ts";
import { online } from "../store/app.ts";
import { edit, model, names } from "../store/model.ts";
import { setLabel } from "./changes.ts";
import { suggestion } from "./problems.tsx";
import { problemsAt, type FieldKind } from "./state.ts";

export const fieldTitles: Record<string, string> = {
  name: "Name", select: "Select", guard: "Guard", synchronisation: "Synchronisation", assignment: "Update", invariant: "Invariant",
  exponentialrate: "Rate of exponential", probability: "Weight", comments: "Comment",
};

const examples: Record<string, string> = {
  name: "a name", select: "i : int[0,N-1]", guard: "x >= 2 && !busy", synchronisation: "channel! or channel?", assignment: "x = 0, n++",
  invariant: "x <= 5", exponentialrate: "1", probability: "1", comments: "Why this is here",
};

export function namesIn(template: Template | null): ModelName[] {
  return names.value.filter((n) => n.template === null || n.template === template?.name);
}

interface Props {
  template: Template;
  owner: Location | Edge;
  kind: FieldKind;
  focus?: boolean;
  bare?: boolean; // without a title
  onDone?(): void;
}

export function LabelField({ template, owner, kind, focus, bare, onDone }: Props): JSX.Element {
  const label = kind === "name" ? null : owner.labels.find((l) => l.kind === kind);
  const text = kind === "name" ? (owner as Location).name : (label?.text ?? "");
  const problems = kind === "name" ? problemsAt(`${owner.xpath}/name`) : label ? problemsAt(label.xpath) : [];
  return (
    <div class="label-field">
      {!bare && (
        <p class="field-title">
          <span class={`swatch ${kind}`} /> {fieldTitles[kind] ?? kind}
        </p>
      )}
      <CodeField
        key={`${owner.xpath}:${kind}`}
        class={`kind-${kind}`}
        label={fieldTitles[kind] ?? kind}
        value={text}
        placeholder={examples[kind]}
        problems={problems}
        completions={() => namesIn(template)}
        focus={focus}
        readOnly={model.value?.format !== "xml"}
        onDone={onDone}
        commit={(next) => edit(...setLabel(template, owner, kind, next))}
      />
      {problems.map((p, i) => (
        <Problem key={i} problem={p} fix={(text) => void edit(...setLabel(template, owner, kind, text))} text={text} />
      ))}
      {!online.value && <p class="note">Not checked: no connection.</p>}
    </div>
  );
}

interface ProblemProps {
  problem: Diagnostic;
  text?: string; // what the problem is in, and
  fix?(text: string): void; // how it is replaced
}

export function Problem({ problem, text, fix }: ProblemProps): JSX.Element {
  const better = suggestion(problem);
  const mend = (): void => fix!(text!.slice(0, problem.from) + better + text!.slice(problem.to));
  return (
    <div class={`problem-box ${problem.severity}`} role="note">
      <p class="message">
        <Icon name={problem.severity === "error" ? "error" : "warning"} /> {problem.message}
      </p>
      {problem.hint && <p>{better && fix && text !== undefined ? <button class="link" onClick={mend}>{problem.hint}</button> : sentence(problem.hint)}</p>}
    </div>
  );
}
