import { describe, expect, it } from "vitest";
import { nextAttemptMs } from "../../../../src/domain/notification/retry.ts";
import { HOUR_MS, MINUTE_MS } from "../../../../src/domain/time.ts";

const wait = (more: object) =>
  nextAttemptMs({ attempts: 1, nowMs: 0, giveUpAtMs: 1e15, random: 0.5, ...more });

describe("when a message is tried again", () => {
  it("waits grow to an hour", () => {
    const waits = [0, 1, 2, 3, 4, 5, 6].map((attempts) => Number(wait({ attempts })) / MINUTE_MS);
    expect(waits).toEqual([0.5, 0.5, 2, 10, 30, 60, 60]);
  });

  it("chance spreads them by a fifth to either side", () => {
    expect(wait({ random: 0 })).toBe(24_000);
    expect(wait({ random: 1 })).toBe(36_000);
  });

  it("a longer wait that the provider asked for is kept, up to a day", () => {
    expect(wait({ askedMs: 90_000 })).toBe(90_000);
    expect(wait({ askedMs: 1000 })).toBe(30_000);
    expect(wait({ askedMs: 1e12 })).toBe(24 * HOUR_MS);
  });

  it("the last attempt comes when the message would be given up, and none after it", () => {
    expect(wait({ giveUpAtMs: 10_000 })).toBe(10_000);
    expect(wait({ nowMs: 10_000, giveUpAtMs: 10_000 })).toBeNull();
    expect(wait({ nowMs: 10_001, giveUpAtMs: 10_000 })).toBeNull();
  });
});
