import { openMirrorDatabase } from "./mirror-database.ts";

/** An answer of the server that is no part of the feed, stored for use without a connection. */
export interface StoredAnswer<Value> {
  /** Null where none is stored. */
  read(userId: number): Promise<Value | null>;
  write(userId: number, value: Value): Promise<void>;
}

/** It lies in the mirror's own database, so that it goes with it. */
export function storedAnswer<Value>(key: string): StoredAnswer<Value> {
  return {
    async read(userId) {
      const database = openMirrorDatabase(userId);
      try {
        return ((await database.meta.get(key))?.value as Value | undefined) ?? null;
      } finally {
        database.close();
      }
    },
    async write(userId, value) {
      const database = openMirrorDatabase(userId);
      try {
        await database.meta.put({ key, value });
      } finally {
        database.close();
      }
    },
  };
}
