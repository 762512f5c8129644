// JSON-RPC over one WebSocket, which is opened again whenever it is lost. A session of the server ends with its
// connection: `onOpen` runs after every opening, and has to rebuild what it needs.
import type { Methods, Notifications } from "./types.ts";

export class RpcError extends Error {
  constructor(
    message: string,
    readonly code: number,
    readonly data: { kind?: string; diagnostics?: unknown } | undefined,
  ) {
    super(message);
  }
}

// The request was under way, or could not be sent, when the connection was lost.
export class Disconnected extends Error {
  constructor() {
    super("no connection to the server");
  }
}

export type ConnectionState =
  | { kind: "connecting" }
  | { kind: "open" }
  // Milliseconds since 1970; refused: a server is there, but not for this page.
  | { kind: "closed"; retryAt: number; refused: boolean };

interface Pending {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

type Handler<N extends keyof Notifications> = (params: Notifications[N]) => void;

const firstRetry = 500;
const slowestRetry = 8000;

export class Connection {
  private socket: WebSocket | null = null;
  private refused = false; // by the server that is there now
  private nextId = 1;
  private retry = firstRetry;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pending = new Map<number, Pending>();
  private handlers = new Map<string, Set<(params: never) => void>>();

  constructor(
    private readonly address: string,
    private readonly onState: (state: ConnectionState) => void,
    private readonly onOpen: () => void,
  ) {}

  connect(): void {
    clearTimeout(this.timer);
    if (!this.refused) this.onState({ kind: "connecting" });
    const socket = new WebSocket(this.address);
    this.socket = socket;
    let wasOpen = false;
    socket.onopen = () => {
      wasOpen = true;
      this.refused = false;
      this.retry = firstRetry;
      this.onState({ kind: "open" });
      this.onOpen();
    };
    socket.onmessage = (event) => this.receive(JSON.parse(event.data as string));
    socket.onclose = () => this.lost(wasOpen);
  }

  request<M extends keyof Methods>(method: M, params: Methods[M]["params"]): Promise<Methods[M]["result"]> {
    return this.cancellable(method, params).result;
  }

  // A request that can be told to stop; the result then fails with code -32006.
  cancellable<M extends keyof Methods>(
    method: M,
    params: Methods[M]["params"],
  ): { result: Promise<Methods[M]["result"]>; cancel(): void } {
    const socket = this.socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) {
      return { result: Promise.reject(new Disconnected()), cancel: () => {} };
    }
    const id = this.nextId++;
    const result = new Promise<Methods[M]["result"]>((resolve, reject) => {
      this.pending.set(id, { resolve: resolve as (result: unknown) => void, reject });
    });
    socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    const cancel = (): void => {
      if (!this.pending.has(id) || socket.readyState !== WebSocket.OPEN) return;
      socket.send(JSON.stringify({ jsonrpc: "2.0", method: "$/cancelRequest", params: { id } }));
    };
    return { result, cancel };
  }

  on<N extends keyof Notifications>(method: N, handler: Handler<N>): () => void {
    const handlers = this.handlers.get(method) ?? new Set();
    this.handlers.set(method, handlers);
    handlers.add(handler as (params: never) => void);
    return () => handlers.delete(handler as (params: never) => void);
  }

  private receive(message: { id?: number; method?: string; params?: unknown; result?: unknown; error?: { code: number; message: string; data?: {} } }): void {
    if (message.method !== undefined) {
      for (const handler of this.handlers.get(message.method) ?? []) handler(message.params as never);
      return;
    }
    const pending = message.id === undefined ? undefined : this.pending.get(message.id);
    if (!pending) return;
    this.pending.delete(message.id!);
    if (message.error) pending.reject(new RpcError(message.error.message, message.error.code, message.error.data));
    else pending.resolve(message.result);
  }

  private lost(wasOpen: boolean): void {
    this.socket = null;
    for (const { reject } of this.pending.values()) reject(new Disconnected());
    this.pending.clear();
    const closed = { kind: "closed" as const, retryAt: Date.now() + this.retry, refused: this.refused };
    this.onState(closed);
    if (!wasOpen) void this.askWhy(closed);
    this.timer = setTimeout(() => this.connect(), this.retry);
    this.retry = Math.min(this.retry * 2, slowestRetry);
  }

  // A browser does not say why a WebSocket was not opened; a server with another token refuses everything.
  private async askWhy(closed: ConnectionState & { kind: "closed" }): Promise<void> {
    const status = await fetch("/", { method: "HEAD" }).then((answer) => answer.status, () => 0);
    this.refused = status === 403;
    if (!this.socket) this.onState({ ...closed, refused: this.refused });
  }
}
