import fc from "fast-check";
import { expect } from "vitest";
import type { AlertType } from "../../../../src/domain/alert/alert.ts";
import { HOUR_MS } from "../../../../src/domain/time.ts";
import type { Alert } from "../../../../src/protocol/shapes.ts";
import { type SpeakingDevice, speakingDevice } from "../ingest-world.ts";
import type { TestApp, TestUser } from "../test-app.ts";
import { type SlowAlert, SlowAlerts } from "./slow-alerts.ts";

const TYPES = ["no_recent_insights", "spypoint_error", "no_recent_camera_triggers", "low_battery"] as const;

const device = fc.nat({ max: 1 });
const user = fc.nat({ max: 1 });
const happening = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("report" as const),
      device,
      volts: fc.constantFrom(null, 3.1, 3.2, 3.25, 3.35, 4),
      cable: fc.constantFrom(null, true, false),
      images: fc.constantFrom("unsaid", "same", "more"),
      clock: fc.constantFrom("right", "right", "late", "fallenBack"),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("insight" as const), device }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("evaluation" as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("step" as const), user, which: fc.nat({ max: 9 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("flag" as const),
      user,
      type: fc.constantFrom(...TYPES),
      isOn: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("threshold" as const),
      user,
      change: fc.constantFrom<Partial<Record<AlertType, number>>>(
        { no_recent_insights: 10 },
        { no_recent_insights: 100 },
        { no_recent_camera_triggers: 7 },
        { low_battery: 3.6 },
        { low_battery: 3 },
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("ignore" as const), isIgnored: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("share" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("giveUp" as const) }) },
);
const LATE_HOURS = [1, 4, 20, 60] as const;
const SILENT_HOURS = [0.1, 0.5, 2, 5, 7, 13, 30, 50, 73];
/** A Sentinel that fails and recovers in turn, with its cooldown in between. */
const FLAPPING_HOURS = [0.1, 0.5, 0.9, 1, 2, 3, 5, 5.9, 6];
/** Steps of a history, each so many hours after the one before. */
export const history = fc.oneof(
  ...[SILENT_HOURS, FLAPPING_HOURS].map((hours) =>
    fc.array(fc.record({ hours: fc.constantFrom(...hours), happening }), { minLength: 5, maxLength: 45 }),
  ),
);
export type Happening = typeof happening extends fc.Arbitrary<infer One> ? One : never;

/**
 * Two users and two Sentinels; the first one, in a group, is shared by times. The same on the server and in the model.
 */
export class AlertWorld {
  readonly slow = new SlowAlerts();
  readonly #test: TestApp;
  readonly #users: TestUser[] = [];
  readonly #devices: SpeakingDevice[] = [];
  readonly #images = [0, 0];
  #group = "";
  #sent = 0;

  private constructor(test: TestApp) {
    this.#test = test;
  }

  static async make(test: TestApp): Promise<AlertWorld> {
    const world = new AlertWorld(test);
    for (const at of [0, 1]) world.#users.push(await test.addUser(test.deps.ids.uuid().slice(-9) + at));
    const [owner] = world.#users as [TestUser, TestUser];
    for (let at = 0; at < 2; at += 1) {
      world.#devices.push(await speakingDevice(test, test.deps.ids.uuid(), [owner]));
    }
    world.#group = await test.addGroup(owner, "North", [world.#devices[0]?.ref ?? 0]);
    const grantedMs = test.clock.now();
    for (const at of ["0", "1"]) world.slow.addUser(at);
    for (const at of ["0", "1"]) world.slow.users.get("0")?.devices.set(at, grantedMs);
    return world;
  }

  async let(one: Happening): Promise<void> {
    const nowMs = this.#test.clock.now();
    const model = "user" in one ? this.slow.users.get(String(one.user)) : undefined;
    switch (one.kind) {
      case "report":
        return this.#report(one, nowMs);
      case "insight": {
        this.#sent += 1;
        await this.#device(one.device).send({ source_id: `i${this.#sent}`, class_name: "fox" });
        return this.slow.arrive({ kind: "insight", atMs: nowMs, device: String(one.device) });
      }
      case "evaluation":
        await this.#test.jobs.evaluateAlerts();
        return this.slow.evaluate(nowMs);
      case "step":
        return this.#step(one.user, one.which, nowMs);
      case "flag":
        await this.#put(one.user, { settings: { [one.type]: one.isOn } });
        if (model !== undefined) model.flags[one.type] = one.isOn;
        return;
      case "threshold":
        await this.#put(one.user, { thresholds: one.change });
        Object.assign(model?.thresholds ?? {}, one.change);
        return;
      case "ignore": {
        await this.#put(0, { groupSettings: [{ deviceGroupId: this.#group, ignore: one.isIgnored }] });
        const ignored = this.slow.users.get("0")?.ignored;
        if (one.isIgnored) ignored?.add("0");
        else ignored?.delete("0");
        return;
      }
      case "share":
        return this.#share(nowMs);
      case "giveUp":
        if (!this.slow.users.get("1")?.devices.has("0")) return;
        await this.#test.call("DELETE", `/api/dataClearing/${this.#device(0).id}?ownership=true`, {
          as: this.#user(1),
        });
        return this.slow.giveUp("1", "0");
    }
  }

  async compare(): Promise<void> {
    for (const at of [0, 1]) {
      const { message } = (await this.#test.call("GET", "/api/alerts", { as: this.#user(at) })).json();
      const ids = this.#devices.map(({ id }) => id);
      const found = (message as Alert[]).map((alert) => ({
        device: String(ids.indexOf(alert.associated_id)),
        type: alert.alert_type,
        createdMs: Date.parse(alert.created_at),
        sinceMs: Date.parse(alert.since ?? ""),
        status: alert.status,
        cause: alert.resolved_cause,
        resolvedMs: alert.resolved_at === null ? null : Date.parse(alert.resolved_at),
      }));
      const expected = this.slow.alertsOf(String(at)).map(({ user: _, endedMs: __, ...alert }) => alert);
      expect(found.sort(byKind)).toEqual(expected.sort(byKind));
    }
  }

  async #report(one: Extract<Happening, { kind: "report" }>, nowMs: number): Promise<void> {
    const at = one.device;
    if (one.images === "more") this.#images[at] = (this.#images[at] ?? 0) + 1;
    const images = one.images === "unsaid" ? null : (this.#images[at] ?? 0);
    this.#sent += 1;
    const recordedMs = this.#moment(one.clock, nowMs);
    const answer = await this.#device(at).call("POST", "status", {
      battery_voltage: one.volts,
      cable_error: one.cable,
      images_processed: images,
      recorded_at: new Date(recordedMs).toISOString(),
    });
    expect(answer.statusCode).toBe(200);
    const { volts, cable } = one;
    this.slow.arrive({ kind: "report", atMs: nowMs, device: String(at), recordedMs, volts, cable, images });
  }

  /** What a report says of its moment; no two are of the same one. */
  #moment(clock: Extract<Happening, { kind: "report" }>["clock"], nowMs: number): number {
    if (clock === "right") return nowMs;
    return clock === "late"
      ? nowMs - (LATE_HOURS[this.#sent % LATE_HOURS.length] ?? 1) * HOUR_MS - this.#sent
      : Date.UTC(2001, 0, 1) + this.#sent * 60_000;
  }

  async #step(at: number, which: number, nowMs: number): Promise<void> {
    const open = this.slow.alertsOf(String(at)).filter(({ status }) => status !== "resolved");
    const chosen = open[which % Math.max(1, open.length)];
    if (chosen === undefined) return;
    const as = this.#user(at);
    const { message } = (await this.#test.call("GET", "/api/alerts", { as })).json();
    const stored = (message as Alert[]).find(
      (alert) =>
        alert.associated_id === this.#device(Number(chosen.device)).id &&
        alert.alert_type === chosen.type &&
        alert.status === chosen.status,
    );
    this.slow.takeStep(chosen, nowMs);
    const answer = await this.#test.call("PUT", `/api/alerts/statusUpdate/${stored?.id}`, {
      as,
      body: { status: chosen.status },
    });
    expect(answer.statusCode).toBe(200);
  }

  async #share(nowMs: number): Promise<void> {
    const model = this.slow.users.get("1");
    if (model === undefined || model.devices.has("0")) return;
    model.devices.set("0", nowMs);
    const row = {
      device_ref: this.#device(0).ref,
      user_id: this.#user(1).userId,
      after_insight_id: 0,
      granted_at: nowMs,
    };
    await this.#test.db.write((transaction) => transaction.insertInto("device_users").values(row).execute());
  }

  async #put(at: number, body: object): Promise<void> {
    const answer = await this.#test.call("PUT", "/api/alerts/settings", { as: this.#user(at), body });
    expect(answer.statusCode).toBe(200);
  }

  #user(at: number): TestUser {
    return this.#users[at] as TestUser;
  }

  #device(at: number): SpeakingDevice {
    return this.#devices[at] as SpeakingDevice;
  }
}

function byKind(a: Omit<SlowAlert, "user" | "endedMs">, b: Omit<SlowAlert, "user" | "endedMs">): number {
  return a.createdMs - b.createdMs || (`${a.device} ${a.type}` < `${b.device} ${b.type}` ? -1 : 1);
}
