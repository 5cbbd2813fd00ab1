import { expect, it } from "vitest";
import { RETAIN_EVERYTHING } from "../../../../src/domain/offline/retention.ts";
import { createHttp, type HttpCall, type HttpOutcome } from "../../../../src/platform/http.ts";
import { ALERT_FIELDS } from "../../../../src/protocol/records/alert-fields.ts";
import { DEVICE_FIELDS } from "../../../../src/protocol/records/device-fields.ts";
import { GROUP_FIELDS } from "../../../../src/protocol/records/group-fields.ts";
import { MODEL_FIELDS } from "../../../../src/protocol/records/model-fields.ts";
import { type FieldList, fieldsOf } from "../../../../src/protocol/records/record-fields.ts";
import type { Alert, Model } from "../../../../src/protocol/shapes.ts";
import type { SyncPage, WireTable } from "../../../../src/protocol/sync-page.ts";
import { chunkOfTable } from "../../../../src/storage/mirror/feed-rows.ts";
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

it("answers a page of the feed with its insights as they are stored, not as the columns that they came in", async () => {
  const insights: WireTable = {
    rows: 2,
    gone: ["7"],
    columns: { insight_id: { delta: [8, 1] }, class_name: { dict: ["fox"], at: [0, -1] } },
  };
  const devices: WireTable = { rows: 0, gone: ["cam-9"], columns: {} };
  const page: SyncPage = { cursor: "c", more: true, tables: { insights, devices } };
  const http = createHttp({ base: "", authorization: () => null, fetch: async () => Response.json(page) });
  const at = { cursor: null, limit: 10, retention: RETAIN_EVERYTHING, afterKey: null };
  expect(await createServerCalls(http).syncPage(at, signal)).toEqual({
    kind: "answer",
    protocol: null,
    value: {
      cursor: "c",
      more: true,
      tables: { devices },
      insights: { gone: ["7"], chunk: chunkOfTable(insights) },
    },
  });
});

/** The check that a call makes of its answer. */
function acceptOf(call: (calls: ServerCalls) => unknown): (value: unknown) => boolean {
  let accepts: (value: unknown) => boolean = () => false;
  const unused = () => Promise.reject(new Error("not called here"));
  call(
    createServerCalls({
      open: unused,
      image: unused,
      async call<T, Out = T>({ accept }: HttpCall<T, Out>): Promise<HttpOutcome<Out>> {
        accepts = accept;
        return { kind: "unreachable", why: "network" };
      },
    }),
  );
  return accepts;
}
