import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decideItems } from "../../../src/domain/bulk-outcome.ts";
import { INSIGHT_STATUSES, type InsightStatus } from "../../../src/domain/insight/insight.ts";
import {
  dismissalValue,
  dismissedIds,
  type PersonDecision,
  type ReplacedDecision,
  replacedDecisions,
} from "../../../src/domain/replaced-decision.ts";

/** A decision of one of three persons about one insight. */
interface Decision {
  readonly id: number;
  readonly userId: number;
  readonly status: InsightStatus;
  readonly madeMs: number;
  /** The status that the person saw; null where the client did not send it. */
  readonly base: InsightStatus | null;
}

const span = (madeMs: number) => ({ fromMs: madeMs, toMs: madeMs });

/** The server's books over one insight: what `server/jobs/replace-decisions.ts` stores, by the same rules. */
class Server {
  status: InsightStatus = "none";
  standing: PersonDecision[] = [];
  readonly told: ReplacedDecision[] = [];
  readonly saidToSender: { id: number; madeEarlier: boolean }[] = [];

  arrive({ id, userId, status, madeMs, base }: Decision, arrivedAtMs: number): void {
    const made = span(madeMs);
    const intent = { insightId: "1", deviceId: "cam", insightStatus: status, base, made };
    const state = {
      status: this.status,
      by: "somebody",
      atMs: 0,
      access: "held" as const,
      timeStampMs: 0,
      fileCtimeMs: null,
      made: this.standing.map((one) => one.made),
    };
    const [decision] = decideItems([intent], () => state);
    if (decision?.outcome === "noop") {
      if (this.standing.every((one) => one.userId !== userId))
        this.standing.push({ userId, made, arrivedAtMs });
      return;
    }
    if (decision?.outcome === "overrode")
      this.saidToSender.push({ id, madeEarlier: decision.madeEarlier ?? false });
    this.told.push(...replacedDecisions(this, { userId, made, arrivedAtMs, status }));
    this.status = status;
    this.standing = [{ userId, made, arrivedAtMs }];
  }
}

const decisions = fc
  .array(
    fc.record({
      userId: fc.constantFrom(1, 2, 3),
      status: fc.constantFrom(...INSIGHT_STATUSES),
      madeMs: fc.integer({ min: 0, max: 1_000 }),
      base: fc.option(fc.constantFrom(...INSIGHT_STATUSES)),
    }),
    { minLength: 2, maxLength: 8 },
  )
  .map((all) => all.map((one, id): Decision => ({ ...one, id })));

describe("replaced decisions", () => {
  it("are told to each person whose decision stood when another's arrived, on every order of arrival, and to nobody else (promise A7)", () => {
    fc.assert(
      fc.property(
        decisions.chain((all) => fc.shuffledSubarray(all, { minLength: all.length })),
        (arriving) => {
          const server = new Server();
          const expected: object[] = [];
          arriving.forEach((decision, at) => {
            // The slow way: back through what arrived, as long as it stood for the present status.
            const stood = new Map<number, { madeMs: number; arrivedAtMs: number }>();
            let from = at;
            while (from > 0 && arriving[from - 1]?.status === server.status) from -= 1;
            for (let back = from; back < at; back += 1) {
              const { userId, madeMs } = arriving[back] as Decision;
              if (!stood.has(userId)) stood.set(userId, { madeMs, arrivedAtMs: back });
            }
            if (decision.status !== server.status) {
              for (const [userId, { madeMs, arrivedAtMs }] of stood) {
                if (userId === decision.userId) continue;
                const madeEarlier = decision.madeMs < madeMs;
                expected.push({
                  userId,
                  status: server.status,
                  made: span(madeMs),
                  arrivedAtMs,
                  madeEarlier,
                });
              }
            }
            server.arrive(decision, at);
          });
          expect(server.told.map(({ by: _, ...told }) => told)).toEqual(expected);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it("of two persons name the winner by arrival, and say so to both where the winner's was made before (promise A7)", () => {
    const orders = fc.tuple(
      fc.integer({ min: 0, max: 9 }),
      fc.integer({ min: 0, max: 9 }),
      fc.boolean(),
      fc.boolean(),
    );
    fc.assert(
      fc.property(orders, ([adaMadeMs, benMadeMs, adaFirst, benSaw]) => {
        const ada: Decision = { id: 1, userId: 1, status: "archive", madeMs: adaMadeMs, base: "none" };
        // What a person saw decides nothing about who is told.
        const ben: Decision = { id: 2, userId: 2, status: "favorite", madeMs: benMadeMs, base: "none" };
        const [first, second] = adaFirst ? [ada, ben] : [ben, ada];
        const server = new Server();
        server.arrive(first, 100);
        server.arrive({ ...second, base: benSaw ? first.status : "none" }, 200);
        const madeEarlier = second.madeMs < first.madeMs;
        expect(server.told).toEqual([
          {
            userId: first.userId,
            status: first.status,
            made: span(first.madeMs),
            arrivedAtMs: 100,
            by: {
              userId: second.userId,
              status: second.status,
              made: span(second.madeMs),
              arrivedAtMs: 200,
            },
            madeEarlier,
          },
        ]);
        expect(server.saidToSender).toEqual(benSaw && !madeEarlier ? [] : [{ id: second.id, madeEarlier }]);
      }),
    );
  });
});

describe("the same decision", () => {
  it("replaces nothing", () => {
    const one = { userId: 1, made: span(1), arrivedAtMs: 2 };
    const by = { userId: 2, made: span(3), arrivedAtMs: 4, status: "archive" as const };
    expect(replacedDecisions({ status: "archive", standing: [one] }, by)).toEqual([]);
    expect(replacedDecisions({ status: "none", standing: [one] }, by)).toHaveLength(1);
  });
});

describe("the value of a dismissal", () => {
  it("holds its ids, and none for anything else", () => {
    expect(dismissedIds(dismissalValue(["1", "20", "300"]))).toEqual(["1", "20", "300"]);
    for (const value of ["", "a,b", "0,-1", 7, null, { ids: "1" }]) expect(dismissedIds(value)).toEqual([]);
  });
});
