import { createStore, del, get, set } from "idb-keyval";
import { PUSH_DATABASE, PUSH_TABLE } from "../src/protocol/push/push-on-device.ts";

/** The records that the worker and its pages share; see src/protocol/push/push-on-device.ts. */
export interface PushStore {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  remove(key: string): Promise<void>;
}

export function openPushStore(): PushStore {
  // Opened with the first call: the worker starts for pictures too.
  let opened: ReturnType<typeof createStore> | null = null;
  const store = () => {
    opened ??= createStore(PUSH_DATABASE, PUSH_TABLE);
    return opened;
  };
  return {
    get: (key) => get(key, store()),
    set: (key, value) => set(key, value, store()),
    remove: (key) => del(key, store()),
  };
}
