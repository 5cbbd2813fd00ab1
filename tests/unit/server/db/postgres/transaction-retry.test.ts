import { describe, expect, it } from "vitest";
import { DatabaseRefused } from "../../../../../server/db/database-errors.ts";
import { withRetries } from "../../../../../server/db/postgres/transaction-retry.ts";

const DEADLOCK = "40P01";

/** Fails so often before it succeeds, and records the waits. */
function failing(times: number, code: string) {
  const waits: number[] = [];
  let attempts = 0;
  const run = (random: number) =>
    withRetries(
      async () => {
        attempts += 1;
        if (attempts <= times) throw new DatabaseRefused("lost", code);
        return attempts;
      },
      {
        random: () => random,
        async wait(ms) {
          waits.push(ms);
        },
      },
    );
  return { run, waits, attempts: () => attempts };
}

describe("the retries of a transaction", () => {
  it("go on until it succeeds, each wait twice as long as the one before", async () => {
    const { run, waits } = failing(3, DEADLOCK);
    expect(await run(1)).toBe(4);
    expect(waits).toEqual([20, 40, 80]);
  });

  it("wait at least half of that, as chance has it", async () => {
    const { run, waits } = failing(2, "40001");
    await run(0);
    expect(waits).toEqual([10, 20]);
  });

  it("end with the error of the sixth attempt", async () => {
    const { run, attempts } = failing(6, DEADLOCK);
    await expect(run(0)).rejects.toMatchObject({ code: DEADLOCK });
    expect(attempts()).toBe(6);
  });

  it("are not made for any other error", async () => {
    const { run, attempts } = failing(1, "23505");
    await expect(run(0)).rejects.toMatchObject({ code: "23505" });
    expect(attempts()).toBe(1);
  });
});
