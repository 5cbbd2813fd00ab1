import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { applyBulkUpdate, ClaimLost } from "../../../server/jobs/apply-bulk-update.ts";
import { claimBulkUpdate } from "../../../server/jobs/bulk-update-queue.ts";
import {
  findOpenBulkUpdates,
  lockQueue,
  moveClaim,
  setClaimed,
} from "../../../server/jobs/bulk-update-repository.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { InsightWorld, type Person } from "../../support/server/insight-world.ts";
import { lockWaits, signal } from "../../support/server/lock-waits.ts";

const LEASE_MS = 1_000;

describe.each(DATABASE_KINDS)("a bulk update that two workers reach for, over $name", (kind) => {
  let world: InsightWorld;
  let ada: Person;
  let ben: Person;
  let device: { ref: number; id: string };
  let insightId: string;

  beforeAll(async () => {
    world = await InsightWorld.open(kind);
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    // The claims of the test before are over.
    world.clock.advance(3 * LEASE_MS);
    while (await world.runner.runOnce());
    ada = await world.person();
    ben = await world.person();
    device = await world.device(ada, ben);
    [insightId = ""] = await world.insights(device.ref, [{}]);
  });

  const post = async (person: Person, insightStatus: string) => {
    const answer = await world.app.inject({
      method: "POST",
      url: "/api/updates/",
      headers: { authorization: `Bearer ${person.token}` },
      payload: { insights: [{ insightId, deviceId: device.id, insightStatus }] },
    });
    expect(answer.statusCode).toBe(200);
  };
  const claimAs = (token: string, nowMs = world.clock.now()) =>
    claimBulkUpdate(world.db, { token, nowMs, leaseMs: LEASE_MS });
  const claimed = async (token: string) => {
    const claim = await claimAs(token);
    if (claim === null) throw new Error("nothing was claimed");
    return claim;
  };
  const ends = () => ({ nowMs: world.clock.now(), claimedUntilMs: world.clock.now() + LEASE_MS });

  it("is applied by the one that claimed it last, and by no other", async () => {
    await post(ada, "archive");
    const slow = await claimed("slow");
    world.clock.advance(LEASE_MS);
    const next = await claimed("next");
    expect(next.bulkId).toBe(slow.bulkId);
    await expect(applyBulkUpdate(world.db, slow, ends())).rejects.toThrow(ClaimLost);
    await applyBulkUpdate(world.db, next, ends());
    await expect(applyBulkUpdate(world.db, next, ends())).rejects.toThrow(ClaimLost);
  });

  // SQLite has one writer, who waits for every other.
  if (kind.name === "SQLite") return;

  describe("at the same moment", () => {
    /** Runs a call while another transaction holds a lock; says whether the call waited for it, and gives its answer. */
    async function beside<T>(
      other: Parameters<typeof world.db.write>[0],
      finish: Parameters<typeof world.db.write>[0],
      call: () => Promise<T>,
    ): Promise<{ meanwhile: "answered" | "waits" | null; result: T }> {
      const [held, letGo] = [signal(), signal()];
      const holding = world.db.write(async (transaction) => {
        await other(transaction);
        held.give();
        await letGo.given;
        await finish(transaction);
      });
      await held.given;
      let meanwhile: "answered" | "waits" | null = null;
      const answer = call().finally(() => {
        meanwhile ??= "answered";
      });
      while (meanwhile === null) if ((await lockWaits(world.db)) > 0) meanwhile ??= "waits";
      letGo.give();
      await holding;
      return { meanwhile, result: await answer };
    }
    const nothing = () => Promise.resolve();

    it("is claimed once", async () => {
      await post(ada, "archive");
      const { meanwhile, result } = await beside(
        (transaction) => lockQueue(transaction, "one"),
        async (transaction) => {
          const [open] = await findOpenBulkUpdates(transaction);
          if (open === undefined) throw new Error("none is open");
          await setClaimed(transaction, open, { token: "one", nowMs: world.clock.now(), leaseMs: LEASE_MS });
        },
        () => claimAs("two"),
      );
      expect([meanwhile, result]).toEqual(["waits", null]);
    });

    it("stays with a slow worker that is applying it, though its claim has expired", async () => {
      await post(ada, "archive");
      const slow = await claimed("slow");
      const late = world.clock.now() + 2 * LEASE_MS;
      const { meanwhile, result } = await beside(
        (transaction) => moveClaim(transaction, slow, world.clock.now()),
        nothing,
        () => claimAs("other", late),
      );
      expect([meanwhile, result]).toEqual(["answered", null]);
    });

    it("reads the status that a decision before it is just storing, and says whose it replaced (promise A7)", async () => {
      await post(ben, "archive");
      const claim = await claimed("one");
      await beside(
        (transaction) =>
          sql`select 1 from insights where insight_id = ${Number(insightId)} for update`.execute(transaction),
        (transaction) =>
          transaction
            .updateTable("insights")
            .set({ insight_status: "favorite", status_by: ada.userId, status_at: world.clock.now() })
            .where("insight_id", "=", Number(insightId))
            .execute(),
        () => applyBulkUpdate(world.db, claim, ends()),
      );
      const told = await world.db.reader
        .selectFrom("replaced_decisions")
        .where("insight_id", "=", Number(insightId))
        .select(["user_id", "status", "by_user_id"])
        .execute();
      expect(told).toEqual([{ user_id: ada.userId, status: "favorite", by_user_id: ben.userId }]);
    });
  });
});
