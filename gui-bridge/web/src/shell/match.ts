// How well a text answers what was typed: every word has to occur; earlier and at the start of words is better.

export interface Match {
  score: number;
  ranges: [number, number][]; // what to set in bold
}

export function match(text: string, typed: string): Match | null {
  const low = text.toLowerCase();
  const ranges: [number, number][] = [];
  let score = 0;
  for (const word of typed.toLowerCase().split(/\s+/).filter(Boolean)) {
    const at = low.indexOf(word);
    if (at < 0) return null;
    const startsWord = at === 0 || !/\w/.test(low[at - 1]);
    score += (startsWord ? 100 : 20) - Math.min(at, 50) / 10;
    ranges.push([at, at + word.length]);
  }
  ranges.sort((a, b) => a[0] - b[0]);
  return { score, ranges };
}
