// What the status bar says about the run.
import { computed } from "@preact/signals";
import { count, groupText, plural, seconds } from "../common/format.ts";
import { run } from "../store/simulation.ts";
import { report } from "../store/symmetry.ts";
import { rowWith } from "../store/verifier.ts";
import { visibleColumns } from "./columns.ts";

export const simulatorStatus = computed<string[]>(() => {
  const now = run.value;
  if (!now) return [];
  const row = now.source?.query ? rowWith(now.source.query) : null;
  const facts = row?.kind === "decided" ? `${count(row.result.stored ?? 0)} states stored, ${seconds(row.result.seconds ?? 0)}` : "";
  const { from, to } = visibleColumns.value;
  const window = now.states.length > 60 ? `states ${count(from)} to ${count(to)} drawn` : "";
  const group = report.value?.group ? `Symmetry ${groupText(report.value.group)}` : "";
  return [facts, window, plural(now.names.processes.length, "process", "processes"), group].filter(Boolean);
});
