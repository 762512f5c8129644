// Everything about what is selected, as fields: an edge, a location, or the template itself.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { CodeField } from "../common/code_field.tsx";
import { Icon } from "../common/icons.tsx";
import { downloadText } from "../common/download.ts";
import { edgePoints, middle, nearestStretch, nodePlaces } from "../drawing/geometry.ts";
import { edgeTitle, nodeTitle } from "../drawing/titles.ts";
import type { Edge, Location, Point, SymmetrySet, Template } from "../protocol/types.ts";
import { call, report, show } from "../store/app.ts";
import { edit, model } from "../store/model.ts";
import { report as symmetryReport } from "../store/symmetry.ts";
import { copySelected, deleteSelected } from "./actions.ts";
import { toggleFlag } from "./changes.ts";
import { LabelField, namesIn } from "./label_field.tsx";
import { choose, chosenItems, problemsAt, selected, template as current, wantedField, type FieldKind, type Selected } from "./state.ts";

export function Inspector(): JSX.Element {
  const host = useRef<HTMLElement>(null);
  const template = current.value;
  const item = selected.value;
  useEffect(() => {
    const wanted = wantedField.value;
    if (!wanted) return;
    host.current?.querySelector<HTMLElement>(`.kind-${wanted.kind} .cm-content`)?.focus();
  }, [wantedField.value?.nonce]);
  return (
    <aside class="pane inspector" ref={host} aria-label="Inspector" data-pane tabIndex={-1}>
      {!template ? null
        : chosenItems.value.length > 1 ? <GroupForm template={template} items={chosenItems.value} />
        : item?.kind === "edge" ? <EdgeForm template={template} edge={item.item} index={item.index} item={item} />
        : item?.kind === "location" ? <LocationForm template={template} location={item.item} item={item} />
        : item?.kind === "branchpoint" ? <Head icon="branch" title="Branch point" note={`in ${template.name}`} item={item} />
        : <TemplateForm template={template} />}
    </aside>
  );
}

function Head(props: { icon: "edge" | "location" | "branch" | "template"; title: string; note: string; item?: Selected }): JSX.Element {
  const { item } = props;
  return (
    <header class="inspector-head">
      <span class="accent"><Icon name={props.icon} /></span>
      <h2>{props.title}</h2>
      <span class="note grow">{props.note}</span>
      {item && model.value?.format === "xml" && (
        <button
          class="button quiet icon"
          title="Delete"
          aria-label={`Delete this ${item.kind}`}
          onClick={() => void deleteSelected()}
        >
          <Icon name="trash" />
        </button>
      )}
    </header>
  );
}

function itemTitle(template: Template, item: Selected): string {
  return item.kind === "edge" ? edgeTitle(template, item.item) : nodeTitle(template, item.item.id);
}

// Several elements: what they are, and what can be done to all of them.
function GroupForm({ template, items }: { template: Template; items: readonly Selected[] }): JSX.Element {
  const textual = model.value?.format !== "xml";
  return (
    <>
      <Head icon="template" title={`${items.length} selected`} note={`in ${template.name}`} />
      {!textual && (
        <div class="row group-actions">
          <button class="button" onClick={() => copySelected(template, false)}>Copy <kbd>Ctrl C</kbd></button>
          <button class="button" onClick={() => copySelected(template, true)}>Cut <kbd>Ctrl X</kbd></button>
          <button class="button" onClick={() => void deleteSelected()}><Icon name="trash" /> Delete</button>
        </div>
      )}
      <ul class="group-list" aria-label="Selected elements">
        {items.map((item) => (
          <li key={item.item.xpath}>
            <button class="group-row" onClick={() => choose(item.item.xpath)}>
              <Icon name={item.kind === "branchpoint" ? "branch" : item.kind} /> <span class="cut">{itemTitle(template, item)}</span>
            </button>
          </li>
        ))}
      </ul>
      {!textual && <p class="note">Drag one of them, or use the arrow keys, to move all: labels go along, and edges between them.</p>}
    </>
  );
}

const always: FieldKind[] = ["select", "guard", "synchronisation", "assignment"];

