// Declarations as text: global, of the template, and the system line. For textual models: the whole file.
import type { JSX } from "preact";
import { CodeField } from "../common/code_field.tsx";
import { Icon } from "../common/icons.tsx";
import type { Template } from "../protocol/types.ts";
import { online } from "../store/app.ts";
import { edit, isChecked, model, render } from "../store/model.ts";
import { namesIn } from "./label_field.tsx";
import { ProblemCount } from "./problems.tsx";
import { codePlace, codeTab, cursor, problemsAt, toggleCode, type CodeTab } from "./state.ts";

interface Text {
  tab: CodeTab;
  title: string;
  xpath: string;
  text: string;
}

function texts(template: Template | null): Text[] {
  const drawing = render.value;
  if (!drawing) return [];
  if (drawing.format !== "xml") return [{ tab: "declarations", title: model.value?.file ?? "Text", xpath: "", text: drawing.declarations.text }];
  const all: Text[] = [{ tab: "declarations", title: "Declarations", xpath: "/nta/declaration", text: drawing.declarations?.text ?? "" }];
  if (template) {
    all.push({ tab: "template", title: `${template.name}: declarations`, xpath: `${template.xpath}/declaration`, text: template.declarations?.text ?? "" });
  }
  all.push({ tab: "system", title: "System", xpath: "/nta/system", text: drawing.system?.text ?? "" });
  return all;
}

export function CodePanel({ template }: { template: Template | null }): JSX.Element {
  const all = texts(template);
  const current = all.find((t) => t.tab === codeTab.value) ?? all[0];
  const choose = (event: KeyboardEvent): void => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (by === 0) return;
    const next = all[(all.indexOf(current) + by + all.length) % all.length];
    codeTab.value = next.tab;
    (event.currentTarget as HTMLElement).querySelector<HTMLElement>(`[data-tab=${next.tab}]`)?.focus();
  };
  return (
    <section class="code-panel" aria-label="Texts" data-pane tabIndex={-1}>
      <header>
        <div class="code-tabs" role="tablist" aria-label="Texts" onKeyDown={choose}>
          {all.map((t) => (
            <button
              key={t.tab} role="tab" data-tab={t.tab} id={`code-tab-${t.tab}`} aria-controls="code-text" aria-selected={t === current}
              tabIndex={t === current ? 0 : -1} onClick={() => (codeTab.value = t.tab)}
            >
              {t.title} <ProblemCount of={problemsAt(t.xpath)} />
            </button>
          ))}
        </div>
        <Checked />
        <button class="button quiet icon" aria-label="Fold this panel (\)" title="Fold (\)" onClick={toggleCode}><Icon name="down" /></button>
      </header>
      <div class="code-text" id="code-text" role="tabpanel" aria-labelledby={`code-tab-${current?.tab}`}>
        {current && (
          <CodeField
            key={`${model.value?.model}${current.xpath}`}
            lines
            label={current.title}
            value={current.text}
            problems={problemsAt(current.xpath)}
            completions={() => namesIn(current.tab === "template" ? template : null)}
            onCursor={(line, column) => (cursor.value = `${current.title}, line ${line}, col ${column}`)}
            reveal={codePlace.value?.tab === current.tab ? codePlace.value : null}
            commit={(text) => edit({ op: "text", xpath: current.xpath, text })}
          />
        )}
      </div>
    </section>
  );
}

function Checked(): JSX.Element {
  if (!online.value) return <span class="note checked">Not checked: no connection</span>;
  return (
    <span class="note checked">
      {isChecked.value ? <><Icon name="check" /> Checked as you type</> : "Checking…"}
    </span>
  );
}
