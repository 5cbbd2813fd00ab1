import { createStore } from "zustand/vanilla";
import { isRecord } from "../domain/record-guard.ts";
import type { Channel, OpenChannel } from "../platform/channel.ts";
import type { Timers } from "../platform/timers.ts";
import type { Connection } from "./connection/connection.ts";
import type { QueueWait, SyncStatus } from "./sync-status.ts";

type TabMessage =
  | { kind: "hello" }
  | { kind: "pull" }
  | { kind: "send" }
  /** In a message `untilMs` is what is left of the wait: each tab measures time from a moment of its own. */
  | { kind: "status"; status: SyncStatus; isProven: boolean };

interface TabStatusParts {
  userId: number;
  openChannel: OpenChannel;
  connection: Connection;
  timers: Pick<Timers, "elapsedMs">;
  /** Once it is aborted, nothing is reported. */
  signal: AbortSignal;
  /** Another tab wants a pull. */
  onPull(): void;
  /** Another tab wants the queue to try again now. */
  onSend(): void;
}

/** The status of sync in this tab, and the channel by which the leading tab reports it to the others. */
export type TabStatus = ReturnType<typeof createTabStatus>;

export function createTabStatus({
  userId,
  openChannel,
  connection,
  timers,
  signal,
  onPull,
  onSend,
}: TabStatusParts) {
  let leads = false;
  let onLeaderSign = () => {};
  const store = createStore<SyncStatus>(() => ({
    phase: connection.phase(),
    freshAtMs: null,
    pulling: false,
    firstSync: null,
    failed: false,
  }));
  const post = (message: TabMessage) => channel.post(message);
  const postStatus = () => {
    if (!leads) return;
    const status = shifted(store.getState(), -timers.elapsedMs());
    post({ kind: "status", status, isProven: connection.isProven() });
  };
  const report = (change: Partial<SyncStatus>) => {
    if (!signal.aborted) store.setState(change);
    postStatus();
  };
  const channel: Channel = openChannel(`understory-sync-${userId}`, (message) => {
    if (!isTabMessage(message)) return;
    if (message.kind === "pull") onPull();
    else if (message.kind === "send") onSend();
    else if (message.kind === "hello") postStatus();
    else if (!leads) {
      onLeaderSign();
      connection.adopt(message.status.phase, message.isProven);
      report(shifted(message.status, timers.elapsedMs()));
    }
  });

  return {
    get: store.getState,
    subscribe: store.subscribe,
    report,
    /** The start and the end of a wait; nothing is reported between two steps that wait for nothing. */
    reportWait(queueWait: QueueWait | null): void {
      if (queueWait !== null || store.getState().queueWait) report({ queueWait });
    },
    leads: () => leads,
    setLeads(now: boolean): void {
      leads = now;
    },
    /** Asks the leading tab for its status, which shows that it runs. */
    askLeader: () => post({ kind: "hello" }),
    onLeaderSign(listener: () => void): void {
      onLeaderSign = listener;
    },
    askForPull: () => post({ kind: "pull" }),
    askForSend: () => post({ kind: "send" }),
    close: channel.close,
  };
}

function shifted(status: SyncStatus, byMs: number): SyncStatus {
  const { queueWait } = status;
  if (!queueWait) return status;
  return { ...status, queueWait: { ...queueWait, untilMs: queueWait.untilMs + byMs } };
}

function isTabMessage(message: unknown): message is TabMessage {
  return isRecord(message) && ["hello", "pull", "send", "status"].includes(String(message.kind));
}