function EdgeForm({ template, edge, index, item }: { template: Template; edge: Edge; index: number; item: Selected }): JSX.Element {
  const fromBranch = template.branchpoints.some((b) => b.id === edge.source);
  const kinds: FieldKind[] = fromBranch ? ["probability", "assignment"] : always;
  return (
    <>
      <Head icon="edge" title="Edge" note={`${index + 1} of ${template.edges.length} in ${template.name}`} item={item} />
      <fieldset disabled={model.value?.format !== "xml"}>
        <div class="ends">
          <End template={template} edge={edge} end="source" />
          <Icon name="arrow" />
          <End template={template} edge={edge} end="target" />
        </div>
        {kinds.map((kind) => <LabelField key={edge.xpath + kind} {...{ template, owner: edge, kind }} />)}
        <Nails template={template} edge={edge} />
        <EdgeSymmetry template={template} edge={edge} />
        <LabelField template={template} owner={edge} kind="comments" />
      </fieldset>
    </>
  );
}

function End({ template, edge, end }: { template: Template; edge: Edge; end: "source" | "target" }): JSX.Element {
  const nodes = [...template.locations, ...template.branchpoints];
  return (
    <label>
      <span class="field-title">{end === "source" ? "Source" : "Target"}</span>
      <select class="field mono" value={edge[end]} onChange={(e) => edit({ op: "ends", xpath: edge.xpath, [end]: e.currentTarget.value })}>
        {nodes.map((n) => <option key={n.id} value={n.id}>{nodeTitle(template, n.id)}</option>)}
      </select>
    </label>
  );
}

function Nails({ template, edge }: { template: Template; edge: Edge }): JSX.Element {
  const put = (nails: Point[]): unknown => edit({ op: "nails", xpath: edge.xpath, nails });
  return (
    <div class="nails">
      <p class="field-title">
        Nails <span class="note">drag, or type</span>
        <button class="button icon" aria-label="Add a nail" title="Add a nail" onClick={() => put(withNail(template, edge))}><Icon name="plus" /></button>
      </p>
      {edge.nails.map((nail, i) => (
        <div class="nail-row" key={i}>
          <Coordinate name={`Nail ${i + 1}, x`} axis="x" value={nail.x} put={(x) => put(edge.nails.map((n, k) => (k === i ? { ...n, x } : n)))} />
          <Coordinate name={`Nail ${i + 1}, y`} axis="y" value={nail.y} put={(y) => put(edge.nails.map((n, k) => (k === i ? { ...n, y } : n)))} />
          <button class="button icon" aria-label={`Remove nail ${i + 1}`} onClick={() => put(edge.nails.filter((_, k) => k !== i))}>
            <Icon name="minus" />
          </button>
        </div>
      ))}
      {edge.nails.length === 0 && <p class="note">None: the edge is straight.</p>}
    </div>
  );
}

