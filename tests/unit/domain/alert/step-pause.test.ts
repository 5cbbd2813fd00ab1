import { describe, expect, it } from "vitest";
import { createStepPause } from "../../../../src/domain/alert/step-pause.ts";
import { SECOND_TAP_MS } from "../../../../src/domain/second-tap.ts";
import { TestClock } from "../../../support/time/test-clock.ts";

describe("the pause after a step of an alert", () => {
  it("lets no second step of any of its alerts begin, until it is over", () => {
    const clock = new TestClock();
    const pause = createStepPause(clock);
    expect(SECOND_TAP_MS).toBe(600);
    expect(pause.begins(["1", "2"])).toBe(true);
    expect(pause.begins(["1"])).toBe(false);
    clock.advance(SECOND_TAP_MS - 1);
    expect(pause.begins(["2"])).toBe(false);
    expect(pause.begins(["2", "3"])).toBe(false);
    expect(pause.begins(["3"])).toBe(true);
    clock.advance(1);
    expect(pause.begins(["2"])).toBe(true);
    expect(pause.begins(["3"])).toBe(false);
  });

  it("ends where the step is taken back", () => {
    const pause = createStepPause(new TestClock());
    pause.begins(["1", "2"]);
    pause.ends(["1"]);
    expect(pause.begins(["1"])).toBe(true);
    expect(pause.begins(["2"])).toBe(false);
  });

  it("does not last until a clock that was set back has caught up", () => {
    const clock = new TestClock();
    const pause = createStepPause(clock);
    pause.begins(["1"]);
    clock.advance(-3_600_000);
    expect(pause.begins(["1"])).toBe(true);
  });
});
