// What the server keeps for this page until it is told that nobody needs it any more: traces and simulations. Several
// places may hold the same one; the last to let go closes it.
import { call, onConnected, online } from "./app.ts";

class Held {
  private holders = new Map<string, number>();

  constructor(private readonly close: (id: string) => Promise<unknown>) {
    onConnected(() => this.holders.clear()); // a new session has none of them, and may use their names again
  }

  hold(id: string | null | undefined): void {
    if (id) this.holders.set(id, (this.holders.get(id) ?? 0) + 1);
  }

  release(id: string | null | undefined): void {
    const holders = id ? this.holders.get(id) : undefined;
    if (!id || holders === undefined) return;
    if (holders > 1) return void this.holders.set(id, holders - 1);
    this.holders.delete(id);
    if (online.value) this.close(id).catch(() => {});
  }
}

export const heldTraces = new Held((trace) => call("trace/close", { trace }));
export const heldSimulations = new Held((simulation) => call("simulate/close", { simulation }));
