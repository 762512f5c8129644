// Numbers, sizes and exact times as people read them.

const thin = "\u2009";

export function count(value: number): string {
  return Math.round(value)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, thin);
}

// 1.3 M, 25 k, 840
export function short(value: number): string {
  if (value >= 1e6) return `${trim(value / 1e6)} M`;
  if (value >= 1e3) return `${trim(value / 1e3)} k`;
  return trim(value);
}

function trim(value: number): string {
  return value >= 100 || Number.isInteger(value) ? Math.round(value).toString() : value.toFixed(1).replace(/\.0$/, "");
}

export function seconds(value: number): string {
  if (value < 0.00005) return "0 ms";
  if (value < 0.00995) return `${(value * 1000).toFixed(1)} ms`;
  if (value < 0.9995) return `${Math.round(value * 1000)} ms`;
  if (value < 9.95) return `${value.toFixed(1)} s`;
  if (value < 120) return `${Math.round(value)} s`;
  return `${Math.floor(value / 60)} min ${Math.round(value % 60)} s`;
}

export function bytes(value: number): string {
  if (value >= 1e9) return `${trim(value / 1e9)} GB`;
  return value >= 1e6 ? `${trim(value / 1e6)} MB` : `${Math.max(1, Math.round(value / 1e3))} kB`;
}

export function plural(n: number, one: string, many = `${one}s`): string {
  return `${count(n)} ${n === 1 ? one : many}`;
}

// "7/2" -> 3.5: for drawing only, the exact text is what is shown.
export function timeValue(time: string | null | undefined): number {
  if (!time) return 0;
  const [a, b] = time.split("/").map(Number);
  return b ? a / b : a;
}

export function timeText(time: string | null | undefined): string {
  if (!time) return "";
  return time.includes("/") && timeValue(time) % 0.25 === 0 ? String(timeValue(time)) : time;
}

function parts(time: string): [bigint, bigint] {
  const [a, b] = time.split("/");
  return [BigInt(a), BigInt(b ?? "1")];
}

// later - earlier, exactly.
export function timeBetween(earlier: string, later: string): string {
  const [a, b] = parts(earlier);
  const [c, d] = parts(later);
  let top = c * b - a * d;
  let bottom = b * d;
  let [x, y] = [top < 0n ? -top : top, bottom];
  while (y) [x, y] = [y, x % y];
  if (x > 1n) [top, bottom] = [top / x, bottom / x];
  return bottom === 1n ? `${top}` : `${top}/${bottom}`;
}

const subscripts = "₀₁₂₃₄₅₆₇₈₉";

// "S_3 on pid_t" -> "S₃ on pid_t"
export function groupText(group: string): string {
  return group.replace(/_(\d+)\b/g, (_, digits: string) => [...digits].map((d) => subscripts[Number(d)]).join("")).replace(/ x /g, " × ");
}

// A hint of the server as a sentence.
export const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?!]$/.test(text) ? "" : "."}`;
