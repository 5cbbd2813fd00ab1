import { describe, expect, it } from "vitest";
import {
  ALERT_TYPES,
  type AlertType,
  isOpenAlert,
  nextAlertStatus,
  OPEN_ALERT_STATUSES,
} from "../../../../src/domain/alert/alert.ts";
import { type ConditionInput, conditionOf } from "../../../../src/domain/alert/alert-condition.ts";
import {
  DEFAULT_ALERT_FLAGS,
  DEFAULT_ALERT_THRESHOLDS,
  DEFAULT_GROUP_ALERT_SETTINGS,
  effectiveAlertSettings,
  isThreshold,
  THRESHOLD_RANGES,
  THRESHOLD_TYPES,
  withFlags,
  withThresholds,
} from "../../../../src/domain/alert/alert-settings.ts";
import {
  ALERT_COOLDOWN_MS,
  type AlertInput,
  decideAlerts,
  type LastAlert,
} from "../../../../src/domain/alert/decide-alerts.ts";
import type { DeviceArrivals } from "../../../../src/domain/alert/device-arrivals.ts";
import { HOUR_MS } from "../../../../src/domain/time.ts";
import { alertSummary } from "../../../../src/messages/server/alerts.ts";

const NOW = 1_000 * HOUR_MS;
const FRESH: DeviceArrivals = {
  firstAtMs: 0,
  insightAtMs: NOW,
  triggerAtMs: NOW,
  batteryVoltage: 4,
  batteryAtMs: NOW,
  cableErrorSinceMs: null,
  toldImages: 1,
  toldTriggerMs: null,
};

function input(arrivals: Partial<DeviceArrivals> = {}, change: Partial<ConditionInput> = {}): ConditionInput {
  return {
    arrivals: { ...FRESH, ...arrivals },
    thresholds: DEFAULT_ALERT_THRESHOLDS,
    lastCallMs: NOW,
    grantedAtMs: 0,
    nowMs: NOW,
    ...change,
  };
}

