import "fake-indexeddb/auto";
import { Dexie } from "dexie";
import { afterEach, expect, it } from "vitest";
import { openMirrorStorage } from "../../../src/storage/mirror/mirror-storage.ts";
import { fakeDevice, fakeGroup } from "../../support/server/fleet-world.ts";

afterEach(async () => {
  await Dexie.delete("mirror-7");
});

const OAK = fakeDevice({ device_id: "1", display_name: "Oak 2" });
const ELM = fakeDevice({ device_id: "2", display_name: "Elm" });

it("keeps which Sentinels are the first by name until names change, and shows them as they are now", async () => {
  const mirror = openMirrorStorage(7);
  const epoch = await mirror.takeLead();
  const put = (devices = [OAK, ELM]) =>
    mirror.replaceAll(
      {
        chunks: [],
        tables: { devices, groups: [fakeGroup({ group_id: "9", devices: ["2"] })], alerts: [], models: [] },
      },
      { epoch, nowMs: 1 },
    );
  await put();
  expect(await mirror.tables.firstDevices()).toBeNull();
  const first = { names: (await mirror.state()).names, ids: ["2"], held: 2 };
  await mirror.storeFirstDevices({ ...first, names: first.names - 1 });
  expect(await mirror.tables.firstDevices(), "of other names").toBeNull();
  await mirror.storeFirstDevices(first);
  await mirror.database.devices.update("2", { battery_voltage: 3.21 });
  const stored = await mirror.tables.firstDevices();
  expect(stored).toMatchObject({
    held: 2,
    devices: [{ device_id: "2", group_id: "9", battery_voltage: 3.21 }],
  });
  expect(stored?.devices).toEqual((await mirror.tables.devices()).slice(0, 1));
  await put([OAK]);
  expect(await mirror.tables.firstDevices(), "names have changed").toBeNull();
  mirror.close();
});
