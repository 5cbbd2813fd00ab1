import { describe, expect, it } from "vitest";
import { steadyClock } from "../../../../server/limits/steady-clock.ts";
import { TestClock } from "../../../support/time/test-clock.ts";

describe("the steady clock", () => {
  it("shows the time of its start, and goes on by what passes while the system's clock is set (neighbour 5)", () => {
    const clock = new TestClock(5_000);
    clock.advance(500);
    const steady = steadyClock(clock, () => clock.elapsedMs());
    expect(steady.now()).toBe(5_500);
    clock.set(1_000_000);
    expect(steady.now()).toBe(5_500);
    clock.advance(20);
    clock.set(-9_000_000);
    expect(steady.now()).toBe(5_520);
  });

  it("shows whole milliseconds, as columns hold them", () => {
    expect(steadyClock({ now: () => 1_000 }, () => 0.4).now()).toBe(1_000);
    let elapsedMs = 0.25;
    const steady = steadyClock({ now: () => 1_000 }, () => elapsedMs);
    elapsedMs = 7.9;
    expect(steady.now()).toBe(1_008);
  });
});