describe("an alert's status", () => {
  it("goes one way, and open are new and acknowledged", () => {
    expect((["new", "acknowledged", "resolved"] as const).map(nextAlertStatus)).toEqual([
      "acknowledged",
      "resolved",
      null,
    ]);
    expect(OPEN_ALERT_STATUSES).toEqual(["new", "acknowledged"]);
    expect(["new", "acknowledged", "resolved"].map((status) => isOpenAlert({ status }))).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe("settings of alerts", () => {
  it("are on by default, with thresholds within their ranges", () => {
    expect(ALERT_TYPES.every((type) => DEFAULT_ALERT_FLAGS[type])).toBe(true);
    expect(DEFAULT_ALERT_THRESHOLDS).toEqual({
      no_recent_insights: 72,
      no_recent_camera_triggers: 48,
      low_battery: 3.2,
    });
    expect(THRESHOLD_RANGES).toEqual({
      no_recent_insights: { unit: "hours", least: 1, most: 720, isWhole: true },
      no_recent_camera_triggers: { unit: "hours", least: 1, most: 720, isWhole: true },
      low_battery: { unit: "volts", least: 1, most: 30, isWhole: false },
    });
    for (const type of THRESHOLD_TYPES) {
      expect(isThreshold(type, DEFAULT_ALERT_THRESHOLDS[type])).toBe(true);
    }
    expect(DEFAULT_GROUP_ALERT_SETTINGS).toEqual({ ignore: false, thresholds: null });
  });

  it.each([
    ["no_recent_insights", [1, 720], [0.9, 1.5, 721, Number.NaN]],
    ["no_recent_camera_triggers", [1, 720], [0, 47.5, 721]],
    ["low_battery", [1, 3.25, 30], [0.9, 30.1, Number.NaN]],
  ] as const)("have a threshold of %s within its range, hours whole and volts not", (type, right, wrong) => {
    for (const value of right) expect([value, isThreshold(type, value)]).toEqual([value, true]);
    for (const value of wrong) expect([value, isThreshold(type, value)]).toEqual([value, false]);
  });

  it("change where they are named", () => {
    expect(withFlags(DEFAULT_ALERT_FLAGS, { low_battery: false })).toEqual({
      ...DEFAULT_ALERT_FLAGS,
      low_battery: false,
    });
    expect(withThresholds(DEFAULT_ALERT_THRESHOLDS, { low_battery: 11 })).toEqual({
      ...DEFAULT_ALERT_THRESHOLDS,
      low_battery: 11,
    });
  });

  it("are those of the group where it has some, and raise nothing where it is ignored", () => {
    const account = {
      flags: { ...DEFAULT_ALERT_FLAGS, low_battery: false },
      thresholds: DEFAULT_ALERT_THRESHOLDS,
    };
    const own = { ...DEFAULT_ALERT_THRESHOLDS, no_recent_insights: 5 };
    const three = new Set(ALERT_TYPES.filter((type) => type !== "low_battery"));
    expect(effectiveAlertSettings(account, null)).toEqual({ raised: three, thresholds: account.thresholds });
    expect(effectiveAlertSettings(account, DEFAULT_GROUP_ALERT_SETTINGS)).toEqual({
      raised: three,
      thresholds: account.thresholds,
    });
    expect(effectiveAlertSettings(account, { ignore: false, thresholds: own })).toEqual({
      raised: three,
      thresholds: own,
    });
    expect(effectiveAlertSettings(account, { ignore: true, thresholds: own })).toEqual({
      raised: new Set(),
      thresholds: own,
    });
  });
});

describe("a condition", () => {
  it.each([
    ["no_recent_insights", "insightAtMs", 72],
    ["no_recent_camera_triggers", "triggerAtMs", 48],
  ] as const)("%s holds once the silence has lasted for the threshold", (type, field, hours) => {
    const sinceMs = NOW - hours * HOUR_MS;
    expect(conditionOf(type, false, input({ [field]: sinceMs + 1 }))).toBeNull();
    for (const isRunning of [false, true]) {
      expect(conditionOf(type, isRunning, input({ [field]: sinceMs }))).toEqual({
        type,
        sinceMs,
        threshold: hours,
        batteryVoltage: null,
      });
    }
  });

  it("counts silence of insights from the first report where no insight has come", () => {
    const arrivals = { insightAtMs: null, firstAtMs: NOW - 73 * HOUR_MS };
    expect(conditionOf("no_recent_insights", false, input(arrivals))?.sinceMs).toBe(arrivals.firstAtMs);
    expect(conditionOf("no_recent_insights", false, input({ insightAtMs: null, firstAtMs: NOW }))).toBeNull();
  });

  it("expects no triggers of a Sentinel that never told of its camera", () => {
    expect(conditionOf("no_recent_camera_triggers", false, input({ triggerAtMs: null }))).toBeNull();
  });

  it("does not count silence from before the user had the Sentinel", () => {
    const silent = { insightAtMs: 1, triggerAtMs: 1 };
    for (const [type, hours] of [
      ["no_recent_insights", 72],
      ["no_recent_camera_triggers", 48],
    ] as const) {
      const grantedAtMs = NOW - hours * HOUR_MS;
      expect(conditionOf(type, false, input(silent, { grantedAtMs: grantedAtMs + 1 }))).toBeNull();
      expect(conditionOf(type, false, input(silent, { grantedAtMs }))?.sinceMs).toBe(grantedAtMs);
    }
  });

  it("does not wait for a grant that a clock wrote which ran ahead", () => {
    const grantedAtMs = NOW + 9_000 * HOUR_MS;
    const insightAtMs = NOW - 72 * HOUR_MS;
    expect(conditionOf("no_recent_insights", false, input({ insightAtMs }, { grantedAtMs }))?.sinceMs).toBe(
      insightAtMs,
    );
  });

  it("does not count a battery's reading from before the user had the Sentinel", () => {
    const low = { batteryVoltage: 3, batteryAtMs: NOW - HOUR_MS };
    const decided = (grantedAtMs: number) => conditionOf("low_battery", true, input(low, { grantedAtMs }));
    expect(decided(NOW - HOUR_MS + 1)).toBeNull();
    expect(decided(NOW - HOUR_MS)?.sinceMs).toBe(NOW - HOUR_MS);
    // Of a clock that ran ahead.
    expect(decided(NOW + HOUR_MS)?.sinceMs).toBe(NOW - HOUR_MS);
  });

  it("counts a fault of the cable from the grant on, once the Sentinel has called since", () => {
    const faulty = { cableErrorSinceMs: NOW - 9 * HOUR_MS };
    const grantedAtMs = NOW - HOUR_MS;
    const decided = (lastCallMs: number | null) =>
      conditionOf("spypoint_error", false, input(faulty, { grantedAtMs, lastCallMs }));
    expect(decided(null)).toBeNull();
    expect(decided(grantedAtMs - 1)).toBeNull();
    expect(decided(grantedAtMs)?.sinceMs).toBe(grantedAtMs);
    const told = input({ cableErrorSinceMs: NOW }, { grantedAtMs, lastCallMs: null });
    expect(conditionOf("spypoint_error", false, told)?.sinceMs).toBe(NOW);
  });

  it("low_battery holds at the threshold, and once it runs until the margin is passed", () => {
    const low = { type: "low_battery", sinceMs: 7, threshold: 3.2, batteryVoltage: 3.2 };
    expect(conditionOf("low_battery", false, input({ batteryVoltage: 3.2, batteryAtMs: 7 }))).toEqual(low);
    expect(conditionOf("low_battery", false, input({ batteryVoltage: 3.21 }))).toBeNull();
    expect(conditionOf("low_battery", true, input({ batteryVoltage: 3.29 }))).not.toBeNull();
    expect(conditionOf("low_battery", true, input({ batteryVoltage: 3.31 }))).toBeNull();
    expect(conditionOf("low_battery", false, input({ batteryVoltage: null }))).toBeNull();
    expect(conditionOf("low_battery", false, input({ batteryVoltage: 1, batteryAtMs: null }))).toBeNull();
  });

  it("spypoint_error holds as long as the cable is reported faulty", () => {
    expect(conditionOf("spypoint_error", false, input())).toBeNull();
    expect(conditionOf("spypoint_error", true, input({ cableErrorSinceMs: 5 }))).toEqual({
      type: "spypoint_error",
      sinceMs: 5,
      threshold: null,
      batteryVoltage: null,
    });
  });

  it("has a sentence that names what was crossed", () => {
    const base = { sinceMs: 0, batteryVoltage: null };
    const sentences = [
      alertSummary({ ...base, type: "no_recent_insights", threshold: 72 }),
      alertSummary({ ...base, type: "no_recent_camera_triggers", threshold: 1 }),
      alertSummary({ ...base, type: "low_battery", threshold: 3.2, batteryVoltage: 3.1 }),
      alertSummary({ ...base, type: "spypoint_error", threshold: null }),
    ];
    expect(sentences).toEqual([
      "No insights for 72 hours.",
      "The camera was not triggered for 1 hour.",
      "Battery at 3.10 V, the limit is 3.2 V.",
      "The camera's cable gave an error.",
    ]);
  });
});

describe("the decision about a Sentinel's alerts", () => {
  const BROKEN = { insightAtMs: 0, triggerAtMs: 0, batteryVoltage: 3, cableErrorSinceMs: 9 };

  function decide(
    arrivals: Partial<DeviceArrivals> | null,
    last: Partial<Record<AlertType, LastAlert>> = {},
    change: Partial<AlertInput> = {},
  ) {
    const decision = decideAlerts({
      arrivals: arrivals === null ? null : { ...FRESH, ...arrivals },
      lastCallMs: NOW,
      settings: { raised: new Set(ALERT_TYPES), thresholds: DEFAULT_ALERT_THRESHOLDS },
      grantedAtMs: 0,
      nowMs: NOW,
      lastOf: new Map(Object.entries(last) as [AlertType, LastAlert][]),
      ...change,
    });
    return {
      raised: decision.raised.map(({ type }) => type),
      ended: decision.ended.map(({ alertId }) => alertId),
    };
  }
  const running = (alertId: number): LastAlert => ({ alertId, endedAtMs: null });
  const ended = (agoMs: number): LastAlert => ({ alertId: 1, endedAtMs: NOW - agoMs });

  it("raises each type that holds, and none where nothing does", () => {
    expect(decide(BROKEN)).toEqual({ raised: ALERT_TYPES, ended: [] });
    expect(decide({})).toEqual({ raised: [], ended: [] });
  });

  it("decides nothing about a Sentinel that has sent nothing yet", () => {
    expect(decide(null, { low_battery: running(1) })).toEqual({ raised: [], ended: [] });
  });

  it("raises none that runs, and ends those that no longer hold", () => {
    const last = { low_battery: running(1), spypoint_error: running(2) };
    expect(decide({ batteryVoltage: 3, cableErrorSinceMs: 9 }, last)).toEqual({ raised: [], ended: [] });
    expect(decide({ batteryVoltage: 3 }, last)).toEqual({ raised: [], ended: [2] });
    expect(decide({}, last)).toEqual({ raised: [], ended: [2, 1] });
    // Within the margin a battery that is low stays low.
    expect(decide({ batteryVoltage: 3.25 }, { low_battery: running(1) })).toEqual({ raised: [], ended: [] });
  });

  it("raises none within the cooldown of the last one, and then what still holds", () => {
    const broken = { batteryVoltage: 3 };
    expect(decide(broken, { low_battery: ended(ALERT_COOLDOWN_MS - 1) }).raised).toEqual([]);
    expect(decide(broken, { low_battery: ended(ALERT_COOLDOWN_MS) }).raised).toEqual(["low_battery"]);
    expect(decide(broken, { spypoint_error: ended(1) }).raised).toEqual(["low_battery"]);
    expect(ALERT_COOLDOWN_MS).toBe(6 * HOUR_MS);
    // The server's clock was set back since.
    expect(decide(broken, { low_battery: ended(1 - ALERT_COOLDOWN_MS) }).raised).toEqual([]);
    expect(decide(broken, { low_battery: ended(-9_000 * HOUR_MS) }).raised).toEqual(["low_battery"]);
  });

  it("raises none of a type that is off, and still ends those that run", () => {
    const settings = { raised: new Set<AlertType>(["spypoint_error"]), thresholds: DEFAULT_ALERT_THRESHOLDS };
    expect(decide(BROKEN, {}, { settings }).raised).toEqual(["spypoint_error"]);
    expect(decide(BROKEN, { low_battery: running(1) }, { settings }).ended).toEqual([]);
    expect(decide({}, { low_battery: running(1) }, { settings }).ended).toEqual([1]);
  });

  it("passes the user's thresholds and grant on", () => {
    const thresholds = { ...DEFAULT_ALERT_THRESHOLDS, no_recent_insights: 2 };
    const settings = { raised: new Set(ALERT_TYPES), thresholds };
    const silent = { insightAtMs: NOW - 2 * HOUR_MS };
    expect(decide(silent, {}, { settings }).raised).toEqual(["no_recent_insights"]);
    expect(decide(silent, {}, { settings, grantedAtMs: NOW }).raised).toEqual([]);
    expect(decide(silent, {}, { settings, nowMs: NOW - 1 }).raised).toEqual([]);
  });
});
