// The floating bars over the canvas: tools on the left, zoom on the right, the legend below.
import type { JSX } from "preact";
import { Icon, type IconName } from "../common/icons.tsx";
import { gridSize, type CanvasView } from "../drawing/canvas.tsx";
import type { Box } from "../drawing/geometry.ts";
import { chooseTool } from "./editor_canvas.tsx";
import { tool, type Tool } from "./state.ts";

const tools: { tool: Tool; title: string; key: string; icon: IconName }[] = [
  { tool: "select", title: "Select", key: "V", icon: "pointer" },
  { tool: "location", title: "Location", key: "L", icon: "location" },
  { tool: "edge", title: "Edge", key: "E", icon: "edge" },
  { tool: "nail", title: "Nail", key: "N", icon: "nail" },
];

const legend = [
  ["select", "select"], ["guard", "guard"], ["synchronisation", "sync"], ["assignment", "update"], ["invariant", "invariant"],
] as const;

export function Toolbar({ canvas, box, textual }: { canvas: CanvasView; box: Box; textual: boolean }): JSX.Element {
  return (
    <>
      {!textual && (
        <div class="floating tools" role="toolbar" aria-label="Tools">
          {tools.map((t) => (
            <button key={t.tool} class="button quiet" aria-pressed={tool.value === t.tool} onClick={() => chooseTool(t.tool)}>
              <Icon name={t.icon} /> {t.title} <kbd>{t.key}</kbd>
            </button>
          ))}
        </div>
      )}
      {textual && <div class="floating tools"><p class="title">Laid out automatically <span>edit the text below</span></p></div>}
      <div class="floating zoom">
        <span class="note">Grid {gridSize}</span>
        <button class="button quiet icon" aria-label="Fit the drawing (Shift 1)" title="Fit (Shift 1)" onClick={() => canvas.fit(box)}>
          <Icon name="fit" />
        </button>
        <span class="percent">{Math.round(canvas.scale.value * 100)}%</span>
      </div>
      <div class="legend" aria-hidden="true">
        {legend.map(([kind, word]) => (
          <span key={kind}>
            <b style={{ color: `var(--${word})` }}>Aa</b> {word}
          </span>
        ))}
      </div>
    </>
  );
}
