import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ALERT_STATUSES, ALERT_TYPES } from "../../../../src/domain/alert/alert.ts";
import {
  type CausedAlert,
  foldByCause,
  ONE_CAUSE_MIN,
  ONE_CAUSE_MS,
} from "../../../../src/domain/alert/alert-cause.ts";

const STARTED = Date.UTC(2026, 10, 21, 8);

function alert(id: string, atMs: number, change: Partial<CausedAlert> = {}): CausedAlert {
  return {
    id,
    alert_type: "no_recent_insights",
    associated_id: `cam-${id}`,
    status: "new",
    created_at: new Date(STARTED + atMs).toISOString(),
    ...change,
  };
}

const idsOf = (alerts: readonly CausedAlert[]) => foldByCause(alerts).map((fold) => fold.map(({ id }) => id));

describe("alerts of one cause", () => {
  it("fold where three Sentinels fall silent within an hour of each other", () => {
    const alerts = [alert("3", 2 * ONE_CAUSE_MS), alert("2", ONE_CAUSE_MS), alert("1", 0)];
    expect(idsOf(alerts)).toEqual([["3", "2", "1"]]);
  });

  it("do not fold across a longer gap, nor of fewer Sentinels", () => {
    expect(idsOf([alert("3", 2 * ONE_CAUSE_MS + 1), alert("2", ONE_CAUSE_MS), alert("1", 0)])).toEqual([
      ["3"],
      ["2"],
      ["1"],
    ]);
    const same = { associated_id: "cam-1" };
    expect(idsOf([alert("3", 0, same), alert("2", 0, same), alert("1", 0, same)])).toEqual([
      ["3"],
      ["2"],
      ["1"],
    ]);
  });

  it("do not fold with another type or status, which lie between them in the list", () => {
    const alerts = [
      alert("a", 3),
      alert("x", 2, { alert_type: "low_battery" }),
      alert("b", 2),
      alert("y", 1, { status: "acknowledged" }),
      alert("c", 0),
    ];
    expect(idsOf(alerts)).toEqual([["a", "b", "c"], ["x"], ["y"]]);
  });

  it("are each in one line, in the order given, and lines follow a slow reading of the rule", () => {
    const any = fc.record({
      type: fc.constantFrom(...ALERT_TYPES.slice(0, 2)),
      status: fc.constantFrom(...ALERT_STATUSES.slice(0, 2)),
      device: fc.integer({ min: 1, max: 5 }),
      minutes: fc.integer({ min: 0, max: 600 }),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 24 }), (rows) => {
        const alerts = rows.map(({ type, status, device, minutes }, at) =>
          alert(String(at), minutes * 60_000, {
            alert_type: type,
            status,
            associated_id: `cam-${device}`,
          }),
        );
        const lines = foldByCause(alerts);
        expect(lines.flat().toSorted(byPlace)).toEqual(alerts);
        for (const line of lines) expect(line).toEqual(line.toSorted(byPlace));
        expect(lines.map(([first]) => Number(first?.id))).toEqual(
          lines.map(([first]) => Number(first?.id)).toSorted((a, b) => a - b),
        );
        for (const one of alerts) {
          const line = lines.find((items) => items.includes(one));
          const reached = slowlyReached(one, alerts);
          const devices = new Set(reached.map(({ associated_id }) => associated_id));
          expect(line).toEqual(devices.size >= ONE_CAUSE_MIN ? reached : [one]);
        }
      }),
    );
  });
});

const byPlace = (a: CausedAlert, b: CausedAlert) => Number(a.id) - Number(b.id);

/** All alerts that chains of neighbours within the hour lead to. */
function slowlyReached(from: CausedAlert, alerts: readonly CausedAlert[]): CausedAlert[] {
  const reached = new Set([from]);
  for (let size = 0; size !== reached.size; ) {
    size = reached.size;
    for (const one of alerts) {
      const isNear = [...reached].some(
        (other) =>
          other.alert_type === one.alert_type &&
          other.status === one.status &&
          Math.abs(Date.parse(other.created_at) - Date.parse(one.created_at)) <= ONE_CAUSE_MS,
      );
      if (isNear) reached.add(one);
    }
  }
  return alerts.filter((one) => reached.has(one));
}
