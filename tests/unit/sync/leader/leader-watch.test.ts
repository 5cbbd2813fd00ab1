import { expect, it } from "vitest";
import { watchLeader } from "../../../../src/sync/leader/leader-watch.ts";
import { TestClock } from "../../../support/time/test-clock.ts";

function watching() {
  const clock = new TestClock();
  const timers = clock.timers();
  const seen = { asked: 0, silent: 0 };
  const watched = watchLeader({
    timers,
    everyMs: () => 10_000,
    ask: () => {
      seen.asked += 1;
    },
    onUnanswered: () => {
      seen.silent += 1;
    },
  });
  return { timers, seen, watched };
}

it("calls a leading tab silent once, after three questions without an answer [OFF-17]", () => {
  const { timers, seen, watched } = watching();
  timers.advance(10_000);
  watched.sign();
  for (let check = 0; check < 2; check += 1) timers.advance(10_000);
  expect(seen.silent).toBe(0);
  timers.advance(10_000);
  expect(seen).toEqual({ asked: 4, silent: 1 });
  timers.advance(100_000);
  expect(seen).toEqual({ asked: 4, silent: 1 });
});

it("asks no more once it is stopped", () => {
  const { timers, seen, watched } = watching();
  watched.stop();
  timers.advance(100_000);
  expect(seen).toEqual({ asked: 1, silent: 0 });
});
