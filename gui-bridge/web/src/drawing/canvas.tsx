// A pane to draw in: pan by dragging the ground or by the wheel, zoom by Ctrl and the wheel or by pinching. The zoom is
// written straight into the <g>, so that panning draws nothing anew.
import { signal, type Signal } from "@preact/signals";
import { select } from "d3-selection";
import { zoom, zoomIdentity, zoomTransform, type ZoomBehavior } from "d3-zoom";
import type { ComponentChildren, JSX, RefObject } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import type { Point } from "../protocol/types.ts";
import type { Box } from "./geometry.ts";

const smallest = 0.1;
const largest = 4;

const largestFit = 1.25;
const smallestRevealed = 0.5;

// What floating bars and the legend hide; in a low canvas nothing more is left free.
function insets(height: number): { top: number; bottom: number } {
  const low = height < 400;
  return { top: low ? 54 : 64, bottom: low ? 50 : 44 };
}

export class CanvasView {
  readonly scale: Signal<number> = signal(1);
  readonly sight: Signal<Box | null> = signal(null); // the part of the drawing in sight
  side = 24; // pixels left free on both sides
  least = smallest; // a drawing that would have to be smaller than this to fit is shown in part …
  leastWide = smallest; // … or than this, if it is its width that does not fit: then there is room to follow an edge …
  readable = smallest; // … at this size
  boxAt: ((scale: number) => Box) | null = null; // what the drawing takes at a scale: its texts do not shrink with it
  svg: SVGSVGElement | null = null;
  private behaviour: ZoomBehavior<SVGSVGElement, unknown> | null = null;
  private isWhole = false; // all of it is in sight
  private moved = false; // by the user: then a new size does not fit again

