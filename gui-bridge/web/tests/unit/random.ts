// Random numbers that can be had again: the seed is printed, and taken from ORBITA_SEED when that is set.
const seed = Number(process.env.ORBITA_SEED ?? Date.now() % 1_000_000_007);
console.log(`seed ${seed} (ORBITA_SEED)`);
let state = seed >>> 0;

export function random(): number {
  state = (state + 0x6d2b79f5) >>> 0;
  let t = Math.imul(state ^ (state >>> 15), state | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
}
