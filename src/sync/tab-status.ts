import { createStore } from "zustand/vanilla";
import { isRecord } from "../domain/record-guard.ts";
import type { Channel, OpenChannel } from "../platform/channel.ts";
import type { Connection } from "./connection/connection.ts";
import type { SyncStatus } from "./sync-status.ts";

type TabMessage = { kind: "hello" } | { kind: "pull" } | { kind: "status"; status: SyncStatus };

interface TabStatusParts {
  userId: number;
  openChannel: OpenChannel;
  connection: Connection;
  /** Once it is aborted, nothing is reported. */
  signal: AbortSignal;
  /** Another tab wants a pull. */
  onPull(): void;
}

/** The status of sync in this tab, and the channel by which the leading tab reports it to the others. */
export type TabStatus = ReturnType<typeof createTabStatus>;

export function createTabStatus({ userId, openChannel, connection, signal, onPull }: TabStatusParts) {
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
    if (leads) post({ kind: "status", status: store.getState() });
  };
  const report = (change: Partial<SyncStatus>) => {
    if (!signal.aborted) store.setState(change);
    postStatus();
  };
  const channel: Channel = openChannel(`understory-sync-${userId}`, (message) => {
    if (!isTabMessage(message)) return;
    if (message.kind === "pull") onPull();
    else if (message.kind === "hello") postStatus();
    else if (!leads) {
      onLeaderSign();
      connection.adopt(message.status.phase);
      report(message.status);
    }
  });

  return {
    get: store.getState,
    subscribe: store.subscribe,
    report,
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
    close: channel.close,
  };
}

function isTabMessage(message: unknown): message is TabMessage {
  return isRecord(message) && ["hello", "pull", "status"].includes(String(message.kind));
}
