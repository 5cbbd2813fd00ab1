import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page, Request } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../../server/db/open-database.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  PHONE,
  signIn,
  signUpAccount,
} from "../../support/browser/app-page.ts";
import { chipOf, tokenOf } from "../../support/browser/ranger-browser.ts";
import { skippedWithoutChromium, useContexts, usePage, useServer } from "../../support/browser/stage.ts";
import { lakeTile, pmtilesFile } from "../../support/maps/pmtiles-file.ts";
import { DEMO } from "../../support/server/server-process.ts";
import { WAIT } from "../../support/time/time-limits.ts";

const skipped = skippedWithoutChromium("The map in a browser");
/** Where Mill Creek crossing stands; Old Quarry is put there too. */
const SAME_PLACE = { lat: "50.23", long: "9.2" };
const COUNTED = ["Beech Hollow", "Mill Creek crossing"] as const;

describe.skipIf(skipped)("the map in a ranger's hands", () => {
  const server = useServer({ demoInsights: 40, afterEach: "stay" });
  const stage = usePage(server);
  const contexts = useContexts(server);
  const page = () => stage.page;

  const move = async (device_id: string, change: object) => {
    const token = await tokenOf(server.url, DEMO);
    const answer = await fetch(`${server.url}/api/updateDevice`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}`, connection: "close" },
      body: JSON.stringify({ device_id, cycle_time: "690", ...change }),
    });
    expect(answer.status).toBe(200);
  };

  beforeAll(async () => {
    await move("SN-1002", { ...SAME_PLACE, location: "" });
    await move("SN-1003", SAME_PLACE);
    await warn(server.dataDir, "SN-1001");
  });

  const openMap = async (query = "") => {
    await page().goto(`${server.url}/?tab=map${query}`);
    await page().locator("[data-cluster], [data-device]").first().waitFor(WAIT);
    return page();
  };
  const marker = (id: string) => page().locator(`[data-device="${id}"]`);
  const zoom = async () => Number(await page().locator("[data-zoom]").getAttribute("data-zoom"));
  const card = (name: string) => page().getByRole("article", { name });
  const fact = (name: string, label: string) =>
    card(name).locator("dt", { hasText: label }).locator("xpath=following-sibling::dd").textContent();

  it("shows Sentinels as clusters that a press opens, each with what its popup says [MAP-01, MAP-10, MAP-11, MAP-13, MAP-14, MAP-15, MAP-16, MAP-17, MAP-18, MAP-19, MAP-20, MAP-21, MAP-22, MAP-23, MAP-24, OFF-33, OFF-34]", async () => {
    await page().goto(server.url);
    await page().getByRole("link", { name: "Map", exact: true }).first().click();
    const cluster = page().locator("[data-cluster]").first();
    await cluster.waitFor(WAIT);
    expect(await cluster.getAttribute("aria-label")).toMatch(/^\d+ Sentinels, .* insights?.*\. Zoom in$/);
    await page().locator(".leaflet-container canvas.leaflet-tile-loaded").first().waitFor(WAIT);
    expect(await zoom()).toBeLessThanOrEqual(10);
    const before = await zoom();
    await cluster.click();
    await expect.poll(zoom, WAIT).toBeGreaterThan(before);

    await openMap("&device=SN-1001");
    await card("Beech Hollow").waitFor(WAIT);
    await page().getByRole("button", { name: "Close", exact: true }).click();
    await card("Beech Hollow").waitFor({ state: "detached", ...WAIT });
    await marker("SN-1001").click();
    await card("Beech Hollow").getByRole("heading", { name: "Beech Hollow" }).waitFor(WAIT);
    const name = COUNTED[0];
    expect(await fact(name, "Device ID")).toBe("SN-1001");
    expect(await fact(name, "Location")).toBe("Beech Hollow");
    expect(await fact(name, "Lat/Long")).toBe("50.24610, 9.14720");
    expect(await fact(name, "Last Seen")).toMatch(/^\d+ \w{3} \d{4}, \d\d:\d\d:\d\d UTC$/);
    expect(await fact(name, "Last Check In")).toBe("0 days ago");
    for (const warning of ["Spypoint Cable Error", "No Recent Camera Triggers", "Battery Levels Low"])
      await card(name).getByText(warning, { exact: true }).waitFor(WAIT);
    await expect.poll(async () => Number(await fact(name, "Insight Count")), WAIT).toBeGreaterThan(0);
    await expect
      .poll(() => fact(name, "Most Recent Insight"), WAIT)
      .toMatch(/^\S.+ \d+ \w{3} \d{4}, .* UTC$/);
    const photo = card(name).getByRole("img", { name: /photographed by Beech Hollow$/ });
    await photo.waitFor(WAIT);
    const width = () => photo.evaluate((picture) => (picture as HTMLImageElement).naturalWidth);
    await expect.poll(width, WAIT).toBeGreaterThan(0);
    await expectAccessible(page(), "the map with a popup");
    await page().keyboard.press("Escape");
    await card(name).waitFor({ state: "detached", ...WAIT });

    // No warning applies, and nobody has named its location.
    await openMap("&device=SN-1002");
    await card("Old Quarry").waitFor(WAIT);
    expect(await fact("Old Quarry", "Location")).toBe("No Location Available");
    for (const absent of [
      "Last Check In",
      "Spypoint Cable Error",
      "No Recent Camera Triggers",
      "Battery Levels Low",
    ])
      expect(await card("Old Quarry").getByText(absent, { exact: true }).count(), absent).toBe(0);
  });

  it("clusters up to zoom 14, draws coinciding Sentinels apart beyond it, and each is reached by keys alone [MAP-29]", async () => {
    await openMap("&device=SN-1002");
    const boxes = await Promise.all(["SN-1002", "SN-1003"].map((id) => marker(id).boundingBox()));
    const [one, other] = boxes.map((box) => ({ x: box?.x ?? 0, y: box?.y ?? 0 }));
    expect(Math.hypot((one?.x ?? 0) - (other?.x ?? 0), (one?.y ?? 0) - (other?.y ?? 0))).toBeGreaterThan(40);
    await marker("SN-1003").focus();
    await page().keyboard.press("Enter");
    await card("Mill Creek crossing").waitFor(WAIT);
    await page().keyboard.press("Escape");
    expect(await zoom()).toBe(15);
    await page().getByRole("button", { name: "Zoom out" }).click();
    await expect.poll(zoom, WAIT).toBe(14);
    await marker("SN-1003").waitFor({ state: "detached", ...WAIT });
    await page().locator('[data-cluster][aria-label^="2 Sentinels"]').click();
    await marker("SN-1003").waitFor(WAIT);
  });

  it("hides and shows marks by the legend, never a Sentinel [MAP-04, MAP-05, MAP-06, MAP-07, MAP-08, MAP-09]", async () => {
    await openMap("&device=SN-1001");
    const legend = page().getByRole("region", { name: "Legend" });
    const layers = {
      "No Recent Insights": "no_recent_insights",
      "No Recent Camera Triggers": "no_recent_camera_triggers",
      "Spypoint Cable Error": "spypoint_error",
      "Battery Level Warning": "low_battery",
    };
    for (const [label, picture] of Object.entries(layers)) {
      const mark = marker("SN-1001").locator(`[data-picture="${picture}"]`);
      await mark.waitFor(WAIT);
      await legend.getByLabel(label).uncheck();
      await mark.waitFor({ state: "detached", ...WAIT });
    }
    await marker("SN-1001").locator('[data-picture="camera"]').waitFor(WAIT);
    const counted = async () => (await marker("SN-1001").textContent())?.trim();
    expect(await counted()).toMatch(/^\d+$/);
    await legend.getByLabel("Insight Count").uncheck();
    await expect.poll(counted, WAIT).toBe("");
    for (const label of [...Object.keys(layers), "Insight Count"]) await legend.getByLabel(label).check();
    await legend.getByRole("button", { name: "Legend" }).click();
    await legend.getByLabel("Insight Count").waitFor({ state: "detached", ...WAIT });
    await legend.getByRole("button", { name: "Legend" }).click();
    await legend.getByLabel("Insight Count").waitFor(WAIT);
  });

  it("is filtered in a panel, switched between light and dark, and leads to all insights of a Sentinel [MAP-02, MAP-03, MAP-25, MAP-26, MAP-31, MAP-42]", async () => {
    await openMap();
    const brightness = () =>
      page()
        .locator("canvas.leaflet-tile")
        .first()
        .evaluate(
          (tile) => (tile as HTMLCanvasElement).getContext("2d")?.getImageData(5, 5, 1, 1).data[0] ?? -1,
        );
    await page().getByRole("button", { name: "Dark", exact: true }).click();
    await expect.poll(brightness, WAIT).toBeLessThan(60);
    await page().getByRole("button", { name: "Light", exact: true }).click();
    await expect.poll(brightness, WAIT).toBeGreaterThan(180);

    await page().getByRole("button", { name: "Filters" }).click();
    const panel = page().getByRole("region", { name: "Filters" });
    const status = page().getByText(/^\d+ of \d+ Sentinels|^\d+ Sentinels/);
    await panel.getByLabel("Sentinel name").fill("beech");
    await expect.poll(() => status.textContent(), WAIT).toMatch(/^1 of /);
    await page().getByRole("button", { name: "Show all Sentinels" }).click();
    await expect.poll(zoom, WAIT).toBe(10);
    await panel.getByLabel("Sentinel name").fill("no such name");
    await page().getByRole("heading", { name: "No Data" }).waitFor(WAIT);
    await page().getByRole("button", { name: "Clear filter" }).click();
    await panel.getByRole("group", { name: "Class" }).getByRole("checkbox").first().check();
    await expect.poll(() => status.textContent(), WAIT).toMatch(/^\d+ of /);
    await panel.getByLabel("From", { exact: true }).fill("2001-01-01");
    await panel.getByLabel("To", { exact: true }).fill("2001-01-02");
    await page().getByRole("heading", { name: "No Data" }).waitFor(WAIT);
    expect(new URL(page().url()).searchParams.get("to")).toBe("2001-01-02");
    await panel.getByRole("button", { name: "Clear all filters" }).click();

    await openMap("&device=SN-1001");
    // Counted a moment after the card is there.
    await card("Beech Hollow").getByRole("link", { name: "See All Insights" }).waitFor(WAIT);
    const count = await fact("Beech Hollow", "Insight Count");
    await card("Beech Hollow").getByRole("link", { name: "See All Insights" }).click();
    await page().locator("tr[data-insight]").first().waitFor(WAIT);
    const asked = new URL(page().url()).searchParams;
    expect([asked.get("tab"), asked.get("device_name")]).toEqual(["insights", "Beech Hollow"]);
    await expect.poll(() => page().locator("tr[data-insight]").count(), WAIT).toBe(Number(count));

    // None of its insights is left: the button is not there.
    await page().goto(`${server.url}/?tab=map&device=SN-1001&from=2001-01-01&to=2001-01-02`);
    await card("Beech Hollow").waitFor(WAIT);
    await expect.poll(() => fact("Beech Hollow", "Insight Count"), WAIT).toBe("0");
    expect(await card("Beech Hollow").getByRole("link", { name: "See All Insights" }).count()).toBe(0);
  });

  it("finds the nearest Sentinels, and says how far and where they are", async () => {
    await stage.context.grantPermissions(["geolocation"], { origin: new URL(server.url).origin });
    await stage.context.setGeolocation({ latitude: 50.2461, longitude: 9.1, accuracy: 20 });
    await openMap();
    await page().getByRole("button", { name: "List of Sentinels" }).click();
    const list = page().getByRole("region", { name: "Sentinels on the map" });
    await list.getByLabel("Sort by").selectOption("distance");
    const first = list.getByRole("listitem").first();
    await expect.poll(() => first.textContent(), WAIT).toMatch(/^Beech Hollow3\.4 km E \(90°\)$/);
    await page().getByRole("button", { name: "Show my position" }).click();
    await page().getByRole("img", { name: "Your position" }).waitFor(WAIT);
    await first.getByRole("button").click();
    await expect.poll(() => fact("Beech Hollow", "From you"), WAIT).toBe("3.4 km E (90°)");
    await list.getByRole("button", { name: "Close" }).click();
  });

  it("shows a region's file of the operator's, keeps it on the device, and works offline from a cold start", async () => {
    const folder = join(server.dataDir, "basemaps");
    mkdirSync(folder, { recursive: true });
    const tiles = [0, 1, 2, 3].flatMap((z) =>
      Array.from({ length: 4 ** z }, (_, at) => ({
        z,
        x: at % 2 ** z,
        y: Math.floor(at / 2 ** z),
        data: lakeTile(`Lake ${z}`),
      })),
    );
    const named = { attribution: '<a href="https://lakes.example.org" onclick="x()">&copy; Lake office</a>' };
    writeFileSync(join(folder, "Lakes.pmtiles"), pmtilesFile(tiles, named));
    writeFileSync(join(folder, "Broken.pmtiles"), "this is no map");
    await openMap();
    // Without a choice the broken file, first by name, is left out; its notice stays until it is closed.
    const leftOut = page().getByText("“Broken” cannot be shown and is left out.", { exact: false });
    await leftOut.waitFor(WAIT);
    await page().getByText("© Lake office", { exact: true }).waitFor(WAIT);
    await page().getByRole("button", { name: "Close notice" }).click();
    await leftOut.waitFor({ state: "detached", ...WAIT });
    await page().getByRole("button", { name: "Basemap" }).click();
    const dialog = page().getByRole("dialog", { name: "Basemap" });
    await dialog.getByRole("radio", { name: /^Broken/ }).check();
    await page()
      .getByText("This file is not a PMTiles map. The built-in map stays.", { exact: false })
      .waitFor(WAIT);
    await dialog.getByRole("radio", { name: /^Lakes/ }).check();
    await page()
      .getByText("This file is not", { exact: false })
      .waitFor({ state: "detached", ...WAIT });
    await dialog
      .getByRole("button", { name: /^Save on this device \(.*B\)$/ })
      .last()
      .click();
    await dialog.getByRole("button", { name: "Remove from this device" }).waitFor(WAIT);
    await page().keyboard.press("Escape");

    server.proxy.cut();
    await page().goto("about:blank");
    await page().goto(`${server.url}/?tab=map`);
    await page().locator("[data-cluster]").first().waitFor(WAIT);
    // The world below, the region above it.
    await expect.poll(() => page().locator(".leaflet-tile-pane > .leaflet-layer").count(), WAIT).toBe(2);
    const drawn = () =>
      page()
        .locator(".leaflet-tile-pane > .leaflet-layer")
        .first()
        .locator("canvas")
        .evaluateAll((found) => {
          const colours = new Set<number>();
          for (const tile of found as HTMLCanvasElement[]) {
            const { data } = tile.getContext("2d")?.getImageData(0, 0, tile.width, tile.height) ?? {
              data: [],
            };
            for (let at = 0; at < data.length; at += 400) colours.add(data[at] ?? 0);
          }
          return colours.size;
        });
    await expect.poll(drawn, WAIT).toBeGreaterThan(1);
    await page()
      .getByRole("button", { name: /^\d+ Sentinels/ })
      .first()
      .click();
    await openCardOffline(page());
    server.proxy.restore();
    await chipOf(page()).filter({ hasText: "Online" }).waitFor(WAIT);
  });

  it("takes a Sentinel off the map after asking, and nothing else of it [MAP-27, MAP-28]", async () => {
    // A failed attempt may have taken it off.
    await move("SN-1001", { lat: "50.2461", long: "9.1472" });
    const own = await contexts.open({ path: "/login" });
    await signIn(own, DEMO);
    await own.goto(`${server.url}/?tab=map&device=SN-1001`);
    await own
      .getByRole("article", { name: "Beech Hollow" })
      .getByRole("button", { name: "Remove from map" })
      .click();
    const ask = own.getByRole("dialog", { name: "Remove Device from Map?" });
    const sent: Request[] = [];
    own.on("request", (request) => void (request.method() === "DELETE" && sent.push(request)));
    await ask.getByRole("button", { name: "Delete", exact: true }).click();
    await own.getByText("Beech Hollow is off the map.").waitFor(WAIT);
    expect(sent.map((request) => request.url().slice(server.url.length))).toEqual([
      "/api/dataClearing/SN-1001?location=true",
    ]);
    await own.locator('[data-device="SN-1001"]').waitFor({ state: "detached", ...WAIT });
    await own.goto(`${server.url}/?tab=devices&device=SN-1001`);
    const form = own.getByRole("dialog", { name: "Edit Beech Hollow" });
    expect(await form.getByLabel("Latitude").inputValue()).toBe("");

    // Its new place is chosen by a tap on a map.
    await form.getByRole("button", { name: "Choose on a map" }).click();
    const picker = own.getByRole("dialog", { name: "Choose the position" });
    await picker.getByRole("button", { name: "Take the middle of the map" }).click();
    // The middle of the world as it opens, to the pixel.
    const [latitude, longitude] = (await picker.locator("output").innerText()).split(", ").map(Number);
    expect(Math.hypot((latitude ?? 0) - 20, (longitude ?? 0) - 10)).toBeLessThan(1);
    await picker.locator(".leaflet-container").click({ position: { x: 60, y: 60 } });
    await picker.getByRole("button", { name: "Use this position" }).click();
    expect(Number(await form.getByLabel("Latitude").inputValue())).not.toBe(0);
    expect(await form.getByLabel("Longitude").inputValue()).toMatch(/^-?\d+\.\d+$/);
    // Opened again it stands there, nearer than the built-in map goes, and says so on its empty ground.
    await form.getByRole("button", { name: "Choose on a map" }).click();
    await picker.getByText("The built-in map shows nothing this near.").waitFor(WAIT);
    await expectAccessible(own, "choosing a position near by");
  });

  it("says that there is nothing to plot, and is narrow up to 740 px [MAP-12, MAP-34]", async () => {
    const account = await signUpAccount(server.url, "newcomer");
    const phone = await contexts.open({ path: "/login", ...PHONE });
    await signIn(phone, account);
    await phone.goto(`${server.url}/?tab=map`);
    await phone.getByRole("heading", { name: "No Devices Available" }).waitFor(WAIT);
    await expectNoSidewaysScroll(phone, "the map on a phone");
    // Words stand beside the icons where the map is wide.
    const words = () => phone.getByRole("button", { name: "Dark", exact: true }).innerText();
    for (const [width, shown] of [
      [740, ""],
      [741, "Dark"],
    ] as const) {
      await phone.setViewportSize({ width: width + (await besideMap(phone, width)), height: 780 });
      await expect.poll(words, WAIT).toBe(shown);
    }
    await phone.setViewportSize(PHONE.viewport);
    await expectAccessible(phone, "the empty map on a phone");
  });
});

/** Of the demo's twelve one is chosen by the list: markers may lie anywhere. */
async function openCardOffline(page: Page): Promise<void> {
  await page.getByRole("button", { name: "List of Sentinels" }).click();
  await page.getByRole("button", { name: "Show Heron Pond on the map" }).click();
  await page.getByRole("article", { name: "Heron Pond" }).waitFor(WAIT);
}

/** How much wider than its map the page must be: above 740 px the navigation stands beside it. */
async function besideMap(page: Page, mapWidth: number): Promise<number> {
  if (mapWidth <= 740) return 0;
  await page.setViewportSize({ width: 1000, height: 780 });
  const width = await page.locator("#content").evaluate((content) => content.clientWidth);
  return 1000 - width;
}

/** Gives a Sentinel an open alert of each type. */
async function warn(dataDir: string, deviceId: string): Promise<void> {
  const db = await openDatabase({ databaseUrl: null, dataDir });
  try {
    await db.write(async (transaction) => {
      const { user_id } = await transaction.selectFrom("users").select("user_id").executeTakeFirstOrThrow();
      const { device_ref } = await transaction
        .selectFrom("devices")
        .select("device_ref")
        .where("device_id", "=", deviceId)
        .executeTakeFirstOrThrow();
      const statuses = {
        no_recent_insights: "acknowledged",
        spypoint_error: "new",
        no_recent_camera_triggers: "new",
        low_battery: "acknowledged",
      };
      // Without arrivals the server decides nothing about the Sentinel, and leaves these alerts as they are.
      for (const table of ["alerts", "device_arrivals"] as const)
        await transaction.deleteFrom(table).where("device_ref", "=", device_ref).execute();
      for (const [alert_type, status] of Object.entries(statuses))
        await transaction
          .insertInto("alerts")
          .values({ user_id, device_ref, alert_type, summary: "Test", status, created_at: Date.now() })
          .execute();
    });
  } finally {
    await db.close();
  }
}
