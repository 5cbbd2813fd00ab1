import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../../../server/db/database.ts";
import { DeliveryRunner } from "../../../../server/delivery/delivery-runner.ts";
import { MINUTE_MS } from "../../../../src/domain/time.ts";
import {
  addIntegration,
  type DeliveryWorld,
  makeDeliveryWorld,
  readDeliveries,
  setRules,
  sighting,
} from "../../../support/delivery/delivery-world.ts";
import { DATABASE_KINDS } from "../../../support/server/databases.ts";
import { speakingDevice } from "../../../support/server/ingest-world.ts";

const CLASSES = ["lynx", "wolf", "empty"] as const;
const RUNS = 12;

type Step =
  | { readonly kind: "arrive"; readonly className: (typeof CLASSES)[number] }
  | { readonly kind: "wait"; readonly minutes: number }
  | { readonly kind: "run" }
  /** A planner that is killed before its transaction ends, or a worker before its record. */
  | { readonly kind: "kill"; readonly what: "planner" | "sender" };

const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant("arrive" as const), className: fc.constantFrom(...CLASSES) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant("wait" as const), minutes: fc.integer({ min: 1, max: 30 }) }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("run" as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant("kill" as const),
        what: fc.constantFrom("planner" as const, "sender" as const),
      }),
    },
  ) as fc.Arbitrary<Step>,
  { minLength: 5, maxLength: 25 },
);
const rulesOf = fc.record({
  visitMinutes: fc.constantFrom(0, 5, 20),
  dailyLimit: fc.constantFrom(2, 500),
  mutedClasses: fc.constantFrom([], ["wolf"]),
});

describe.each(DATABASE_KINDS)("each insight that a rule wants told, on $name", (kind) => {
  let world: DeliveryWorld;
  let serial = 0;
  beforeAll(async () => {
    world = await makeDeliveryWorld(kind);
  });
  afterAll(() => world.close());

  /** The same database, whose next transaction ends as if its process had been killed. */
  function dyingOnce(db: Database): Database {
    let isKilled = false;
    const write: Database["write"] = (work) =>
      db.write(async (transaction) => {
        const result = await work(transaction);
        if (
          !isKilled &&
          (await transaction.selectFrom("deliveries").select("delivery_id").execute()).length > 0
        ) {
          isKilled = true;
          throw new Error("killed");
        }
        return result;
      });
    return new Proxy(db, {
      get: (target, name) => {
        if (name === "write") return write;
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  }

  it("is in one message for each receiver, or in a line of the log that says why not", async () => {
    await fc.assert(
      fc.asyncProperty(steps, rulesOf, fc.boolean(), async (list, rules, choosesClasses) => {
        serial += 1;
        const user = await world.addUser(`p${serial}`);
        const device = await speakingDevice(world, `cam-p${serial}`, [user]);
        const addresses = [`p${serial}a@x.org`, `p${serial}b@x.org`];
        const classes = choosesClasses ? ["lynx", "wolf"] : ("all" as const);
        await addIntegration(world, user, "email", { addresses, classes });
        await setRules(world, user, rules);
        /** The visits that the rules ask for, counted the slow way: by class, when the last insight arrived. */
        const lastOf = new Map<string, number>();
        let visits = 0;
        let insights = 0;
        for (const step of list) {
          if (step.kind === "wait") world.clock.advance(step.minutes * MINUTE_MS);
          if (step.kind === "run") await world.deliveries.runOnce();
          if (step.kind === "kill" && step.what === "planner") {
            await new DeliveryRunner({ ...world.deps, db: dyingOnce(world.db) })
              .plan()
              .catch(() => undefined);
          }
          if (step.kind === "kill" && step.what === "sender") {
            const onStage = async (stage: string) => {
              if (stage === "claimed") throw new Error("killed");
            };
            await new DeliveryRunner(world.deps, { onStage }).send("email");
          }
          if (step.kind !== "arrive") continue;
          await device.send(sighting(step.className));
          const isWanted = !rules.mutedClasses.some((muted) => muted === step.className);
          if (!isWanted || (choosesClasses && step.className === "empty")) continue;
          const last = lastOf.get(step.className) ?? Number.NEGATIVE_INFINITY;
          const nowMs = world.clock.now();
          insights += 1;
          if (rules.visitMinutes === 0 || nowMs - last > rules.visitMinutes * MINUTE_MS) visits += 1;
          lastOf.set(step.className, nowMs);
        }
        for (let round = 0; round < 20; round += 1) {
          world.clock.advance(MINUTE_MS);
          await world.deliveries.runOnce();
        }
        const rows = (await readDeliveries(world)).filter(({ user_id }) => user_id === user.userId);
        const subjects = rows.map(({ subject }) => JSON.parse(subject));
        const dropped = subjects.reduce(
          (sum, { kind: what, count }) => sum + (what === "limit" ? count : 0),
          0,
        );
        const told = subjects.reduce((sum, { visits: told = 0 }) => sum + told, 0);
        expect(told + dropped).toBe(addresses.length * visits);
        expect(rows.filter(({ status }) => status !== "sent" && status !== "dropped")).toEqual([]);
        const keys = world.sent.email.messages
          .filter(({ userId }) => userId === user.userId)
          .map(({ dedupeKey }) => dedupeKey);
        expect(new Set(keys).size).toBe(keys.length);
        expect(keys).toHaveLength(rows.filter(({ status }) => status === "sent").length);
        expect(await world.db.reader.selectFrom("notices").selectAll().execute()).toEqual([]);
        expect(insights).toBeGreaterThanOrEqual(visits);
      }),
      { numRuns: RUNS },
    );
  });
});
