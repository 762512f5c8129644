// The editor: is the model well formed?
import type { JSX } from "preact";
import { Icon } from "../common/icons.tsx";
import { CodePanel } from "./code_panel.tsx";
import { EditorCanvas } from "./editor_canvas.tsx";
import { Inspector } from "./inspector.tsx";
import { Problems } from "./problems.tsx";
import { codeFolded, inspectorFolded, template, toggleCode } from "./state.ts";
import { ModelTree } from "./tree.tsx";

export function Editor(): JSX.Element {
  const current = template.value;
  return (
    <div class={`editor ${inspectorFolded.value ? "no-inspector" : ""} ${codeFolded.value ? "no-code" : ""}`}>
      <nav class="pane left" aria-label="Model" data-pane tabIndex={-1}>
        <div class="scroll"><ModelTree /></div>
        <Problems />
      </nav>
      <section class="drawing-pane" aria-label="Drawing" data-pane tabIndex={-1}>
        {current ? <EditorCanvas template={current} /> : <div class="empty"><strong>No templates</strong> Add one in the tree.</div>}
        {codeFolded.value && (
          <button class="button unfold" onClick={toggleCode}><Icon name="code" /> Texts <kbd>\</kbd></button>
        )}
      </section>
      {!codeFolded.value && <CodePanel template={current} />}
      {!inspectorFolded.value && <Inspector />}
    </div>
  );
}
