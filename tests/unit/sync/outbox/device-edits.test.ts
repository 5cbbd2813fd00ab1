import { describe, expect, it } from "vitest";
import { changedFields, type DeviceFields, withFields } from "../../../../src/domain/device/device-fields.ts";
import {
  EMPTY_OUTBOX,
  type OutboxRecord,
  type WriteBatch,
} from "../../../../src/domain/outbox/outbox-record.ts";
import { writesOf } from "../../../../src/domain/outbox/projection.ts";
import { settleRound, submitBatch } from "../../../../src/domain/outbox/queue.ts";
import { refuseBatch } from "../../../../src/domain/outbox/refuse-batch.ts";
import { retryAll, sealWrites } from "../../../../src/domain/outbox/seal-writes.ts";
import type { Http, HttpCall, HttpOutcome } from "../../../../src/platform/http.ts";
import type { Device } from "../../../../src/protocol/shapes.ts";
import { DEVICE_EDIT } from "../../../../src/sync/outbox/kinds/device-edit-kind.ts";
import { createDeviceEdits } from "../../../../src/sync/outbox/kinds/device-edits.ts";
import { lastingRefusal } from "../../../../src/sync/outbox/lasting-refusal.ts";
import { fakeDevice } from "../../../support/server/fleet-world.ts";
import { stampAt } from "../../domain/outbox/outbox-fixtures.ts";

const DEVICE = fakeDevice({
  device_id: "cam-1",
  device_name: "CAM 1",
  display_name: "Ford",
  description: null,
  location_name: "Weir",
  location_description: null,
  latitude: 5,
  longitude: 6,
  cycle_time: 60,
  sync_time: 30,
  group_id: "3",
});

const CALLS = ["GET /api/getDevicesForUser", "POST /api/updateDevice", "PUT /api/devices/cam-1/display"];
type Say = "lost" | { status: number; code: string; errors?: Record<string, string> };

/** The two calls of a server that honours idempotency keys, with the answers that a test sets. */
class FakeServer implements Http {
  device: Device | null = { ...DEVICE };
  sent: { call: string; key: string | null; body: Record<string, unknown> }[] = [];
  /** Bodies that were done, by key. */
  done = new Map<string, string>();
  say: Partial<Record<string, Say>> = {};
  readonly open = () => Promise.reject(new TypeError("not asked"));
  readonly image = async () => ({ kind: "unreachable", why: "network" }) as const;

  async call<T, Out = T>({
    method = "GET",
    path,
    body,
    headers,
  }: HttpCall<T, Out>): Promise<HttpOutcome<Out>> {
    const call = `${method} ${path}`;
    expect(CALLS).toContain(call);
    const answer = (message: unknown) =>
      ({ kind: "answer", value: { message }, protocol: 1 }) as unknown as HttpOutcome<Out>;
    if (method === "GET") {
      if (this.say[call] === "lost") return { kind: "unreachable", why: "network" };
      return answer(this.device === null ? [] : [this.device]);
    }
    const key = headers?.["Idempotency-Key"] ?? headers?.["idempotency-key"] ?? null;
    this.sent.push({ call, key, body: body as Record<string, unknown> });
    const said = this.say[call];
    if (said !== undefined && said !== "lost") {
      const refusal = { code: said.code, errors: said.errors ?? {}, message: undefined, retryAfterMs: null };
      return { kind: "refusal", status: said.status, refusal, protocol: 1 };
    }
    this.done.set(String(key), JSON.stringify(body));
    this.#apply(body as Record<string, string | null>);
    return said === "lost" ? { kind: "unreachable", why: "network" } : answer(this.device);
  }

  #apply(body: Record<string, string | null>) {
    const { lat, long, location, cycle_time, group_id, ...display } = body;
    const update = {
      location_name: location || null,
      latitude: lat ? Number(lat) : null,
      longitude: long ? Number(long) : null,
      cycle_time: Number(cycle_time),
      group_id: group_id || null,
    };
    const fields = cycle_time === undefined ? display : update;
    if (this.device) this.device = withFields(this.device, fields as Partial<DeviceFields>);
  }
}

/** An outbox with these edits of one Sentinel, each as a person saves it over what the one before shows. */
function outboxOf(...edits: readonly Partial<DeviceFields>[]): OutboxRecord {
  let record = EMPTY_OUTBOX;
  let shown = DEVICE;
  for (const [at, edit] of edits.entries()) {
    const { value, base } = changedFields(shown, { ...shown, ...edit });
    shown = withFields(shown, edit);
    const write = { id: `w${at}`, subject: "cam-1", deviceId: "cam-1", value, base, atMs: at };
    record = sealWrites(record, DEVICE_EDIT, [write as WriteBatch["actions"][number]], {
      batchId: `batch${at}`,
      atMs: at,
    });
  }
  return record;
}

const edits = (server: Http) => createDeviceEdits(server, lastingRefusal);
const signal = new AbortController().signal;
const first = (record: OutboxRecord) => record.batches[0] as WriteBatch;
const sendFirst = (server: FakeServer, record: OutboxRecord) =>
  edits(server).send(first(record), signal, null);