// The scalar sets that this edge has to do with: its process has an id of one, or a label names it.
function EdgeSymmetry({ template, edge }: { template: Template; edge: Edge }): JSX.Element | null {
  const owns = (set: SymmetrySet): boolean => !!set.elements[0]?.processes.some((p) => p.replace(/\(.*/, "") === template.name);
  const named = (set: SymmetrySet): boolean => edge.labels.some((l) => l.text.split(/\W+/).includes(set.name));
  const sets = (symmetryReport.value?.sets ?? []).filter((set) => !set.detected && (owns(set) || named(set)));
  if (sets.length === 0) return null;
  return (
    <div class="edge-symmetry">
      <p class="field-title">Symmetry</p>
      {sets.map((set) => {
        const broken = set.violations.some((v) => v.xpath.startsWith(`${edge.xpath}/`));
        return (
          <p key={set.name} class={broken ? "note warn" : "note"}>
            <Icon name={broken ? "warning" : "permute"} />
            <span>
              <code>{set.name}</code> is a scalarset of {set.size}.{" "}
              {broken ? "This edge tells its elements apart. " : set.reduced ? `An edge keeps its ${set.size}! symmetries while ids are only compared, copied and used as an index. ` : "It is not reduced, because of another place. "}
              {!set.reduced && <button class="link" onClick={() => show("symmetry")}>Why</button>}
            </span>
          </p>
        );
      })}
    </div>
  );
}

// One nail more, in the middle.
function withNail(template: Template, edge: Edge): Point[] {
  const points = edgePoints(edge, nodePlaces(template));
  if (!points) return edge.nails;
  const at = middle(points);
  const nails = [...edge.nails];
  nails.splice(Math.min(nearestStretch(points, at), nails.length), 0, { x: Math.round(at.x), y: Math.round(at.y) });
  return nails;
}

function Coordinate(props: { name: string; axis: string; value: number; put(value: number): unknown }): JSX.Element {
  return (
    <label class="coordinate">
      <span>{props.axis}</span>
      <input
        class="mono"
        type="number"
        aria-label={props.name}
        value={props.value}
        onChange={(e) => {
          const value = Math.round(Number(e.currentTarget.value));
          if (Number.isFinite(value) && value !== props.value) props.put(value);
        }}
      />
    </label>
  );
}

function LocationForm({ template, location, item }: { template: Template; location: Location; item: Selected }): JSX.Element {
  const index = template.locations.indexOf(location);
  const has = (kind: FieldKind): boolean => location.labels.some((l) => l.kind === kind);
  return (
    <>
      <Head icon="location" title="Location" note={`${index + 1} of ${template.locations.length} in ${template.name}`} item={item} />
      <fieldset disabled={model.value?.format !== "xml"}>
        <LabelField key={`${location.xpath}name`} {...{ template, owner: location, kind: "name" }} />
        <LabelField key={`${location.xpath}inv`} {...{ template, owner: location, kind: "invariant" }} />
        {has("exponentialrate") && <LabelField {...{ template, owner: location, kind: "exponentialrate" }} />}
        <div class="flags">
          <Flag title="Initial" hint="I" on={location.initial} set={() => edit({ op: "flag", xpath: location.xpath, flag: "initial", value: true })} fixed={location.initial} />
          <Flag title="Urgent" hint="U" on={location.urgent} set={() => edit(...toggleFlag(location, "urgent"))} />
          <Flag title="Committed" hint="C" on={location.committed} set={() => edit(...toggleFlag(location, "committed"))} />
        </div>
        <LabelField {...{ template, owner: location, kind: "comments" }} />
      </fieldset>
    </>
  );
}

function Flag(props: { title: string; hint: string; on: boolean; fixed?: boolean; set(): unknown }): JSX.Element {
  return (
    <label class="flag">
      <input type="checkbox" checked={props.on} disabled={props.fixed} onChange={() => props.set()} /> {props.title} <kbd>{props.hint}</kbd>
    </label>
  );
}

function TemplateForm({ template }: { template: Template }): JSX.Element {
  const textual = model.value?.format !== "xml";
  return (
    <>
      <Head icon="template" title={template.name || "Template"} note={`${template.locations.length} locations, ${template.edges.length} edges`} />
      <fieldset disabled={textual}>
        <div class="label-field">
          <p class="field-title">Name</p>
          <CodeField
            key={`${template.xpath}name`} readOnly={textual} label="Template name" value={template.name} problems={problemsAt(template.name_xpath)}
            commit={(text) => edit({ op: "name", xpath: template.xpath, text })}
          />
        </div>
        <div class="label-field">
          <p class="field-title">Parameters</p>
          <CodeField
            key={`${template.xpath}parameter`} readOnly={textual} label="Parameters" value={template.parameter?.text ?? ""} placeholder="const id_t id"
            problems={problemsAt(template.parameter?.xpath ?? "-")} completions={() => namesIn(template)}
            commit={(text) => edit({ op: "text", xpath: `${template.xpath}/parameter`, text })}
          />
        </div>
      </fieldset>
      <div class="row">
        <button class="button" onClick={() => void exportSvg(template)}><Icon name="download" /> Export SVG</button>
        {!textual && (
          <button class="button" onClick={() => void edit({ op: "delete", xpath: template.xpath })}><Icon name="trash" /> Delete template</button>
        )}
      </div>
      <p class="note">{textual ? "This model is a text: it is edited below the drawing." : "Select a location or an edge to see its labels. Double-click a label to edit it in place."}</p>
    </>
  );
}

async function exportSvg(template: Template): Promise<void> {
  try {
    const { svg } = await call("export/template", { model: model.value!.model, template: template.name });
    downloadText(`${template.name}.svg`, svg, "image/svg+xml");
  } catch (error) {
    report(error);
  }
}
