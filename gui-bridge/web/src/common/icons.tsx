// Small line drawings on a 16 x 16 field; always beside a word or with an accessible name of the button around them.
import type { JSX } from "preact";

const strokes = {
  permute: "M2 4h2.5c3.5 0 3.5 8 7 8H14M2 12h2.5c3.5 0 3.5-8 7-8H14M12 2l2 2-2 2M12 10l2 2-2 2",
  search: "M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM10.7 10.7 14 14",
  moon: "M13 9.5A5.5 5.5 0 0 1 6.5 3 5.5 5.5 0 1 0 13 9.5Z",
  sun: "M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8 1.5v1.5M8 13v1.5M1.5 8H3M13 8h1.5M3.4 3.4l1 1M11.6 11.6l1 1M12.6 3.4l-1 1M4.4 11.6l-1 1",
  plus: "M8 3v10M3 8h10",
  minus: "M3 8h10",
  cross: "M4 4l8 8M12 4l-8 8",
  check: "M3 8.5 6.5 12 13 4.5",
  warning: "M8 2 14.5 13.5h-13ZM8 6.5v3.2M8 11.6v.2",
  error: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 5v3.6M8 10.8v.2",
  right: "M6 3.5 10.5 8 6 12.5",
  down: "M3.5 6 8 10.5 12.5 6",
  arrow: "M2.5 8h11M9.5 4 13.5 8l-4 4",
  edge: "M3 13 13 3M6.5 3H13v6.5",
  location: "M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11Z",
  nail: "M2.5 12.5 8 4l5.5 8.5M6.3 4a1.7 1.7 0 1 0 3.4 0 1.7 1.7 0 0 0-3.4 0Z",
  pointer: "M4 2.5 13 7.5 9 9l-1.7 4.5Z",
  code: "M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5",
  template: "M4 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM12 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM6 8h4",
  lines: "M2.5 4h11M2.5 8h11M2.5 12h7",
  fit: "M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10",
  branch: "M4.5 2.5v11M4.5 9c5 0 6-1.5 6-4.5M8.5 6l2-2 2 2",
  download: "M8 2.5v8M4.5 7.5 8 11l3.5-3.5M2.5 13.5h11",
  upload: "M8 11V3M4.5 6 8 2.5 11.5 6M2.5 13.5h11",
  clock: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 4.5V8l2.3 1.6",
  external: "M9.5 2.5h4v4M13.5 2.5 7.5 8.5M11.5 9.5v4h-9v-9h4",
  swap: "M2.5 4.5c6 0 5 7 11 7M2.5 11.5c6 0 5-7 11-7",
  bulb: "M6 12.5h4M6.5 14.5h3M8 1.8a4.2 4.2 0 0 0-2.4 7.6c.5.4.7.9.7 1.6h3.4c0-.7.2-1.2.7-1.6A4.2 4.2 0 0 0 8 1.8Z",
  undo: "M6 3 2.5 6.5 6 10M2.5 6.5H10a3.5 3.5 0 0 1 0 7H7",
  redo: "M10 3l3.5 3.5L10 10M13.5 6.5H6a3.5 3.5 0 0 0 0 7h3",
  trash: "M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.5 9h6l.5-9",
  dice: "M3 3h10v10H3ZM6 6v.1M10 10v.1M10 6v.1M6 10v.1",
  file: "M4 1.8h5l3.5 3.5v9H4ZM9 1.8v3.5h3.5",
} as const;

const solids = {
  play: "M4.5 3v10l8.5-5Z",
  pause: "M4 3h3v10H4ZM9 3h3v10H9Z",
  stop: "M4 4h8v8H4Z",
  first: "M7.5 3.5v9L2 8ZM14 3.5v9L8.5 8Z",
  previous: "M13 3v10L5.5 8ZM3 3h1.8v10H3Z",
  next: "M3 3v10l7.5-5ZM11.2 3H13v10h-1.8Z",
  last: "M8.5 3.5v9L14 8ZM2 3.5v9L7.5 8Z",
} as const;

export type IconName = keyof typeof strokes | keyof typeof solids;

export function Icon({ name }: { name: IconName }): JSX.Element {
  if (name in solids) {
    return (
      <svg class="icon solid" viewBox="0 0 16 16" aria-hidden="true">
        <path d={solids[name as keyof typeof solids]} />
      </svg>
    );
  }
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={strokes[name as keyof typeof strokes]} />
    </svg>
  );
}

export function Logo(): JSX.Element {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <ellipse cx="12" cy="12" rx="10.5" ry="5" fill="none" stroke="var(--text)" stroke-width="1.4" transform="rotate(-28 12 12)" />
      <circle cx="12" cy="12" r="4.2" fill="var(--accent)" />
      <circle cx="20.4" cy="7" r="1.9" fill="var(--now-fill)" />
    </svg>
  );
}
