import { Compile } from "typebox/compile";
import { describe, expect, it } from "vitest";
import { Alert } from "../../../../src/protocol/shapes.ts";

const isAlert = Compile(Alert);
const ALERT = {
  id: "1",
  alert_key: "device_id",
  associated_id: "SN-1001",
  alert_type: "low_battery",
  summary: "Battery at 3.10 V",
  created_at: "2026-11-21T08:00:00.000Z",
  status: "new",
  since: null,
  threshold: null,
  battery_voltage: null,
  acknowledged_at: null,
  acknowledged_by: null,
  resolved_at: null,
  resolved_by: null,
  resolved_cause: null,
};
const withField = (field: string, value: unknown) => isAlert.Check({ ...ALERT, [field]: value });

describe("an alert on the wire", () => {
  it("has the seven fields of the specification, none of which may lack [ALERT-36]", () => {
    expect(isAlert.Check(ALERT)).toBe(true);
    for (const field of [
      "id",
      "alert_key",
      "associated_id",
      "alert_type",
      "summary",
      "created_at",
      "status",
    ]) {
      const { [field as keyof typeof ALERT]: _, ...rest } = ALERT;
      expect(isAlert.Check(rest), field).toBe(false);
      expect(withField(field, null), field).toBe(false);
    }
  });

  it("is of one of four types [ALERT-37]", () => {
    const types = ["no_recent_insights", "spypoint_error", "no_recent_camera_triggers", "low_battery"];
    expect(types.filter((type) => withField("alert_type", type))).toEqual(types);
    expect(["", "low", "LOW_BATTERY", 1].some((type) => withField("alert_type", type))).toBe(false);
  });

  it("has one of three statuses [ALERT-38]", () => {
    const statuses = ["new", "acknowledged", "resolved"];
    expect(statuses.filter((status) => withField("status", status))).toEqual(statuses);
    expect(["", "open", "closed", "New"].some((status) => withField("status", status))).toBe(false);
  });
});
