// A list of rows of one height, of which only those in sight exist. Arrow keys move the chosen row; it stays in sight.
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

interface Props {
  count: number;
  rowHeight: number;
  chosen?: number; // kept in sight
  label: string;
  role: "listbox" | "table" | "list";
  class?: string;
  row(index: number): ComponentChildren;
  onKeyDown?(event: KeyboardEvent): void;
  activeId?: string;
}

const beyond = 8; // rows drawn above and below

export function VirtualList(props: Props): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(400);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setHeight(entry.contentRect.height));
    observer.observe(host.current!);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const element = host.current!;
    if (props.chosen === undefined) return;
    const at = props.chosen * props.rowHeight;
    if (at < element.scrollTop) element.scrollTop = at;
    else if (at + props.rowHeight > element.scrollTop + element.clientHeight) element.scrollTop = at + props.rowHeight - element.clientHeight;
  }, [props.chosen, props.count, height]);
  const first = Math.max(0, Math.floor(top / props.rowHeight) - beyond);
  const last = Math.min(props.count, Math.ceil((top + height) / props.rowHeight) + beyond);
  const rows = [];
  for (let i = first; i < last; i++) rows.push(props.row(i));
  return (
    <div
      ref={host}
      class={`virtual ${props.class ?? ""}`}
      role={props.role}
      aria-label={props.label}
      aria-activedescendant={props.activeId}
      tabIndex={0}
      onScroll={(e) => setTop(e.currentTarget.scrollTop)}
      onKeyDown={props.onKeyDown}
    >
      <div role="presentation" style={{ height: `${first * props.rowHeight}px` }} />
      {rows}
      <div role="presentation" style={{ height: `${(props.count - last) * props.rowHeight}px` }} />
    </div>
  );
}
