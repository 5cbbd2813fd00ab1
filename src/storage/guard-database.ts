import type { Dexie } from "dexie";
import { isDiscarded } from "./discard-database.ts";

/** Dexie counts versions of a database in tenths of the browser's. */
const NATIVE_VERSIONS = 10;

/** The stored data was written by a newer version of the app, or is about to be. */
export class OutdatedAppError extends Error {
  override name = "OutdatedAppError";
}

/** Pauses between attempts to open a lost connection again: at first the browser is still clearing up. */
const TRY_AGAIN_AFTER_MS = [0, 50, 200, 800];

/** A database that outlives its connection. */
export interface GuardedDatabase {
  /**
   * Resolves when the database can be used: Dexie opens one by itself, but never again where that failed once.
   *
   * @throws where it cannot be opened
   */
  ready(): Promise<void>;
  /**
   * Calls back when the connection was closed from outside: the browser may have evicted the data, or somebody else
   * than the app deleted it. The database is opened again from then on; `ready` waits for that. Returns the unsubscribe
   * function.
   */
  onLost(listener: () => void): () => void;
  /** For good. */
  close(): void;
}

/**
 * Keeps an old page from writing in an old form into a database that a newer version of the app has taken over:
 * Dexie would open it again, whatever its version. An open page closes it when another tab upgrades; a page that
 * starts later does not open it. The data is neither read nor changed from then on. A database that was closed or deleted
 * under the page is opened again, unless the app itself deleted it.
 *
 * @param onOutdated called once; `wasOpen`: this page had the database open before the upgrade
 */
export function guardDatabase(database: Dexie, onOutdated: (wasOpen: boolean) => void): GuardedDatabase {
  const lost = new Set<() => void>();
  let wasOpen = false;
  /** Closed by its owner, or taken over by a newer version. */
  let over = false;
  /** Deleted by the app itself: it is not opened again. */
  let deleted = false;
  let reopening: Promise<void> | null = null;
  const close = () => {
    over = true;
    database.close();
  };

  const letGo = async () => {
    const connection = database.backendDB();
    // A database that was closed while it was being opened has a connection all the same.
    if (connection !== null && !over) deleted ||= await isDiscarded(connection);
    if (database.backendDB() === connection) database.close({ disableAutoOpen: over || deleted });
  };
  database.on("versionchange", (event) => {
    if (event.newVersion === null) {
      void letGo();
      // Dexie's default handler would close the connection before it says why.
      return false;
    }
    if (event.newVersion <= database.verno * NATIVE_VERSIONS) return undefined;
    close();
    onOutdated(true);
    // Dexie's default handler would let the next call open it again.
    return false;
  });
  // Runs whenever the database is opened.
  const check = () => {
    const stored = database.backendDB().version;
    if (Math.floor(stored / NATIVE_VERSIONS) <= database.verno) {
      wasOpen = true;
      return;
    }
    close();
    onOutdated(false);
    throw new OutdatedAppError();
  };
  database.on("ready", check, true);

  const reopen = async () => {
    let failure: unknown;
    for (const pauseMs of TRY_AGAIN_AFTER_MS) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      if (over) return;
      try {
        await database.open();
        return;
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  };
  database.on("close", () => {
    // Dexie fires this before it has finished closing, and after a failed attempt to open as well.
    queueMicrotask(() => {
      if (over || deleted || !wasOpen || reopening !== null || database.isOpen()) return;
      reopening = reopen().finally(() => {
        reopening = null;
      });
      // Avoids an unhandled rejection; `ready` rethrows it.
      reopening.catch(() => undefined);
      for (const listener of [...lost]) listener();
    });
  });

  return {
    async ready() {
      if (over || deleted || database.isOpen()) return;
      await (reopening ?? database.open());
    },
    onLost(listener) {
      lost.add(listener);
      return () => lost.delete(listener);
    },
    close,
  };
}
