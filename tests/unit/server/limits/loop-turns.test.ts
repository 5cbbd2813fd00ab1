import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { LoopTurns } from "../../../../server/limits/loop-turns.ts";

it("pieces of work begin one in a round of the event loop, in their order (neighbour 3)", async () => {
  const turns = new LoopTurns();
  const begun: number[] = [];
  for (const piece of [1, 2, 3]) void turns.next(0).then(() => begun.push(piece));
  const rounds: number[][] = [];
  while (begun.length < 3) {
    await setImmediate();
    rounds.push([...begun]);
  }
  expect(begun).toEqual([1, 2, 3]);
  for (const [at, round] of rounds.entries()) {
    expect(round.length - (rounds[at - 1]?.length ?? 0)).toBeLessThanOrEqual(1);
  }
});
