import { describe, expect, it } from "vitest";
import { TokenBuckets } from "../../../../server/limits/token-bucket.ts";
import { TestClock } from "../../../support/time/test-clock.ts";

describe("counting attempts", () => {
  it("allows so many at once, then one a while, and asks for no longer wait from who keeps knocking", () => {
    const clock = new TestClock();
    const buckets = new TokenBuckets(clock, 2, 10_000);
    buckets.take("a");
    buckets.take("a");
    expect([buckets.waitS("a"), buckets.waitS("a")]).toEqual([10, 10]);
    expect(buckets.waitS("b")).toBe(0);
    clock.advance(4_500);
    expect(buckets.waitS("a")).toBe(6);
    clock.advance(5_500);
    expect(buckets.waitS("a")).toBe(0);
    clock.advance(3_600_000);
    buckets.take("a");
    buckets.take("a");
    expect(buckets.waitS("a")).toBe(10);
  });

  it("does not grow without end", () => {
    const buckets = new TokenBuckets(new TestClock(), 1, 1_000_000);
    for (let key = 0; key <= 50_000; key += 1) buckets.take(String(key));
    expect(buckets.waitS("0")).toBe(0);
    expect(buckets.waitS("1")).toBeGreaterThan(0);
  });
});
