import { Dexie } from "dexie";
import { describe, expect, it } from "vitest";
import { isStorageFull, storePrecious } from "../../../src/storage/device-space/reclaim-space.ts";

const full = () => new DOMException("No room.", "QuotaExceededError");

/** A device with so much to drop before the write fits. */
function device(dropsNeeded: number, error: () => unknown = full) {
  const dropped: string[] = [];
  const step = (name: string) => async () => void dropped.push(name);
  return {
    dropped,
    reclaimSteps: [step("pictures"), step("old insights"), step("all but the newest")],
    async write() {
      if (dropped.length < dropsNeeded) throw error();
      return "stored";
    },
  };
}

describe("storing what is precious on a full device", () => {
  it.each([
    [0, []],
    [1, ["pictures"]],
    [2, ["pictures", "old insights"]],
    [3, ["pictures", "old insights", "all but the newest"]],
  ])("drops no more than it needs: %i [OFF-15]", async (needed, expected) => {
    const { write, reclaimSteps, dropped } = device(needed);
    expect(await storePrecious(write, reclaimSteps)).toBe("stored");
    expect(dropped).toEqual(expected);
  });

  it("knows a full device by the end of a transaction too, and goes on where a drop itself fails (fault 17) [OFF-15]", async () => {
    const ended = new Dexie.AbortError("Transaction aborted", full());
    expect(isStorageFull(ended)).toBe(true);
    const { write, reclaimSteps } = device(2, () => ended);
    const failing = async () => {
      throw new Error("there is no cache");
    };
    expect(await storePrecious(write, [failing, ...reclaimSteps])).toBe("stored");
  });

  it("fails with the device's error where nothing helps", async () => {
    const { write, reclaimSteps, dropped } = device(9);
    await expect(storePrecious(write, reclaimSteps)).rejects.toThrow("No room.");
    expect(dropped).toHaveLength(3);
  });

  it("tries once more and drops nothing where the connection to the store was lost (fault 19) [OFF-15]", async () => {
    const { reclaimSteps, dropped } = device(0);
    let tries = 0;
    const reopened = async () => {
      tries += 1;
      if (tries === 1) throw new Dexie.DatabaseClosedError("closed");
      return "stored";
    };
    expect(await storePrecious(reopened, reclaimSteps)).toBe("stored");
    expect(dropped).toEqual([]);
  });
});
