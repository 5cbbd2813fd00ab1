import "fake-indexeddb/auto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type DeviceEdits, devicesView } from "../../../src/client/devices-view.ts";
import { changedFields, type DeviceFields, withFields } from "../../../src/domain/device/device-fields.ts";
import { DEVICE_EDIT } from "../../../src/sync/outbox/kinds/device-edit-kind.ts";
import { makeTestApp, type TestApp, type TestUser } from "../../support/server/test-app.ts";
import { Device, passTimeUntil, type Tab, until } from "./client-harness.ts";

let app: TestApp;
let device: Device;

beforeAll(async () => {
  app = await makeTestApp();
});
afterEach(() => device.close());
afterAll(() => app.close());

const UPDATE = "/api/updateDevice";
const isEdit = (path: string) => path === UPDATE || path.endsWith("/display");
const edits = () => device.network.seen.filter(({ path }) => isEdit(path));
const settled = (tab: Tab) => passTimeUntil(device, () => tab.outbox.getState().batches.length === 0);

async function ranger(name: string) {
  const user = await app.addUser(name);
  const id = `cam-${name}`;
  const ref = await app.addDevice(id, [user]);
  await app.db.write((transaction) =>
    transaction
      .updateTable("devices")
      .set({ cycle_time: 60, sync_time: 30, latitude: 1, longitude: 2 })
      .where("device_ref", "=", ref)
      .execute(),
  );
  device = new Device(app);
  return { user, id, ref };
}

async function openFresh(user: TestUser, role?: "restricted"): Promise<Tab> {
  const tab = device.openTab(user, role);
  await until(() => tab.sync.getStatus().freshAtMs !== null && tab.outbox.getState().ready);
  return tab;
}

/** The Sentinel as the screen shows it. */
async function shown(tab: Tab, id: string) {
  const [devices, groups] = await Promise.all([tab.mirror.devices(), tab.mirror.groups()]);
  const edits = tab.outbox.waitingWrites(DEVICE_EDIT) as DeviceEdits;
  return devicesView(devices, groups, edits).devices.find(({ device_id }) => device_id === id);
}

/** The same call as Save of the form. */
async function save(tab: Tab, id: string, change: Partial<DeviceFields>) {
  const seen = await shown(tab, id);
  if (seen === undefined) throw new Error(`no ${id} here`);
  const { value, base } = changedFields(seen, { ...withFields(seen, change), ...change });
  return tab.outbox.enqueue(DEVICE_EDIT, [{ subject: id, deviceId: id, value, base }]);
}

const stored = (ref: number) =>
  app.db.reader.selectFrom("devices").selectAll().where("device_ref", "=", ref).executeTakeFirstOrThrow();