/** The list of refusals after this answer. */
function refusedAfter(record: OutboxRecord, outcome: HttpOutcome<unknown>) {
  const batch = first(record);
  const refusal = lastingRefusal(outcome, true);
  if (refusal !== null) return refuseBatch(record, batch.batchId, refusal).refused;
  if (outcome.kind !== "answer") return "tried again";
  const taken = submitBatch(record, batch.batchId, outcome.value as Parameters<typeof submitBatch>[2]);
  return settleRound(taken, new Set([`edit:${batch.batchId}`]), 1).refused;
}

describe("an edit of a Sentinel on its way to the server", () => {
  it("asks what is fresh, then sends all of the call's fields as text, of which only those change that the person changed [DEV-28]", async () => {
    const server = new FakeServer();
    const record = outboxOf({ latitude: 5.25, longitude: 6.5 });
    server.device = {
      ...DEVICE,
      device_name: "CAM 1 B",
      sync_time: 15,
      group_id: null,
      location_name: "New weir",
    };
    const outcome = await sendFirst(server, record);
    expect(server.sent).toEqual([
      {
        call: "POST /api/updateDevice",
        key: "batch0.0.update",
        body: {
          device_id: "cam-1",
          device_name: "CAM 1 B",
          cycle_time: "60",
          sync_time: "15",
          group_id: "",
          location: "New weir",
          lat: "5.25",
          long: "6.5",
        },
      },
    ]);
    expect(outcome).toMatchObject({ kind: "answer", value: { status: 2, outcomes: [] } });
  });

  it("saves the display fields with the other call, with the edited fields and no other [DEV-29]", async () => {
    const server = new FakeServer();
    await sendFirst(server, outboxOf({ display_name: null, description: "By the ford" }));
    expect(server.sent).toEqual([
      {
        call: "PUT /api/devices/cam-1/display",
        key: "batch0.0.display",
        body: { display_name: null, description: "By the ford" },
      },
    ]);
    expect(server.device?.display_name).toBe("CAM 1");
  });

  it("sends both calls again under their keys when an answer was lost, or the page was killed between the two [OFF-17]", async () => {
    const server = new FakeServer();
    const record = outboxOf({ display_name: "Mill", cycle_time: 90 });
    server.say["PUT /api/devices/cam-1/display"] = "lost";
    expect(await sendFirst(server, record)).toEqual({ kind: "unreachable", why: "network" });
    server.say = {};
    // Another page, which knows nothing of the first try.
    expect(await sendFirst(server, record)).toMatchObject({ value: { status: 2, outcomes: [] } });
    expect(server.sent.map(({ key }) => key)).toEqual([
      "batch0.0.update",
      "batch0.0.display",
      "batch0.0.update",
      "batch0.0.display",
    ]);
    expect(server.done.size).toBe(2);
    const bodies = (key: string) => server.sent.filter((sent) => sent.key === key).map(({ body }) => body);
    expect(bodies("batch0.0.update")[0]).toEqual(bodies("batch0.0.update")[1]);
  });

  it("says which of the two calls failed, with the field that the server named, and can want it again [DEV-29]", async () => {
    const server = new FakeServer();
    const record = outboxOf({ description: "Too long", cycle_time: 90 });
    const errors = { general: "No.", description: "At most 100 characters." };
    server.say["PUT /api/devices/cam-1/display"] = { status: 400, code: "invalid", errors };
    const outcome = await sendFirst(server, record);
    const taken = submitBatch(
      record,
      "batch0",
      (outcome as { value: Parameters<typeof submitBatch>[2] }).value,
    );
    // A refused field is not shown as done, and the other call's field is.
    expect(writesOf(taken, DEVICE_EDIT)).toEqual(new Map([["cam-1", { cycle_time: 90 }]]));
    const settled = settleRound(taken, new Set(["edit:batch0"]), 1);
    expect(settled.refused).toMatchObject([
      {
        outcome: "notAccepted",
        value: { description: "Too long" },
        said: "At most 100 characters.",
        saidOf: "description",
      },
    ]);
    const again = retryAll(settled, new Set(settled.refused.map(({ id }) => id)), stampAt(9));
    if (again === null) throw new Error("The list is full.");
    expect(again.refused).toEqual([]);
    expect(again.batches).toMatchObject([{ actions: [{ value: { description: "Too long" } }] }]);
  });

  it.each([
    [
      400,
      { status: 400, code: "invalid", errors: { lat: "No position." } },
      { outcome: "notAccepted", saidOf: "lat" },
    ],
    [403, { status: 403, code: "forbidden" }, { outcome: "notAllowed" }],
    [404, { status: 404, code: "not_found" }, { outcome: "gone" }],
  ] as const)("joins what was refused on %i, and nothing of it shows as done", async (_, said, expected) => {
    const server = new FakeServer();
    server.say["POST /api/updateDevice"] = said;
    const record = outboxOf({ latitude: 9, longitude: 6 });
    expect(refusedAfter(record, await sendFirst(server, record))).toMatchObject([
      { insightId: "cam-1", value: { latitude: 9, longitude: 6 }, ...expected },
    ]);
  });

  it("is gone where the server lists no such Sentinel any more, without a call that sets anything", async () => {
    const server = new FakeServer();
    server.device = null;
    const record = outboxOf({ cycle_time: 90 });
    expect(refusedAfter(record, await sendFirst(server, record))).toMatchObject([{ outcome: "gone" }]);
    expect(server.sent).toEqual([]);
  });

  it.each([
    ["the connection", "lost" as const],
    ["a server that is overloaded", { status: 503, code: "unavailable" }],
    ["too many calls", { status: 429, code: "throttled" }],
    ["the end of the session", { status: 401, code: "signed_out" }],
  ])("is tried again after %s", async (_, said) => {
    const server = new FakeServer();
    server.say["POST /api/updateDevice"] = said;
    const record = outboxOf({ cycle_time: 90, description: "x" });
    expect(refusedAfter(record, await sendFirst(server, record))).toBe("tried again");
  });

  it("does not let a group that is gone hold up the place", async () => {
    const server = new FakeServer();
    const record = outboxOf({ group_id: "77", latitude: 9, longitude: 8 });
    const call = server.call.bind(server);
    server.call = async (request) => {
      const body = request.body as { group_id?: string } | undefined;
      server.say =
        body?.group_id === "77" ? { "POST /api/updateDevice": { status: 404, code: "not_found" } } : {};
      return call(request);
    };
    expect(refusedAfter(record, await sendFirst(server, record))).toMatchObject([
      { outcome: "notAccepted", value: { group_id: "77" }, saidOf: "group_id" },
    ]);
    expect(server.device).toMatchObject({ group_id: "3", latitude: 9, longitude: 8 });
    expect(server.sent.map(({ key }) => key)).toEqual(["batch0.0.update", "batch0.0.rest"]);
  });

  it("tells what newer value it was applied over, also where the first try's answer was lost", async () => {
    const server = new FakeServer();
    server.device = { ...DEVICE, latitude: 7, cycle_time: 120, location_name: "Somebody's" };
    const record = outboxOf({ latitude: 9, longitude: 6, location_name: "Mine", cycle_time: 120 });
    server.say["POST /api/updateDevice"] = "lost";
    const sender = edits(server);
    expect((await sender.send(first(record), signal, null)).kind).toBe("unreachable");
    server.say = {};
    expect(refusedAfter(record, await sender.send(first(record), signal, null))).toMatchObject([
      {
        outcome: "overrode",
        value: { latitude: 9, location_name: "Mine" },
        over: { latitude: 7, location_name: "Somebody's" },
      },
    ]);
  });
});

