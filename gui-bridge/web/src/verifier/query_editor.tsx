// The chosen query: its formula, its comment, and what is expected of it.
import type { JSX } from "preact";
import { CodeField } from "../common/code_field.tsx";
import { Icon } from "../common/icons.tsx";
import type { ModelQuery, Verdict } from "../protocol/types.ts";
import { edit, model, names } from "../store/model.ts";
import { Problem } from "../editor/label_field.tsx";
import { problemsBelow } from "../editor/state.ts";
import { changeOwn, checkSelected, isOwn, queries, removeQuery, rowOf, selectedQuery } from "../store/verifier.ts";

const choices: [Verdict | null, string][] = [["satisfied", "satisfied"], ["not-satisfied", "not satisfied"], [null, "nothing"]];

export function QueryEditor(): JSX.Element | null {
  const query = queries.value.find((q) => q.index === selectedQuery.value);
  if (!query) return null;
  const row = rowOf(query.index);
  const locked = row.kind === "running" || row.kind === "queued";
  const note = locked ? "locked while it runs" : isOwn(query) ? "kept in this page, not in the model" : "";
  const problems = query.xpath ? problemsBelow(query.xpath) : [];
  return (
    <div class="query-editor">
      <div class="spread">
        <h2 class="head big">Query {query.index} {note && <span class="note">{note}</span>}</h2>
        <span class="row">
          {query.xpath && (
            <>
              <span class="note">Expect</span>
              <span class="segmented" role="group" aria-label="Expected verdict">
                {choices.map(([value, title]) => (
                  <button key={title} disabled={locked} aria-pressed={query.expect === value} onClick={() => void edit({ op: "query", xpath: query.xpath, expect: value })}>{title}</button>
                ))}
              </span>
            </>
          )}
          <button class="button quiet icon" aria-label="Remove this query" title="Remove (Delete)" disabled={locked} onClick={() => void removeQuery(query)}><Icon name="trash" /></button>
        </span>
      </div>
      <CodeField
        key={`${model.value?.model}${query.index}`} class="formula-field" label={`Formula of query ${query.index}`} value={query.formula} readOnly={locked} problems={problems}
        completions={() => names.value} commit={(text) => change(query, { formula: text })} onDone={() => void checkSelected()}
      />
      {problems.map((p, i) => <Problem key={i} problem={p} />)}
      {query.xpath && (
        <input
          class="field" aria-label="Comment" placeholder="What the query says, in words" value={query.comment} disabled={locked}
          onChange={(e) => void change(query, { comment: e.currentTarget.value })}
        />
      )}
    </div>
  );
}

async function change(query: ModelQuery, part: { formula?: string; comment?: string }): Promise<void> {
  if (query.xpath) await edit({ op: "query", xpath: query.xpath, ...part });
  else changeOwn(query, part);
}
