// A verdict as a word with a sign; colour never says it alone.
import type { JSX } from "preact";
import { short } from "../common/format.ts";
import { Icon } from "../common/icons.tsx";
import type { Verdict } from "../protocol/types.ts";
import { isStale, type RowState } from "../store/verifier.ts";

const words: Record<Verdict, string> = {
  satisfied: "Satisfied", "not-satisfied": "Not satisfied", "maybe-satisfied": "Maybe satisfied", "maybe-not-satisfied": "Maybe not satisfied",
  unknown: "Unknown", error: "Error", skipped: "Skipped",
};

export function VerdictChip({ verdict, stale }: { verdict: Verdict; stale?: boolean }): JSX.Element {
  const look = verdict === "satisfied" || verdict === "not-satisfied" || verdict === "error" ? verdict : "unknown";
  const icon = verdict === "satisfied" ? "check" : verdict === "not-satisfied" ? "cross" : verdict === "error" ? "error" : "location";
  return <span class={`chip ${look} ${stale ? "stale" : ""}`}><Icon name={icon} /> {words[verdict] ?? verdict}</span>;
}

export function RowChip({ row }: { row: RowState }): JSX.Element {
  if (row.kind === "decided") return <VerdictChip verdict={row.result.verdict} stale={isStale(row)} />;
  if (row.kind === "running") return <span class="chip running"><span class="spinner" /> Running</span>;
  if (row.kind === "queued") return <span class="chip queued"><Icon name="clock" /> Queued</span>;
  if (row.kind === "lost") return <span class="chip unknown"><Icon name="warning" /> Lost at {short(row.stored)} states</span>;
  return <span class="chip none">Not checked</span>;
}
