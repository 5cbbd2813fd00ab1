import { describe, expect, it } from "vitest";
import { createTabLocks } from "../../../src/platform/locks.ts";

function gate() {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), passed };
}

describe("locks within one tab", () => {
  it("are held one after the other, in the order asked for, also after a failure", async () => {
    const locks = createTabLocks();
    const first = gate();
    const order: string[] = [];
    const held = locks.hold("a", async () => {
      await first.passed;
      order.push("first");
      throw new Error("failed");
    });
    const next = locks.hold("a", async () => void order.push("second"));
    await locks.hold("b", async () => void order.push("other lock"));
    first.open();
    await expect(held).rejects.toThrow("failed");
    await next;
    expect(order).toEqual(["other lock", "first", "second"]);
  });

  it("let a waiter give up without letting a later one past the holder", async () => {
    const locks = createTabLocks();
    const first = gate();
    const order: string[] = [];
    const held = locks.hold("a", async () => {
      await first.passed;
      order.push("first");
    });
    const patience = new AbortController();
    const waiter = locks.hold("a", async () => void order.push("gave up"), patience.signal);
    const last = locks.hold("a", async () => void order.push("last"));
    patience.abort(new Error("enough"));
    await expect(waiter).rejects.toThrow("enough");
    first.open();
    await Promise.all([held, last]);
    expect(order).toEqual(["first", "last"]);
  });
});

describe("a lock that is taken from its holder", () => {
  it("lets the new one work at once, tells the old one, and goes to the queue after the new one", async () => {
    const locks = createTabLocks();
    const [first, second] = [gate(), gate()];
    const order: string[] = [];
    const held = locks.hold("a", () => first.passed);
    const waiter = locks.hold("a", async () => void order.push("waiter"));
    const taken = locks.take("a", async () => {
      order.push("taken");
      await second.passed;
    });
    await expect(held).rejects.toThrow("taken by another");
    expect(order).toEqual(["taken"]);
    first.open();
    second.open();
    await Promise.all([taken, waiter]);
    expect(order).toEqual(["taken", "waiter"]);
  });
});
