import { describe, expect, it } from "vitest";
import { WorkGate } from "../../../../server/limits/work-gate.ts";

/** Work that ends when the test says so. */
function heldWork() {
  const ends: Array<() => void> = [];
  let running = 0;
  return {
    get running() {
      return running;
    },
    work: () =>
      new Promise<void>((resolve) => {
        running += 1;
        ends.push(() => {
          running -= 1;
          resolve();
        });
      }),
    endOne: () => ends.shift()?.(),
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("the gate before heavy work", () => {
  it("lets two run, holds the third back until one ends, and refuses the fourth", async () => {
    const gate = new WorkGate(2, 1);
    const held = heldWork();
    const runs = [gate.run(held.work), gate.run(held.work), gate.run(held.work)];
    await turn();
    expect(held.running).toBe(2);
    await expect(gate.run(held.work)).rejects.toMatchObject({
      status: 503,
      code: "unavailable",
      retryAfterS: 2,
    });
    for (let count = 0; count < 3; count += 1) {
      held.endOne();
      await turn();
    }
    await Promise.all(runs);
    expect(await gate.run(() => Promise.resolve("free"))).toBe("free");
  });

  it("frees its place when the work fails", async () => {
    const gate = new WorkGate(1, 0);
    await expect(gate.run(() => Promise.reject(new Error("no memory")))).rejects.toThrow("no memory");
    expect(await gate.run(() => Promise.resolve("free"))).toBe("free");
  });
});
