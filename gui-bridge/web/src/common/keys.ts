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

export function isTyping(target: EventTarget | null): boolean {
  const element = target as HTMLElement | null;
  return !!element?.closest?.("input, textarea, select, [contenteditable='true']");
}

// A single letter without Ctrl or Alt: only a command while a canvas or a list has the focus, never while typing.
export function isLetter(name: string): boolean {
  return /^(Shift )?[A-Z0-9\[\]+\-\\]$/.test(name);
}

// Enter and Space belong to a button or link that has the focus.
function isForControl(event: Pick<KeyboardEvent, "key" | "target" | "ctrlKey" | "metaKey">): boolean {
  if ((event.key !== "Enter" && event.key !== " ") || event.ctrlKey || event.metaKey) return false;
  return !!(event.target as HTMLElement | null)?.closest?.("button, a[href], summary");
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
