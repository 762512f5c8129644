// What belongs to the page as a whole: the connection, the view, the theme, what has to be said to the user.
import { batch, computed, signal } from "@preact/signals";
import { Connection, Disconnected, RpcError, type ConnectionState } from "../protocol/connection.ts";
import type { InitializeResult, Methods } from "../protocol/types.ts";

export type View = "editor" | "simulator" | "verifier" | "symmetry";
const allViews: readonly View[] = ["editor", "simulator", "verifier", "symmetry"];

export const connectionState = signal<ConnectionState>({ kind: "connecting" });
export const online = computed(() => connectionState.value.kind === "open");
export const server = signal<InitializeResult | null>(null);

export interface Notice {
  text: string;
  bad: boolean;
  actions: { title: string; run(): void }[];
}
export const notice = signal<Notice | null>(null);

// Spoken, not shown: a polite and an assertive live region read these.
export const announcement = signal("");
export const alarm = signal("");

// --- what the address keeps: #view=simulator&file=fischer.xml

function fromAddress(name: string): string | null {
  return new URLSearchParams(location.hash.slice(1)).get(name);
}

export function toAddress(name: string, value: string | null): void {
  const params = new URLSearchParams(location.hash.slice(1));
  if (value === null) params.delete(name);
  else params.set(name, value);
  history.replaceState(null, "", `#${params}`);
}

export const addressFile = (): string | null => fromAddress("file");

function firstView(): View {
  const name = fromAddress("view") as View | null;
  return name && allViews.includes(name) ? name : "editor";
}
export const view = signal<View>(firstView());

// Views whose methods the server has.
const needs: Record<View, string> = { editor: "model/render", simulator: "simulate/start", verifier: "verify/start", symmetry: "symmetry/report" };
export const views = computed<View[]>(() => allViews.filter((v) => server.value === null || server.value.methods.includes(needs[v])));

export function show(next: View): void {
  view.value = next;
  toAddress("view", next);
}

// --- theme

export type Theme = "light" | "dark";

// Storage may be switched off in the browser: then nothing is remembered.
export function remembered(key: string): string | null {
  try {
    return localStorage.getItem(`orbita.${key}`);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(`orbita.${key}`, value);
  } catch {
    /* not remembered */
  }
}

function firstTheme(): Theme {
  const kept = remembered("theme");
  if (kept === "light" || kept === "dark") return kept;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
export const theme = signal<Theme>(firstTheme());

export function toggleTheme(): void {
  theme.value = theme.value === "light" ? "dark" : "light";
  remember("theme", theme.value);
}

// A window below 1024 pixels shows one column, for reading only.
const narrowWindow = matchMedia("(max-width: 1023px)");
export const narrow = signal(narrowWindow.matches);
narrowWindow.addEventListener("change", () => (narrow.value = narrowWindow.matches));

// Whether single letters are commands (WCAG 2.1.4 asks for a way to switch them off).
export const letterKeys = signal(remembered("letters") !== "off");
export function toggleLetterKeys(): void {
  letterKeys.value = !letterKeys.value;
  remember("letters", letterKeys.value ? "on" : "off");
}

// --- connection

function address(): string {
  const token = new URLSearchParams(location.search).get("token");
  const query = token === null ? "" : `?token=${encodeURIComponent(token)}`;
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws${query}`;
}

const openers: (() => void)[] = [];

// Runs after every opening of the connection: the server has forgotten everything.
export function onConnected(action: () => void): void {
  openers.push(action);
}

export const connection = new Connection(
  address(),
  (state) => (connectionState.value = state),
  () => void connected(),
);

async function connected(): Promise<void> {
  try {
    server.value = await connection.request("initialize", { client: "page", protocol: 1 });
  } catch (error) {
    return report(error);
  }
  if (!views.value.includes(view.value)) show("editor");
  batch(() => openers.forEach((open) => open()));
}

export function call<M extends keyof Methods>(method: M, params: Methods[M]["params"]): Promise<Methods[M]["result"]> {
  return connection.request(method, params);
}

export function say(text: string): void {
  announcement.value = text;
}

// Shows what went wrong. A lost connection is shown by the status bar already.
export function report(error: unknown, actions: Notice["actions"] = []): void {
  if (error instanceof Disconnected) return;
  if (error instanceof RpcError && error.code === -32006) return; // cancelled, by us
  const text = error instanceof Error ? error.message : String(error);
  if (!(error instanceof RpcError)) console.warn(error);
  batch(() => {
    notice.value = { text, bad: true, actions };
    alarm.value = text;
  });
}

export function inform(text: string, actions: Notice["actions"] = []): void {
  notice.value = { text, bad: false, actions };
  say(text);
}
