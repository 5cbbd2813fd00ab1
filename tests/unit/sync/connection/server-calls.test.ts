import { expect, it } from "vitest";
import type { HttpCall, HttpOutcome } from "../../../../src/platform/http.ts";
import { ALERT_FIELDS } from "../../../../src/protocol/records/alert-fields.ts";
import { DEVICE_FIELDS } from "../../../../src/protocol/records/device-fields.ts";
import { GROUP_FIELDS } from "../../../../src/protocol/records/group-fields.ts";
import { MODEL_FIELDS } from "../../../../src/protocol/records/model-fields.ts";
import { type FieldList, fieldsOf } from "../../../../src/protocol/records/record-fields.ts";
import type { Alert, Model } from "../../../../src/protocol/shapes.ts";
import { createServerCalls, type ServerCalls } from "../../../../src/sync/connection/server-calls.ts";
import { fakeDevice, fakeGroup } from "../../../support/server/fleet-world.ts";

const signal = new AbortController().signal;
const alert: Alert = {
  id: "3",
  alert_key: "device_id",
  associated_id: "cam-1",
  alert_type: "low_battery",
  summary: "Battery low",
  created_at: "2026-11-01T08:00:00.000Z",
  status: "new",
  since: "2026-11-01T07:59:59.000Z",
  threshold: 3.2,
  battery_voltage: 3.1,
  acknowledged_at: null,
  acknowledged_by: null,
  resolved_at: null,
  resolved_by: null,
  resolved_cause: null,
};
const model: Model = {
  alg_id: "4",
  alg_name: "Mammals",
  alg_description: null,
  alg_type: null,
  author: null,
  framework: "tflite",
  date_created: "2026-11-01T08:00:00.000Z",
  classes: [{ class_id: 1, label: "fox", original_label: "fox" }],
};

const LISTS: { name: string; fields: FieldList; record: object; call: (calls: ServerCalls) => unknown }[] = [
  {
    name: "Sentinels",
    fields: DEVICE_FIELDS,
    record: fakeDevice({ device_id: "cam-1" }),
    call: (calls) => calls.devices(signal),
  },
  {
    name: "groups",
    fields: GROUP_FIELDS,
    record: fakeGroup({ group_id: "1" }),
    call: (calls) => calls.groups(signal),
  },
  { name: "alerts", fields: ALERT_FIELDS, record: alert, call: (calls) => calls.alerts(signal) },
  { name: "models", fields: MODEL_FIELDS, record: model, call: (calls) => calls.models(1, signal) },
];

it.each(LISTS)(
  "takes a list of $name only where no field of one has another kind",
  ({ fields, record, call }) => {
    const accepts = acceptOf(call);
    expect(accepts({ message: [record] })).toBe(true);
    for (const [name, { kind }] of fieldsOf(fields)) {
      // True is a value of no other kind.
      const wrong = { ...record, [name]: kind === "flag" ? 1 : true };
      expect(accepts({ message: [record, wrong] }), name).toBe(false);
    }
  },
);

/** The check that a call makes of its answer. */
function acceptOf(call: (calls: ServerCalls) => unknown): (value: unknown) => boolean {
  let accepts: (value: unknown) => boolean = () => false;
  const unused = () => Promise.reject(new Error("not called here"));
  call(
    createServerCalls({
      open: unused,
      image: unused,
      async call<T>({ accept }: HttpCall<T>): Promise<HttpOutcome<T>> {
        accepts = accept;
        return { kind: "unreachable", why: "network" };
      },
    }),
  );
  return accepts;
}
