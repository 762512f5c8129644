// Which variables the table of a state shows in one row.

// "Gate.list[2]" -> "Gate.list": cells of an array are one row.
export const arrayOf = (name: string): string | null => /^(.*)\[\d+\]$/.exec(name)?.[1] ?? null;

// Runs of variables that are shown together: [first, last] by position.
export function arrays(names: readonly string[]): [number, number][] {
  const found: [number, number][] = [];
  names.forEach((name, i) => {
    const base = arrayOf(name);
    const last = found.at(-1);
    if (base !== null && last && arrayOf(names[last[0]]) === base) last[1] = i;
    else found.push([i, i]);
  });
  return found;
}
