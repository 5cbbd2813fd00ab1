import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type Turn, Turns } from "../../../server/limits/turns.ts";

const MB = 1024 * 1024;

/** Asks for turns and notes which have begun. */
function queueOf(turns: Turns) {
  const begun: string[] = [];
  const open = new Map<string, Turn>();
  return {
    begun,
    ask(caller: string, call: string): void {
      void turns.begin(caller).then((turn) => {
        begun.push(call);
        open.set(call, turn);
      });
    },
    turn: (call: string): Turn => open.get(call) ?? expect.fail(`${call} has not begun`),
  };
}

describe("turns of calls (neighbour 1, 2)", () => {
  it("are taken by one call of a caller at a time, in order, while those of others begin at once", async () => {
    const queue = queueOf(new Turns());
    for (const call of ["a1", "a2", "a3"]) queue.ask("a", call);
    queue.ask("b", "b1");
    await setImmediate();
    expect(queue.begun).toEqual(["a1", "b1"]);
    queue.turn("a1").answered(0);
    queue.turn("a1").answered(0);
    await setImmediate();
    expect(queue.begun).toEqual(["a1", "b1", "a2"]);
    queue.turn("a2").answered(0);
    await setImmediate();
    expect(queue.begun).toEqual(["a1", "b1", "a2", "a3"]);
  });

  it("wait while answers that are not sent hold 32 MB, and go on with each that is", async () => {
    const queue = queueOf(new Turns());
    for (const call of ["a1", "a2", "a3", "a4"]) queue.ask("a", call);
    for (const call of ["a1", "a2"]) {
      await setImmediate();
      queue.turn(call).answered(16 * MB);
    }
    await setImmediate();
    expect(queue.begun).toEqual(["a1", "a2"]);
    queue.turn("a1").sent();
    queue.turn("a1").sent();
    await setImmediate();
    expect(queue.begun).toEqual(["a1", "a2", "a3"]);
    // Given up by its receiver before the answer was made.
    queue.turn("a3").sent();
    queue.turn("a3").answered(16 * MB);
    await setImmediate();
    expect(queue.begun).toEqual(["a1", "a2", "a3", "a4"]);
  });

  it("are refused for a while where 50 calls of the caller wait, and to no one else", async () => {
    const turns = new Turns();
    const first = await turns.begin("a");
    const waiting = Array.from({ length: 50 }, () => turns.begin("a"));
    await expect(turns.begin("a")).rejects.toMatchObject({ status: 429, retryAfterS: 2 });
    await turns.begin("b");
    first.answered(0);
    for (const one of waiting) (await one).answered(0);
    await turns.begin("a");
  });

  it("are taken by several calls of a caller where so many are allowed at once", async () => {
    const queue = queueOf(new Turns({ atOnce: 2, waiting: 1 }));
    for (const call of ["a1", "a2", "a3"]) queue.ask("a", call);
    await setImmediate();
    expect(queue.begun).toEqual(["a1", "a2"]);
    queue.turn("a2").answered(0);
    await setImmediate();
    expect(queue.begun).toEqual(["a1", "a2", "a3"]);
  });
});