describe("edits of the same Sentinel that wait", () => {
  const held = (record: OutboxRecord) =>
    record.batches.map((batch) => (batch as WriteBatch).actions[0]?.value);

  it("keep their order, and join one that cannot be on its way", () => {
    const record = outboxOf({ display_name: "A" }, { display_name: "B" }, { description: "C" });
    expect(held(record)).toEqual([{ display_name: "A" }, { display_name: "B", description: "C" }]);
    expect(writesOf(record, DEVICE_EDIT).get("cam-1")).toEqual({ display_name: "B", description: "C" });
    // The key of what was joined is never used for other contents.
    expect(record.batches.map(({ batchId }) => batchId)).toEqual(["batch0", "batch2"]);
    expect(record.settledKeys).toEqual(["batch1"]);
  });

  it("go when they are edited back", () => {
    const record = outboxOf(
      { cycle_time: 5 },
      { display_name: "A", description: "x" },
      { display_name: "Ford" },
    );
    expect(held(record)).toEqual([{ cycle_time: 5 }, { description: "x" }]);
    expect(held(outboxOf({ cycle_time: 5 }, { display_name: "A" }, { display_name: "Ford" }))).toEqual([
      { cycle_time: 5 },
    ]);
  });

  it("put the first value back with one more edit where the first may be on its way", async () => {
    const record = outboxOf({ display_name: "A" }, { display_name: "Ford" });
    const server = new FakeServer();
    const sender = edits(server);
    for (const batch of record.batches) await sender.send(batch, signal, null);
    expect(server.sent.map(({ body }) => body)).toEqual([{ display_name: "A" }, { display_name: "Ford" }]);
    expect(server.device?.display_name).toBe("Ford");
  });

  it("take nobody's value for a newer one where the edit beneath them was refused", async () => {
    const record = outboxOf({ display_name: "A" }, { display_name: "B" });
    const left = refuseBatch(record, "batch0", { outcome: "notAccepted", said: "No." });
    const server = new FakeServer();
    expect(await sendFirst(server, left)).toMatchObject({ value: { outcomes: [] } });
  });

  it("leave in the list of what was refused what a later edit does not touch", () => {
    const record = outboxOf({ display_name: "A", description: "x" }, { display_name: "B" });
    let next = refuseBatch(record, "batch0", { outcome: "notAccepted", said: "No." });
    next = submitBatch(next, "batch1", { bulkId: "edit:batch1", message: "", status: 2 });
    next = settleRound(next, new Set(["edit:batch1"]), 1);
    expect(next.refused).toMatchObject([{ value: { description: "x" } }]);
  });
});
