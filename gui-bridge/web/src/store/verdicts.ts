// What a verdict says of a query.
import type { Verdict } from "../protocol/types.ts";

// What is known of a query belongs to its formula, not to its place in the list: queries come and go, also by undo, while
// others run. Equal formulas are told apart by their order.
export function keysOf(list: readonly { formula: string }[]): string[] {
  const seen = new Map<string, number>();
  return list.map(({ formula }) => {
    const before = seen.get(formula) ?? 0;
    seen.set(formula, before + 1);
    return `${before} ${formula}`;
  });
}

// Whether a verdict is the one that the query expects now; null: it is open. Without an expectation a satisfied query is
// what everybody hopes for (report/standing.h).
export function asExpected(verdict: Verdict, expect: Verdict | null): boolean | null {
  if (verdict !== "satisfied" && verdict !== "not-satisfied" && verdict !== "error") return null;
  const wanted = expect === "not-satisfied" || expect === "maybe-not-satisfied" ? "not-satisfied" : "satisfied";
  return verdict === wanted;
}

// What the last state of a trace means for its query. A trace from a file has no verdict: it is told by the formula what
// a trace of it can show.
export function endWord(verdict: Verdict | null, formula: string): string {
  const shows = verdict ?? (/^\s*A\s*(\[\]|<>)|-->/.test(formula) ? "not-satisfied" : "satisfied");
  return shows.endsWith("not-satisfied") ? "violated" : "reached";
}
