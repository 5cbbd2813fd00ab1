import { TextWriter, Uint8ArrayReader, ZipReader } from "@zip.js/zip.js/index-native.js";
import Papa from "papaparse";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { streamArchive } from "../../../server/features/account-export/archive.ts";
import { exportedFiles } from "../../../server/features/account-export/contents.ts";
import { drawnPhoto } from "../../support/server/access/access-world.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { imageForm } from "../../support/server/image-form.ts";
import { makeTestApp, type TestApp, type TestUser } from "../../support/server/test-app.ts";

/** More than two pages of rows. */
const INSIGHTS = 1003;

describe.each(DATABASE_KINDS)("the export of all one's data on $name", (kind) => {
  let test: TestApp;
  let user: TestUser;
  let stranger: TestUser;
  beforeAll(async () => {
    test = await makeTestApp({ kind });
    user = await test.addUser("exporter");
    stranger = await test.addUser("stranger");
    const deviceRef = await test.addDevice("SENT-1", [user], { description: '=HYPERLINK("evil"), or so' });
    const theirs = await test.addDevice("SENT-9", [stranger]);
    await test.addGroup(user, "North ridge", [deviceRef]);
    await test.addAlert(user, deviceRef);
    await test.addModel("Mammals", [user], [deviceRef]);
    const photo = await drawnPhoto();
    const { insightId } = await test.addInsight(deviceRef, photo);
    await test.addInsight(theirs, photo);
    await test.db.write(async (transaction) => {
      const { insight_id: _, ...row } = await transaction
        .selectFrom("insights")
        .selectAll()
        .where("insight_id", "=", Number(insightId))
        .executeTakeFirstOrThrow();
      const { xid: __, photo_id: ___, ...columns } = row;
      for (let number = 1; number < INSIGHTS; number += 1) {
        await transaction
          .insertInto("insights")
          .values({ ...columns, photo_id: null, source_id: `more-${number}` })
          .execute();
      }
    });
    await test.call("POST", "/api/user/image", { as: user, ...(await imageForm(new Uint8Array(photo))) });
    await test.call("POST", "/api/updates/", {
      as: user,
      body: { insights: [{ insightId, deviceId: "SENT-1", insightStatus: "favorite" }] },
    });
    await test.jobs.runOnce();
  }, 60_000);
  afterAll(() => test.close());

  async function read(url: string): Promise<Map<string, string>> {
    const answer = await test.call("GET", url, { as: user });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toBe("application/zip");
    expect(answer.headers["content-disposition"]).toBe(
      'attachment; filename="understory-data-2024-05-01.zip"',
    );
    const zip = new ZipReader(new Uint8ArrayReader(new Uint8Array(answer.rawPayload)));
    const files = new Map<string, string>();
    for (const entry of await zip.getEntries()) {
      if (entry.directory) continue;
      files.set(entry.filename, await entry.getData(new TextWriter()));
    }
    return files;
  }

  it("has every list, as JSON and as CSV with the same rows, and a text that names each file", async () => {
    const files = await read("/api/user/export");
    const names = [...files.keys()];
    expect(names).toEqual([
      "README.txt",
      "profile.json",
      "profile-photo.webp",
      "sessions.json",
      "sentinels.json",
      "sentinels.csv",
      "groups.json",
      "insights.json",
      "insights.csv",
      "history.json",
      "history.csv",
      "alerts.json",
      "alerts.csv",
      "settings.json",
      "bulk-updates.json",
      "device-updates.json",
      "models.json",
      "charges.json",
    ]);
    for (const name of names.slice(1)) {
      expect(files.get("README.txt")).toContain(name.replace(/\.(json|csv)$/, ""));
    }
    const json = (name: string) => JSON.parse(files.get(name) ?? "");
    expect(json("profile.json")).toMatchObject({ username: "exporter", email: user.email });
    expect(json("sessions.json")).toMatchObject([{ userAgent: "test", current: true }]);
    expect(json("groups.json")).toMatchObject([{ group_name: "North ridge", devices: ["SENT-1"] }]);
    expect(json("alerts.json")).toHaveLength(1);
    expect(json("models.json")).toMatchObject([{ alg_name: "Mammals" }]);
    expect(json("charges.json")).toEqual([]);
    expect(json("settings.json").features).toHaveLength(1);
    expect(json("settings.json").integrations).toEqual([]);
    expect(json("settings.json").notificationRules.dailyLimit).toBe(50);
    expect(json("settings.json").alerts.groupSettings).toHaveLength(1);
    expect(json("bulk-updates.json")).toMatchObject([{ status: 2, items: [{ insightStatus: "favorite" }] }]);
    expect(json("history.json")).toMatchObject([{ deviceId: "SENT-1", from: "none", to: "favorite" }]);
    const ids = (json("insights.json") as { id: string; device_id: string }[]).map(({ id }) => id);
    expect(new Set(ids).size).toBe(INSIGHTS);
    const table = Papa.parse<Record<string, string>>(files.get("insights.csv") ?? "", {
      header: true,
      skipEmptyLines: true,
    });
    expect(table.errors).toEqual([]);
    expect(table.data.map(({ id }) => id).sort()).toEqual([...ids].sort());
    expect(new Set(table.data.map(({ device_id }) => device_id))).toEqual(new Set(["SENT-1"]));
    expect(table.data.find(({ insight_status }) => insight_status === "favorite")?.photoUrl).toMatch(/\d/);
  });

  it("holds no formula that a spreadsheet would run, and every cell in quotes (neighbour 8)", async () => {
    const csv = (await read("/api/user/export")).get("sentinels.csv") ?? "";
    for (const line of csv.trimEnd().split("\r\n")) expect(line).toMatch(/^".*"$/);
    const [row] = Papa.parse<Record<string, string>>(csv, { header: true }).data;
    expect(row?.description).toBe(`'=HYPERLINK("evil"), or so`);
  });

  it("has the photos of insights where they are asked for, and nobody else's", async () => {
    const files = await read("/api/user/export?photos=true");
    const photos = [...files.keys()].filter((name) => name.startsWith("photos/"));
    expect(photos).toEqual([expect.stringMatching(/^photos\/SENT-1\/\d+-\d+\.jpg$/)]);
    expect(JSON.stringify([...files])).not.toContain("SENT-9");
  });

  it("reads no further than its reader, and lets go of what it reads when the reader leaves", async () => {
    let closed = false;
    let pages = 0;
    async function* files() {
      try {
        for (;;) {
          pages += 1;
          yield { name: `${pages}.bin`, content: [Buffer.alloc(65_536, pages)], stored: true as const };
        }
      } finally {
        closed = true;
      }
    }
    const archive = streamArchive(files(), { at: new Date(0), zip64: false });
    const bytes = await new Promise<number>((resolve) => {
      archive.once("data", (part: Buffer) => {
        archive.pause();
        resolve(part.length);
      });
    });
    expect(bytes).toBeGreaterThan(0);
    const settled = async () => {
      for (let before = -1; before !== pages; ) {
        before = pages;
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    await settled();
    expect(pages).toBeLessThan(20);
    archive.destroy();
    await expect.poll(() => closed).toBe(true);
  });

  it("is read in pages: no part of a file holds all rows", async () => {
    const [session] = (await test.call("GET", "/api/sessions", { as: user })).json().message;
    const caller = { userId: user.userId, role: "member" as const, sessionId: Number(session.id) };
    for await (const { name, content } of exportedFiles(test.deps, caller, { withPhotos: false })) {
      if (name !== "insights.json") continue;
      let parts = 0;
      for await (const _ of content) parts += 1;
      expect(parts).toBe(4);
    }
  });
});
