// A small form that a button opens: Esc and a click elsewhere close it, and the button has the focus again after Esc.
import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";

export function useClosing(whole: RefObject<HTMLElement>, isOpen: boolean, close: () => void): void {
  useEffect(() => {
    if (!isOpen) return;
    const outside = (event: PointerEvent): void => {
      if (!whole.current?.contains(event.target as Node)) close();
    };
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || !whole.current?.contains(document.activeElement)) return;
      event.stopPropagation();
      close();
      whole.current.querySelector("button")?.focus();
    };
    document.addEventListener("pointerdown", outside, true);
    document.addEventListener("keydown", escape, true);
    return () => {
      document.removeEventListener("pointerdown", outside, true);
      document.removeEventListener("keydown", escape, true);
    };
  }, [isOpen]);
}
