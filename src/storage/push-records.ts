import { createStore, del, get, keys, set } from "idb-keyval";
import {
  intentKey,
  isIntentKey,
  PUSH_DATABASE,
  PUSH_TABLE,
  type PushIntent,
  type PushRegistration,
  REGISTRATION_KEY,
  readIntent,
  readRegistration,
} from "../protocol/push/push-on-device.ts";

/** The page's side of the records that it shares with the service worker. Every method may reject. */
export interface PushRecords {
  registration(): Promise<PushRegistration | null>;
  register(registration: PushRegistration): Promise<void>;
  intent(id: string): Promise<PushIntent | null>;
  removeIntent(id: string): Promise<void>;
  /** Removes the registration and all intents. */
  clear(): Promise<void>;
}

export function browserPushRecords(): PushRecords {
  let opened: ReturnType<typeof createStore> | null = null;
  const store = () => {
    opened ??= createStore(PUSH_DATABASE, PUSH_TABLE);
    return opened;
  };
  return {
    registration: async () => readRegistration(await get(REGISTRATION_KEY, store())),
    register: (registration) => set(REGISTRATION_KEY, registration, store()),
    intent: async (id) => readIntent(await get(intentKey(id), store())),
    removeIntent: (id) => del(intentKey(id), store()),
    async clear() {
      await del(REGISTRATION_KEY, store());
      for (const key of await keys(store())) if (isIntentKey(key)) await del(key, store());
    },
  };
}
