// Keys as GUI users write them ("Ctrl K", "Shift F8"), and who gets them. Ctrl is Cmd on a Mac.

export interface KeyCommand {
  keys: string; // alternatives are separated by " or "
  title: string;
  run(event: KeyboardEvent): void;
  when?(): boolean;
}

const words: Record<string, string> = {
  ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": "Space", Escape: "Esc",
};

// What an event is called: modifiers in the order Ctrl, Alt, Shift, then the key. Shift is left out for signs that are
// typed with it ("+"), but kept for letters, digits and named keys.
export function keyName(event: Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">): string {
  let key = words[event.key] ?? event.key;
  const digit = /^Digit(\d)$/.exec(event.code);
  if (digit && event.shiftKey) key = digit[1];
  if (key.length === 1) key = key.toUpperCase();
  const shifted = event.shiftKey && (key.length > 1 || /[A-Z0-9←→↑↓]/.test(key));
  return [event.ctrlKey || event.metaKey ? "Ctrl" : "", event.altKey ? "Alt" : "", shifted ? "Shift" : "", key].filter(Boolean).join(" ");
}

type KeyAt = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "target">;

// Keys that type, or move a cursor or a handle, belong to the field that has the focus; commands with Ctrl or F keys do not.
export function isForField(event: KeyAt): boolean {
  const field = (event.target as HTMLElement | null)?.closest?.("input, textarea, select, [contenteditable='true']");
  if (!field) return false;
  const name = keyName(event);
  const kind = field.tagName === "INPUT" ? (field as HTMLInputElement).type : "text";
  if (kind === "checkbox" || kind === "radio") return false;
  if (kind === "range") return /^(Shift )?([←→↑↓]|Home|End|PageUp|PageDown)$/.test(name);
  const isOwnUndo = /^Ctrl (Shift )?[ZY]$/.test(name) && field.getAttribute("contenteditable") === null;
  return isOwnUndo || !/^(Ctrl |(Shift )?F\d|Esc$)/.test(name);
}

// A single letter without Ctrl or Alt: only a command while a canvas or a list has the focus, never while typing.
export function isLetter(name: string): boolean {
  return /^(Shift )?[A-Z0-9\[\]+\-\\]$/.test(name);
}

// Enter and Space belong to a button, a link or a check box that has the focus.
function isForControl(event: Pick<KeyboardEvent, "key" | "target" | "ctrlKey" | "metaKey">): boolean {
  if ((event.key !== "Enter" && event.key !== " ") || event.ctrlKey || event.metaKey) return false;
  return !!(event.target as HTMLElement | null)?.closest?.("button, a[href], summary, input[type=checkbox]");
}

export function dispatchKey(event: KeyboardEvent, commands: readonly KeyCommand[], letters: boolean): boolean {
  const name = keyName(event);
  if ((isLetter(name) && !letters) || isForControl(event)) return false;
  const command = commands.find((c) => c.keys.split(" or ").includes(name) && (c.when?.() ?? true));
  if (!command) return false;
  event.preventDefault();
  event.stopPropagation();
  command.run(event);
  return true;
}
