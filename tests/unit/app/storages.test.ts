import "fake-indexeddb/auto";
import { Dexie } from "dexie";
import { afterEach, describe, expect, it } from "vitest";
import { createStore } from "zustand/vanilla";
import type { ClientWorld } from "../../../src/app/compose-services.ts";
import { createStorages } from "../../../src/app/storages.ts";
import { warmUp } from "../../../src/app/warm-up.ts";
import { LOCAL_KEYS } from "../../../src/platform/stored-values.ts";
import type { SessionState, SessionStore } from "../../../src/state/session-store.ts";

const openHere = () => Dexie.getDatabaseNames();
const storages = createStorages(() => {});

afterEach(async () => {
  storages.cool();
  for (const name of await openHere()) await Dexie.delete(name);
});

function warmFor(userId: string | null) {
  const session = createStore(() => ({ session: { phase: "starting" } as SessionState }) as SessionStore);
  let workers = 0;
  const world = {
    local: { get: (key: string) => (key === LOCAL_KEYS.userId ? userId : null) },
    insightWorkers: {
      warm: () => {
        workers += 1;
      },
    },
    storages,
  } as unknown as ClientWorld;
  warmUp(world, session);
  return { workers: () => workers, become: (now: SessionState) => session.setState({ session: now }) };
}

describe("what is started before it is known who is signed in", () => {
  it("is the worker and the storage of the person remembered, which the session then takes", async () => {
    const warm = warmFor("7");
    expect(warm.workers()).toBe(1);
    warm.become({ phase: "signedIn", user: { userIdSql: 7 } as never, fresh: false });
    const { mirror, outboxStorage } = storages.open(7);
    expect(await mirror.pullState()).toMatchObject({ complete: false });
    expect((await openHere()).sort()).toEqual(["mirror-7", "outbox-7"]);
    expect(storages.open(7).mirror).not.toBe(mirror);
    mirror.close();
    outboxStorage.close();
  });

  it("is closed where somebody else signs in, or nobody is signed in", async () => {
    const refused = warmFor("7");
    const early = createStorages(() => {});
    early.warm(7);
    const other = early.open(8);
    expect(await other.mirror.pullState()).toMatchObject({ complete: false });
    refused.become({ phase: "signedOut", reason: "refused" });
    // Nothing holds it open any more: it goes without asking anybody.
    await new Promise<void>((resolve, reject) => {
      const gone = indexedDB.deleteDatabase("mirror-7");
      gone.onsuccess = () => resolve();
      gone.onblocked = () => reject(new Error("still open"));
    });
    other.mirror.close();
    other.outboxStorage.close();
  });

  it("is no storage where nobody is remembered", async () => {
    expect(warmFor(null).workers()).toBe(1);
    expect(await openHere()).toEqual([]);
  });
});
