// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { Dexie } from "dexie";
import { afterEach, describe, expect, it, vi } from "vitest";
import { prefetchRemembered } from "../../../../src/app/boot.ts";
import type { ClientWorld } from "../../../../src/app/composition/client-world.ts";
import { openPersonStorages } from "../../../../src/app/composition/person-storages.ts";
import { createStorages } from "../../../../src/app/composition/storages.ts";
import { LOCAL_KEYS } from "../../../../src/platform/stored-values.ts";
import type { SessionStore } from "../../../../src/state/session-store.ts";

const openHere = () => Dexie.getDatabaseNames();
const open = (userId: number) => openPersonStorages(userId, () => {});
const storages = createStorages(open);

afterEach(async () => {
  storages.drop();
  for (const name of await openHere()) await Dexie.delete(name);
});

async function prefetchFor(userId: string | null, phase: "starting" | "signedOut" = "starting") {
  let workers = 0;
  const world = {
    local: { get: (key: string) => (key === LOCAL_KEYS.userId ? userId : null) },
    insightWorkers: {
      prefetch: () => {
        workers += 1;
      },
    },
    storages,
  } as unknown as ClientWorld;
  await prefetchRemembered(
    world,
    { getState: () => ({ session: { phase } }) as SessionStore },
    { search: "" },
  );
  return workers;
}

describe("what is started before it is known who is signed in", () => {
  it("is the worker and the storage of the person remembered, which the session then takes", async () => {
    expect(await prefetchFor("7")).toBe(1);
    const { mirror, outboxStorage } = storages.take(7);
    expect(await mirror.pullState()).toMatchObject({ complete: false });
    expect((await openHere()).sort()).toEqual(["mirror-7", "outbox-7"]);
    expect(storages.take(7).mirror).not.toBe(mirror);
    mirror.close();
    outboxStorage.close();
  });

  it("is closed where somebody else signs in, or it is dropped", async () => {
    await prefetchFor("7");
    const early = createStorages(open);
    early.prefetch(7);
    const other = early.take(8);
    expect(await other.mirror.pullState()).toMatchObject({ complete: false });
    storages.drop();
    // Nothing holds it open any more: it goes without asking anybody.
    await new Promise<void>((resolve, reject) => {
      const gone = indexedDB.deleteDatabase("mirror-7");
      gone.onsuccess = () => resolve();
      gone.onblocked = () => reject(new Error("still open"));
    });
    other.mirror.close();
    other.outboxStorage.close();
  });

  it("is no storage where nobody is remembered, or the session has ended meanwhile", async () => {
    const prefetch = vi.spyOn(storages, "prefetch");
    expect(await prefetchFor(null)).toBe(1);
    await prefetchFor("7", "signedOut");
    expect(prefetch).not.toHaveBeenCalled();
    expect(await openHere()).toEqual([]);
  });
});