  attach(svg: SVGSVGElement, group: SVGGElement, ground: SVGElement | null): () => void {
    this.svg = svg;
    const behaviour = zoom<SVGSVGElement, unknown>()
      .scaleExtent([smallest, largest])
      .filter((event: Event) => this.wants(event))
      .on("zoom", ({ transform, sourceEvent }) => {
        group.setAttribute("transform", transform.toString());
        ground?.setAttribute("patternTransform", transform.toString());
        this.scale.value = transform.k;
        this.sight.value = this.window();
        if (sourceEvent) this.moved = true;
        this.isWhole = false;
      });
    this.behaviour = behaviour;
    const pan = (event: WheelEvent): void => {
      if (event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      this.moved = true;
      this.panBy(-event.deltaX, -event.deltaY);
    };
    select(svg).call(behaviour).on("dblclick.zoom", null);
    svg.addEventListener("wheel", pan, { passive: false });
    return () => svg.removeEventListener("wheel", pan);
  }

  // Dragging starts on the ground only: locations and labels have their own.
  private wants(event: Event): boolean {
    if (event.type === "wheel") return (event as WheelEvent).ctrlKey || (event as WheelEvent).metaKey;
    const { button = 0, shiftKey, ctrlKey, metaKey } = event as MouseEvent;
    if (shiftKey || ctrlKey || metaKey) return false; // selecting, not panning
    return button === 1 || (button === 0 && !(event.target as Element).closest("[data-drag]"));
  }

  panBy(x: number, y: number): void {
    if (!this.svg || !this.behaviour) return;
    const t = zoomTransform(this.svg);
    this.behaviour.transform(select(this.svg), zoomIdentity.translate(t.x + x, t.y + y).scale(t.k));
  }

  zoomBy(factor: number): void {
    if (this.svg && this.behaviour) this.behaviour.scaleBy(select(this.svg), factor);
  }

  // `whole`: also where that makes it too small to read.
  fit(box: Box, whole = false): void {
    if (!this.svg || !this.behaviour) return;
    const { width, height } = this.svg.getBoundingClientRect();
    if (width === 0 || height === 0) return;
    const side = Math.min(this.side, 0.3 * width);
    const inset = { ...insets(height), left: side, right: side };
    const room = { width: width - inset.left - inset.right, height: height - inset.top - inset.bottom };
    const wide = (b: Box): number => room.width / (b.right - b.left);
    const high = (b: Box): number => room.height / (b.bottom - b.top);
    const scaleFor = (b: Box): number => Math.min(largestFit, wide(b), high(b));
    let all = scaleFor(box);
    for (let i = 0; i < 3 && this.boxAt; i++) all = scaleFor(this.boxAt(all));
    if (this.boxAt) {
      all = Math.min(all, scaleFor(this.boxAt(all))); // where labels come and go it may swing
      box = this.boxAt(all);
    }
    const least = wide(box) < high(box) ? this.leastWide : this.least;
    const k = all < least && !whole ? this.readable : all;
    const x = inset.left + room.width / 2 - (k * (box.left + box.right)) / 2;
    const y = inset.top + room.height / 2 - (k * (box.top + box.bottom)) / 2;
    this.behaviour.transform(select(this.svg), zoomIdentity.translate(x, y).scale(k));
    this.moved = false;
    this.isWhole = k === all;
  }

  refit(box: Box): void {
    if (!this.moved) this.fit(box);
  }

  // The part of the drawing that is in sight.
  window(): Box {
    if (!this.svg) return { left: 0, top: 0, right: 0, bottom: 0 };
    const t = zoomTransform(this.svg);
    const { width, height } = this.svg.getBoundingClientRect();
    return { left: -t.x / t.k, top: -t.y / t.k, right: (width - t.x) / t.k, bottom: (height - t.y) / t.k };
  }

  // Moves as little as needed to have `box` in sight; what is too wide for that becomes smaller, within reason.
  reveal(box: Box): void {
    if (!this.svg) return;
    const { width, height } = this.svg.getBoundingClientRect();
    const free = Math.min(this.side, 0.3 * width);
    const wide = (width - 2 * free) / (box.right - box.left);
    if (wide < zoomTransform(this.svg).k && wide > smallestRevealed) this.zoomBy(wide / zoomTransform(this.svg).k);
    const w = this.window();
    const k = zoomTransform(this.svg).k;
    const inset = insets(height);
    const side = free / k;
    const top = (inset.top + 20) / k; // with names and labels
    const bottom = inset.bottom / k;
    if (this.isWhole) return; // where fitting put it
    const by = (low: number, high: number, from: number, to: number): number => {
      if (high - low > to - from) return (from + to - low - high) / 2; // it does not fit: the same is missing on both sides
      return low < from ? from - low : high > to ? to - high : 0;
    };
    const x = by(box.left, box.right, w.left + side, w.right - side) * k;
    const y = by(box.top, box.bottom, w.top + top, w.bottom - bottom) * k;
    if (x || y) this.panBy(x, y);
  }

  toDrawing(event: { clientX: number; clientY: number }): Point {
    const t = zoomTransform(this.svg!);
    const { left, top } = this.svg!.getBoundingClientRect();
    return { x: (event.clientX - left - t.x) / t.k, y: (event.clientY - top - t.y) / t.k };
  }

  toScreen(p: Point): Point {
    if (!this.svg) return p;
    const t = zoomTransform(this.svg);
    return { x: p.x * t.k + t.x, y: p.y * t.k + t.y };
  }
}

interface Props {
  canvas: CanvasView;
  box: Box; // of everything drawn: fitted when `fitKey` changes
  fitKey: string;
  ground: "grid" | "dots";
  label: string;
  class?: string;
  children: ComponentChildren;
  onResize?: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  onPointerDown?: (event: PointerEvent) => void;
  onPointerMove?: (event: PointerEvent) => void;
  onPointerUp?: (event: PointerEvent) => void;
  onDblClick?: (event: MouseEvent) => void;
}

export function Canvas(props: Props): JSX.Element {
  const svg = useRef<SVGSVGElement>(null);
  const group = useRef<SVGGElement>(null);
  const pattern = useRef<SVGPatternElement>(null);
  const id = useId();
  const { canvas, box } = props;
  const latest = useRef(box);
  latest.current = box;
  const resized = useRef(props.onResize);
  resized.current = props.onResize; // as it is now, not as it was when the canvas was made
  useEffect(() => canvas.attach(svg.current!, group.current!, pattern.current), [canvas]);
  useEffect(() => canvas.fit(latest.current), [canvas, props.fitKey]);
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      canvas.refit(latest.current);
      canvas.sight.value = canvas.window();
      resized.current?.();
    });
    observer.observe(svg.current!);
    return () => observer.disconnect();
  }, [canvas]);
  return (
    <svg
      ref={svg}
      class={`canvas ${props.class ?? ""}`}
      role="group"
      aria-label={props.label}
      tabindex={0}
      onKeyDown={props.onKeyDown}
      onPointerDown={props.onPointerDown}
      onPointerMove={props.onPointerMove}
      onPointerUp={props.onPointerUp}
      onDblClick={props.onDblClick}
    >
      <Ground id={id} kind={props.ground} pattern={pattern} />
      <rect width="100%" height="100%" fill={`url(#${id})`} />
      <g ref={group}>{props.children}</g>
    </svg>
  );
}

export const gridSize = 17;

function Ground({ id, kind, pattern }: { id: string; kind: "grid" | "dots"; pattern: RefObject<SVGPatternElement> }): JSX.Element {
  const five = gridSize * 5;
  return (
    <defs>
      <pattern id={id} ref={pattern} width={five} height={five} patternUnits="userSpaceOnUse">
        {kind === "grid" ? (
          <>
            <path class="grid" d={[1, 2, 3, 4].map((i) => `M${i * gridSize},0V${five}M0,${i * gridSize}H${five}`).join("")} />
            <path class="grid fifth" d={`M0,0V${five}M0,0H${five}`} />
          </>
        ) : (
          [0, 1, 2, 3, 4].flatMap((i) => [0, 1, 2, 3, 4].map((j) => <circle class="grid-dot" cx={i * gridSize + 1} cy={j * gridSize + 1} r="0.9" />))
        )}
      </pattern>
    </defs>
  );
}