describe("what a ranger changes of a Sentinel, on its way to the server", () => {
  it("is shown at once as waiting, sent by both calls, and shown as done when the mirror has it [DEV-28, DEV-29]", async () => {
    const { user, id, ref } = await ranger("edit");
    const tab = await openFresh(user);
    expect(await save(tab, id, { display_name: "Ford", latitude: 5.5, longitude: 6.5 })).toBe("taken");
    const names = new Set<string | undefined>();
    expect(await shown(tab, id)).toMatchObject({ display_name: "Ford", latitude: 5.5, waiting: true });
    await passTimeUntil(device, async () => {
      const now = await shown(tab, id);
      names.add(now?.display_name);
      return tab.outbox.getState().batches.length === 0;
    });
    // Never the old name in between.
    expect([...names]).toEqual(["Ford"]);
    expect(await shown(tab, id)).toMatchObject({ display_name: "Ford", latitude: 5.5, waiting: false });
    expect(await stored(ref)).toMatchObject({ preferred_name: "Ford", latitude: 5.5, sync_time: 30 });
    expect(edits().map(({ path }) => path)).toEqual([UPDATE, `/api/devices/${id}/display`]);
    expect(tab.outbox.getState()).toMatchObject({ unsentCount: 0, refused: [], bulk: null });
  });

  it("is sent again under its keys when answers were lost, and does not undo what came after it [OFF-17]", async () => {
    const { user, id, ref } = await ranger("answer");
    const tab = await openFresh(user);
    const lost = new Set<string>();
    device.network.fault = ({ path }) => {
      if (!isEdit(path) || lost.has(path)) return "pass";
      lost.add(path);
      return "answerLost";
    };
    await save(tab, id, { description: "By the ford", cycle_time: 90 });
    await settled(tab);
    const keys = edits().map(({ headers }) => headers.get("idempotency-key"));
    expect(keys.length).toBeGreaterThan(2);
    expect(new Set(keys).size).toBe(2);
    expect(await stored(ref)).toMatchObject({ description: "By the ford", cycle_time: 90 });
    expect(tab.outbox.getState().refused).toEqual([]);
  });

  it("survives a page that is killed between the two calls, and goes out once with the next one [OFF-15]", async () => {
    const { user, id, ref } = await ranger("between");
    const killed = await openFresh(user);
    device.network.fault = ({ path }) => (path.endsWith("/display") ? "unreachable" : "pass");
    await save(killed, id, { description: "Half way", cycle_time: 120 });
    await until(() => edits().some(({ path }) => path.endsWith("/display")));
    await killed.stop();
    expect(await stored(ref)).toMatchObject({ description: null, cycle_time: 120 });

    device.network.mend();
    const tab = await openFresh(user);
    expect(await shown(tab, id)).toMatchObject({ description: "Half way" });
    await settled(tab);
    expect(await stored(ref)).toMatchObject({ description: "Half way", cycle_time: 120 });
    expect(new Set(edits().map(({ headers }) => headers.get("idempotency-key"))).size).toBe(2);
  });

  it("waits without a connection, several edits in their order, those of one field as the last of them [OFF-11]", async () => {
    const { user, id, ref } = await ranger("field");
    const tab = await openFresh(user);
    device.network.cut();
    await save(tab, id, { display_name: "First" });
    await save(tab, id, { display_name: "Second", description: "x" });
    await save(tab, id, { description: null, latitude: 7, longitude: 8 });
    expect(await shown(tab, id)).toMatchObject({ display_name: "Second", latitude: 7, waiting: true });
    expect(tab.outbox.getState().unsentCount).toBe(2);
    device.network.mend();
    device.signal();
    await settled(tab);
    expect(await stored(ref)).toMatchObject({
      preferred_name: "Second",
      description: null,
      latitude: 7,
      longitude: 8,
    });
  });

  it("leaves alone what somebody else changed meanwhile, and says where it replaced something newer", async () => {
    const { user, id, ref } = await ranger("both");
    const tab = await openFresh(user);
    device.network.cut();
    await save(tab, id, { cycle_time: 240 });
    await app.db.write((transaction) =>
      transaction
        .updateTable("devices")
        .set({ location_name: "Moved", latitude: 9, cycle_time: 120 })
        .where("device_ref", "=", ref)
        .execute(),
    );
    device.network.mend();
    device.signal();
    await settled(tab);
    expect(await stored(ref)).toMatchObject({ location_name: "Moved", latitude: 9, cycle_time: 240 });
    expect(tab.outbox.getState().refused).toMatchObject([
      { outcome: "overrode", insightId: id, value: { cycle_time: 240 }, over: { cycle_time: 120 } },
    ]);
  });

  it("joins what was refused with the server's sentence, is shown as it is, and can be dropped", async () => {
    const { user, id } = await ranger("refused");
    const tab = await openFresh(user);
    await save(tab, id, { description: "y".repeat(101), display_name: "z".repeat(31) });
    await passTimeUntil(device, () => tab.outbox.getState().refused.length > 0);
    const [refused] = tab.outbox.getState().refused;
    expect(refused).toMatchObject({ outcome: "notAccepted", kind: DEVICE_EDIT, insightId: id });
    expect(["display_name", "description"]).toContain(refused?.saidOf);
    expect(await shown(tab, id)).toMatchObject({ description: null, waiting: false });
    await tab.outbox.dismissOutcomes([refused?.id ?? ""]);
    expect(tab.outbox.getState()).toMatchObject({ refused: [], unsentCount: 0 });
  });

  it("is told as gone where the Sentinel was taken away, and holds up nothing behind it", async () => {
    const { user, id, ref } = await ranger("gone");
    const other = await app.addDevice("cam-gone-2", [user]);
    const tab = await openFresh(user);
    device.network.cut();
    await save(tab, id, { display_name: "Mine" });
    await save(tab, "cam-gone-2", { display_name: "Still mine" });
    await app.db.write((transaction) =>
      transaction.deleteFrom("device_users").where("device_ref", "=", ref).execute(),
    );
    device.network.mend();
    device.signal();
    await settled(tab);
    expect(tab.outbox.getState().refused).toMatchObject([{ outcome: "gone", insightId: id }]);
    expect(await stored(other)).toMatchObject({ preferred_name: "Still mine" });
  });

  it("is taken from nobody who may only look, and is shown to nobody else who signs in", async () => {
    const { user, id, ref } = await ranger("owner");
    const stranger = await app.addUser("owner-next");
    const first = await openFresh(user);
    device.network.cut();
    await save(first, id, { display_name: "Private" });
    await first.stop();

    device.network.mend();
    const second = await openFresh(stranger);
    expect(second.outbox.waitingWrites(DEVICE_EDIT).size).toBe(0);
    expect(second.outbox.getState().unsentCount).toBe(0);
    await second.stop();

    const looking = await openFresh(user, "restricted");
    const write = { subject: id, deviceId: id, value: { description: "no" }, base: { description: null } };
    expect(await looking.outbox.enqueue(DEVICE_EDIT, [write])).toBe("forbidden");
    await looking.stop();
    expect(edits()).toEqual([]);

    const back = await openFresh(user);
    await settled(back);
    expect(await stored(ref)).toMatchObject({ preferred_name: "Private", description: null });
  });

  it("goes into a file and comes out of it on another phone, done once", async () => {
    const { user, id, ref } = await ranger("file");
    const tab = await openFresh(user);
    device.network.cut();
    await save(tab, id, { display_name: "From a file", latitude: 3, longitude: 4 });
    const file = await tab.files.exportUnsent();
    expect(file?.count).toBe(1);
    await device.close();

    device = new Device(app);
    const other = await openFresh(user);
    expect(await other.files.importUnsent(file?.text ?? "")).toEqual({ kind: "taken", count: 1, known: 0 });
    expect(await shown(other, id)).toMatchObject({ display_name: "From a file", waiting: true });
    await settled(other);
    expect(await stored(ref)).toMatchObject({ preferred_name: "From a file", latitude: 3 });
    expect(await other.files.importUnsent(file?.text ?? "")).toEqual({ kind: "taken", count: 0, known: 1 });
  });
});
