import type { Dexie } from "dexie";

/** Dexie counts versions of a database in tenths of the browser's. */
const NATIVE_VERSIONS = 10;

/** What is stored was written by a newer version of the app, or is about to be. */
export class OutdatedAppError extends Error {
  override name = "OutdatedAppError";
}

/**
 * Keeps an old page from writing in an old form into a database that a newer version of the app has taken over:
 * Dexie would open it again, whatever its version. An open page steps aside when another tab upgrades; one that
 * comes later does not open it. The data is neither read nor changed from then on.
 *
 * @param onOutdated told once, and whether this page was open before the upgrade
 */
export function guardDatabase(database: Dexie, onOutdated: (wasOpen: boolean) => void): void {
  database.on("versionchange", (event) => {
    if ((event.newVersion ?? 0) <= database.verno * NATIVE_VERSIONS) return undefined;
    database.close();
    onOutdated(true);
    // Dexie's own answer would let the next call open it again.
    return false;
  });
  database.on("ready", () => {
    const stored = database.backendDB().version;
    if (Math.floor(stored / NATIVE_VERSIONS) <= database.verno) return;
    database.close();
    onOutdated(false);
    throw new OutdatedAppError();
  });
}
