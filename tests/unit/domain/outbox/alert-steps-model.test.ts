import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ALERT_STATUSES, type AlertStatus, nextAlertStatus } from "../../../../src/domain/alert/alert.ts";
import {
  ALERT_STATUS,
  furtherStatus,
  isAlertStatus,
  isFurther,
} from "../../../../src/domain/alert/alert-step.ts";
import {
  EMPTY_OUTBOX,
  isStatusBatch,
  type OutboxRecord,
} from "../../../../src/domain/outbox/outbox-record.ts";
import { writesOf } from "../../../../src/domain/outbox/projection.ts";
import { nextTask } from "../../../../src/domain/outbox/queue-task.ts";
import { apply, recordAfter } from "../../../../src/domain/outbox/transitions.ts";

/** A taken step, for the books of the model. */
interface Said {
  readonly key: string;
  readonly alert: string;
  readonly status: AlertStatus;
  isTakenBack: boolean;
}

/**
 * One person's alert steps in an outbox, the server, somebody else with the same alerts, and a network that loses
 * requests and answers. It states the promise in its own words and checks it after every event.
 */
class AlertWorld {
  record: OutboxRecord = EMPTY_OUTBOX;
  readonly alerts = ["1", "2"] as const;
  readonly #server = new Map<string, AlertStatus>(this.alerts.map((alert) => [alert, "new"]));
  readonly #mirror = new Map(this.#server);
  /** The server's answers, by key. */
  readonly #answered = new Map<string, "done" | "noop">();
  readonly #said: Said[] = [];
  #keys = 0;

  shown(alert: string): AlertStatus {
    const waiting = writesOf(this.record, ALERT_STATUS).get(alert);
    const mirrored = this.#mirror.get(alert) ?? "new";
    return isAlertStatus(waiting) ? furtherStatus(mirrored, waiting) : mirrored;
  }

  step(alert: string): void {
    const base = this.shown(alert);
    const status = nextAlertStatus(base);
    if (status === null) return;
    this.#keys += 1;
    const key = `key-${this.#keys}`;
    const write = { id: key, subject: alert, deviceId: "cam", value: status, base, atMs: 0 };
    this.record = apply(this.record, "sealWrites", ALERT_STATUS, [write], {
      batchId: key,
      atMs: 0,
      held: true,
    });
    this.#said.push({ key, alert, status, isTakenBack: false });
    expect(this.shown(alert)).toBe(status);
  }

  takeBack(pick: number): void {
    const said = this.#said[pick % Math.max(1, this.#said.length)];
    if (said === undefined) return;
    const before = this.record;
    const result = apply(before, "dropHeld", said.key);
    this.record = recordAfter(before, result);
    const left = new Set(this.record.batches.map(({ batchId }) => batchId));
    for (const { batchId } of before.batches) {
      const one = this.#said.find(({ key }) => key === batchId);
      if (one && !left.has(batchId)) one.isTakenBack = true;
    }
    if (result !== null) expect(left.has(said.key)).toBe(false);
    // The same answer however often it is asked for.
    expect(result !== null).toBe(said.isTakenBack);
  }

  /** A turn of the queue. */
  send(fate: "arrives" | "isLost" | "answerIsLost"): void {
    const task = nextTask(this.record, () => false);
    if (task.kind === "held") this.record = apply(this.record, "releaseHeld", task.batch.batchId);
    if (task.kind !== "send" || isStatusBatch(task.batch) || fate === "isLost") return;
    const { batchId, actions } = task.batch;
    const [write] = actions;
    if (write === undefined || !isAlertStatus(write.value)) return;
    if (!this.#answered.has(batchId)) this.#answered.set(batchId, this.#receive(write.subject, write.value));
    if (fate === "answerIsLost") return;
    const outcomes =
      this.#answered.get(batchId) === "noop"
        ? [{ insightId: write.subject, deviceId: "cam", outcome: "noop" as const, by: null, atMs: null }]
        : [];
    const bulk = { bulkId: `alerts:${batchId}`, status: 2 as const, message: "", outcomes };
    this.record = apply(this.record, "submitBatch", batchId, bulk);
  }

  /** Another phone takes a step, or the server closes the alert. */
  other(alert: string, status: AlertStatus): void {
    const there = this.#server.get(alert) ?? "new";
    if (isFurther(status, there)) this.#server.set(alert, status);
  }

  pull(): void {
    for (const [alert, status] of this.#server) this.#mirror.set(alert, status);
    const ended = this.record.batches.flatMap(({ bulk }) => (bulk?.status === 2 ? [bulk.bulkId] : []));
    this.record = apply(this.record, "settleRound", new Set(ended), 2);
  }

  crash(): void {
    this.record = structuredClone(this.record);
  }

  rest(): void {
    for (let turn = 0; this.record.batches.length > 0; turn += 1) {
      expect(turn, "turns until the outbox is empty").toBeLessThan(200);
      this.send("arrives");
      this.pull();
      this.check();
    }
    this.pull();
    for (const { alert, status, isTakenBack } of this.#said) {
      if (!isTakenBack)
        expect(isFurther(status, this.#server.get(alert) ?? "new"), `${alert} ${status}`).toBe(false);
    }
    for (const alert of this.alerts) expect(this.shown(alert)).toBe(this.#server.get(alert));
  }

  check(): void {
    for (const alert of this.alerts) {
      const mirrored = this.#mirror.get(alert) ?? "new";
      expect(isFurther(mirrored, this.shown(alert)), "an alert shows less than the mirror has").toBe(false);
      const isSaid = this.#said.some(
        (said) => said.alert === alert && said.status === this.shown(alert) && !said.isTakenBack,
      );
      expect(this.shown(alert) === mirrored || isSaid, "an alert shows what nobody said").toBe(true);
    }
    for (const { key, isTakenBack } of this.#said) {
      if (isTakenBack) expect(this.#answered.has(key), "a step was taken back and sent").toBe(false);
    }
    expect(this.record.refused).toEqual([]);
  }

  #receive(alert: string, status: AlertStatus): "done" | "noop" {
    const there = this.#server.get(alert) ?? "new";
    if (!isFurther(status, there)) return "noop";
    expect(nextAlertStatus(there), "a step that leaves one out was sent").toBe(status);
    this.#server.set(alert, status);
    return "done";
  }
}

const alert = fc.constantFrom("1", "2");
const events = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("step" as const), alert }),
    fc.record({ kind: fc.constant("takeBack" as const), pick: fc.nat({ max: 9 }) }),
    fc.record({
      kind: fc.constant("send" as const),
      fate: fc.constantFrom("arrives" as const, "isLost" as const, "answerIsLost" as const),
    }),
    fc.record({ kind: fc.constant("other" as const), alert, status: fc.constantFrom(...ALERT_STATUSES) }),
    fc.record({ kind: fc.constant("pull" as const) }),
    fc.record({ kind: fc.constant("crash" as const) }),
  ),
  { maxLength: 40 },
);

const RUNS = Number(process.env.MODEL_RUNS ?? 2_000);

describe("the steps of alerts in the outbox", () => {
  it("are never lost, never doubled, never shown against the server, and sent or taken back but not both", () => {
    fc.assert(
      fc.property(events, (happens) => {
        const world = new AlertWorld();
        for (const event of happens) {
          if (event.kind === "step") world.step(event.alert);
          else if (event.kind === "takeBack") world.takeBack(event.pick);
          else if (event.kind === "send") world.send(event.fate);
          else if (event.kind === "other") world.other(event.alert, event.status);
          else world[event.kind]();
          world.check();
        }
        world.rest();
      }),
      { numRuns: RUNS },
    );
  });
});
