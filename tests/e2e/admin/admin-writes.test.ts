import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { ALGS } from "../../../src/messages/admin/admin.ts";
import { ASSIGN, ASSIGN_KINDS } from "../../../src/messages/admin/assign.ts";
import { RELEASES } from "../../../src/messages/admin/releases.ts";
import { PROTOCOL_HEADER } from "../../../src/protocol/protocol-version.ts";
import type { InternalUser } from "../../../src/protocol/shapes.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  pressBack,
  signUpAccount,
} from "../../support/browser/app-page.ts";
import { skippedWithoutChromium, usePage, useServer } from "../../support/browser/stage.ts";
import { WAIT } from "../../support/time/time-limits.ts";
import {
  type AdminApi,
  algsByName,
  componentsOf,
  dialogOf,
  openAdmin,
  SIZES,
  STAFF_SERVER,
  spoilAlg,
  staffApi,
} from "./admin-world.ts";

const skipped = skippedWithoutChromium("what staff change in Admin");
const MISSING = "Missing information. Check that bucket and path are both set.";
const WRONG = "Can't update alg metadata. Check that the bucket and path point to the correct tflite file.";
const ASSIGNED = { devices: "devices", algs: "algs", releases: "modelRelease" } as const;
const BODY = { devices: "deviceIds", algs: "algIds", releases: "algReleaseIds" } as const;

describe.skipIf(skipped)("what staff change in Admin in a real browser", () => {
  const server = useServer(STAFF_SERVER);
  let api: AdminApi;
  beforeAll(async () => {
    api = await staffApi(server.url);
  });

  describe.each(SIZES)("at $width px", ({ letter, size }) => {
    const stage = usePage(server, { size, installed: false });
    let page: Page;
    let user: InternalUser;
    beforeAll(async () => {
      page = stage.page;
      page.setDefaultTimeout(WAIT.timeout);
      const { email } = await signUpAccount(server.url, `user${letter}`);
      const users = await api.get<InternalUser[]>("/api/internal/users");
      user = users.find((one) => one.email === email) as InternalUser;
    });
    const idsOf = async (kind: keyof typeof ASSIGNED) =>
      (
        await api.get<{ device_id?: string; alg_id?: string; id?: string; display_name?: string }[]>(
          `/api/internal/users/${user.user_id}/${ASSIGNED[kind]}`,
        )
      ).map((row) => row.device_id ?? row.alg_id ?? row.id ?? "");

    /** A failed attempt may have left some. */
    const takeAway = (kind: keyof typeof ASSIGNED) =>
      api.put(`/api/internal/users/${user.user_id}/${ASSIGNED[kind]}`, { [BODY[kind]]: [] });
    const openAssignment = async (kind: keyof typeof ASSIGNED) => {
      await openAdmin(page, server.url);
      await page.getByRole("button", { name: ASSIGN_KINDS[kind].buttonOf(user.email) }).click();
      const dialog = dialogOf(page, ASSIGN_KINDS[kind].title);
      await dialog.getByRole("checkbox").first().waitFor();
      return dialog;
    };

    it.each([
      ["releases", "Savanna 2.3", "[ADMIN-16]"],
      ["devices", "Heron Pond", "[ADMIN-17]"],
      ["algs", "Poacher watch", "[ADMIN-18]"],
    ] as const)("assigns %s to a user and takes them away again %s %s", async (kind, name, _id) => {
      await takeAway(kind);
      let dialog = await openAssignment(kind);
      const save = () => dialog.getByRole("button", { name: ASSIGN.save, exact: true });
      expect(await save().isDisabled()).toBe(true);
      await dialog.getByRole("searchbox").fill(name.slice(0, 5).toLowerCase());
      await dialog.getByRole("checkbox", { name }).check();
      await dialog.getByRole("searchbox").fill("");
      await dialog.getByRole("checkbox", { checked: false }).first().check();
      await dialog.getByText(ASSIGN.change(2, 0), { exact: true }).waitFor();
      await dialog.getByRole("region", { name: ASSIGN.changes }).getByText(name).waitFor();
      await expectAccessible(page, `assigning ${kind}`);
      await expectNoSidewaysScroll(page, `assigning ${kind}`);
      await save().click();
      await dialog.waitFor({ state: "detached" });
      expect(await idsOf(kind)).toHaveLength(2);

      dialog = await openAssignment(kind);
      const tags = dialog.getByRole("listitem").filter({ hasText: ASSIGN.assigned });
      expect(await tags.count()).toBe(2);
      expect(await dialog.getByRole("checkbox").nth(0).isChecked()).toBe(true);
      expect(await dialog.getByRole("checkbox").nth(1).isChecked()).toBe(true);
      await dialog.getByRole("checkbox", { name }).uncheck();
      await dialog.getByText(ASSIGN.change(0, 1), { exact: true }).waitFor();
      await dialog.getByText(ASSIGN_KINDS[kind].removing(1)).waitFor();
      await save().click();
      await dialog.waitFor({ state: "detached" });
      expect(await idsOf(kind)).toHaveLength(1);
    });

    it("finds that another one changed the list, keeps this edit, and saves both", async () => {
      const algs = [...(await algsByName(api)).values()].map(({ alg_id }) => alg_id);
      await api.put(`/api/internal/users/${user.user_id}/algs`, { [BODY.algs]: algs.slice(0, 2) });
      const dialog = await openAssignment("algs");
      await dialog.getByRole("checkbox").nth(0).uncheck();
      const kept = await idsOf("algs");
      const theirs = algs.at(-1) as string;
      await api.put(`/api/internal/users/${user.user_id}/algs`, { [BODY.algs]: [...kept, theirs] });
      const save = dialog.getByRole("button", { name: ASSIGN.save, exact: true });
      await save.click();
      await dialog.getByText(ASSIGN.othersTitle).waitFor();
      expect(await idsOf("algs")).toHaveLength(3);
      await dialog.getByText(ASSIGN.change(0, 1), { exact: true }).waitFor();
      await save.click();
      await dialog.waitFor({ state: "detached" });
      const now = await idsOf("algs");
      expect(now).toHaveLength(2);
      expect(now).toContain(theirs);
    });

    it("asks before a changed assignment is left, and loses nothing to a failed save", async () => {
      await takeAway("devices");
      const dialog = await openAssignment("devices");
      await dialog.getByRole("checkbox").nth(3).check();
      await pressBack(page);
      await dialog.getByRole("button", { name: ASSIGN.keepEditing }).click();
      await dialog.getByText(ASSIGN.change(1, 0), { exact: true }).waitFor();
      const path = `**/api/internal/users/${user.user_id}/devices`;
      await page.route(path, (route) =>
        route.request().method() === "PUT"
          ? route.fulfill({
              status: 400,
              headers: { [PROTOCOL_HEADER]: "1" },
              json: { code: "invalid", errors: { "deviceIds.1": "There is no such Sentinel." } },
            })
          : route.continue(),
      );
      await dialog.getByRole("button", { name: ASSIGN.save, exact: true }).click();
      await dialog.getByRole("alert").getByText("There is no such Sentinel.").waitFor();
      await dialog.getByText(ASSIGN.change(1, 0), { exact: true }).waitFor();
      await page.unroute(path);
      await dialog.getByRole("button", { name: ASSIGN.save, exact: true }).click();
      await dialog.waitFor({ state: "detached" });
    });

    it("updates the metadata of an alg by bucket and path [ADMIN-03]", async () => {
      const from = (await algsByName(api)).get("Elephant counter");
      await openAlg("Poacher watch");
      await field(ALGS.bucket).fill(from?.alg_bucket ?? "");
      await field(ALGS.path).fill(from?.alg_path ?? "");
      await expectAccessible(page, "the alg dialog");
      await pressUpdate();
      await dialogOf(page, ALGS.title).waitFor({ state: "detached" });
      const now = (await algsByName(api)).get("Poacher watch");
      expect(now?.alg_path).toBe(from?.alg_path);
      expect(now?.md5_checksum).toMatch(/^[0-9a-f]{32}$/);
    });

    it("refuses an update without bucket or path, without a call [ADMIN-04]", async () => {
      const sent: string[] = [];
      page.on("request", (request) => {
        if (request.method() === "PUT") sent.push(request.url());
      });
      for (const empty of [ALGS.bucket, ALGS.path]) {
        await openAlg("Poacher watch");
        await field(empty).fill("  ");
        await pressUpdate();
        await page.getByRole("alert").getByText(MISSING, { exact: true }).waitFor();
      }
      expect(sent).toEqual([]);
    });

    it("says where the place has no tflite file, and keeps what was typed [ADMIN-05]", async () => {
      const before = (await algsByName(api)).get("Poacher watch");
      await openAlg("Poacher watch");
      await field(ALGS.path).fill("nowhere/model.tflite");
      await pressUpdate();
      await page.getByRole("alert").getByText(WRONG, { exact: true }).waitFor();
      expect(await field(ALGS.path).inputValue()).toBe("nowhere/model.tflite");
      expect((await algsByName(api)).get("Poacher watch")).toEqual(before);
    });

    const openAlg = async (name: string) => {
      await openAdmin(page, server.url, "&part=algs");
      await page.getByRole("button", { name: ALGS.updateOf(name) }).click();
    };
    const field = (label: string) => dialogOf(page, ALGS.title).getByLabel(label, { exact: true });
    const pressUpdate = () =>
      dialogOf(page, ALGS.title).getByRole("button", { name: ALGS.save, exact: true }).click();

    const form = () => dialogOf(page, RELEASES.title);
    const openForm = async () => {
      await openAdmin(page, server.url, "&part=releases");
      await page.getByRole("button", { name: RELEASES.make, exact: true }).click();
    };
    const addModel = async (name: string) => {
      await form().getByLabel(RELEASES.search, { exact: true }).fill(name);
      await form()
        .getByRole("button", { name: RELEASES.addModel(name) })
        .click();
    };
    const model = (place: number, name: string) =>
      form().getByRole("group", { name: RELEASES.modelNumber(place, name), exact: true });
    const giveUp = async () => {
      await page.keyboard.press("Escape");
      await form().getByRole("button", { name: RELEASES.discard, exact: true }).click();
      await form().waitFor({ state: "detached" });
    };
    const submit = () => form().getByRole("button", { name: RELEASES.create, exact: true }).click();

    it("creates a release of two models, each with its class handling and normalization [ADMIN-06, ADMIN-07, ADMIN-11, ADMIN-12, ADMIN-13, ADMIN-14]", async () => {
      const algs = await algsByName(api);
      const [first, second] = ["Temperate mammals v4", "Elephant counter"] as const;
      const name = `Two stages ${letter}`;
      await openForm();
      await form().getByLabel(RELEASES.name, { exact: true }).fill(name);
      await form().getByLabel(RELEASES.description, { exact: true }).fill("Mammals, then elephants");
      await addModel(first);
      await addModel(second);
      const classes = algs.get(first)?.class_definitions ?? [];
      const labels = classes.map(({ label }) => label);
      await model(1, first).getByText(RELEASES.ignored).first().click();
      const ignored = model(1, first).getByRole("group", { name: RELEASES.ignored });
      const offered = await ignored.locator("label").allTextContents();
      expect(offered).toEqual(labels.includes("empty") ? labels : [...labels, "empty"]);
      await ignored.getByLabel("human", { exact: true }).check();
      await ignored.getByLabel("empty", { exact: true }).check();
      await model(2, second).getByText(RELEASES.bypass).first().click();
      const bypass = model(2, second).getByRole("group", { name: RELEASES.bypass });
      await bypass.getByLabel("african_elephant", { exact: true }).check();
      await bypass.getByLabel("empty", { exact: true }).check();
      const method = model(1, first).getByLabel(RELEASES.normalization);
      expect(await method.inputValue()).toBe("resize");
      await expectAccessible(page, "the form of a release");
      await expectNoSidewaysScroll(page, "the form of a release");
      await submit();
      await form().waitFor({ state: "detached" });

      const idOf = (alg: string, label: string) =>
        algs.get(alg)?.class_definitions.find((one) => one.label === label)?.class_id;
      const rest = {
        isIntermediate: false,
        saveBBImages: false,
        saveCroppedImages: false,
        downstreamConfigs: [],
        imageNormalizationMethod: "resize",
      };
      expect(await componentsOf(api, name)).toEqual([
        {
          ...rest,
          algMetadataId: algs.get(first)?.alg_id,
          ignoredClasses: [idOf(first, "human"), 99],
          bypassClasses: [],
        },
        {
          ...rest,
          algMetadataId: algs.get(second)?.alg_id,
          ignoredClasses: [],
          bypassClasses: [idOf(second, "african_elephant"), 99],
        },
      ]);
      await page.getByRole("button", { name: RELEASES.open(name) }).click();
      await dialogOf(page, name).getByText("african_elephant, empty").waitFor();
    });

    it("refuses models that no device can fetch or run, by name and without a call [ADMIN-09, ADMIN-10]", async () => {
      spoilAlg(server.dataDir, "Herons of the delta", { md5_checksum: null });
      spoilAlg(server.dataDir, "Boar and deer, night", { framework: "yolov5" });
      spoilAlg(server.dataDir, "Rainforest floor v1", { alg_path: null });
      const sent: string[] = [];
      page.on("request", (request) => {
        if (request.method() === "POST" && request.url().includes("modelRelease")) sent.push(request.url());
      });
      await openForm();
      await form().getByLabel(RELEASES.name, { exact: true }).fill(`Spoiled ${letter}`);
      const names = ["Herons of the delta", "Boar and deer, night", "Rainforest floor v1"];
      for (const name of names) await addModel(name);
      await addModel("Temperate mammals v4");
      await submit();
      await form()
        .getByRole("alert")
        .getByText(`Some models are incorrectly formatted: ${names.join(", ")}.`, { exact: true })
        .waitFor();
      expect(sent).toEqual([]);
      await giveUp();
    });

    it("says that a release failed to create, and keeps the draft until it is given up [ADMIN-15]", async () => {
      await openForm();
      const name = `Unlucky ${letter}`;
      await form().getByLabel(RELEASES.name, { exact: true }).fill(name);
      await addModel("Temperate mammals v4");
      await page.route("**/api/modelRelease", (route) =>
        route.request().method() === "POST"
          ? route.fulfill({ status: 500, json: { code: "internal", errors: { general: "x" } } })
          : route.continue(),
      );
      await submit();
      await form().getByRole("alert").getByText(RELEASES.failed).waitFor();
      await page.unroute("**/api/modelRelease");
      await page.keyboard.press("Escape");
      await form().getByText(RELEASES.discardAsk).waitFor();
      await form().getByRole("button", { name: RELEASES.keepEditing }).click();
      expect(await form().getByLabel(RELEASES.name, { exact: true }).inputValue()).toBe(name);
      await page.reload();
      await model(1, "Temperate mammals v4").waitFor();
      expect(await form().getByLabel(RELEASES.name, { exact: true }).inputValue()).toBe(name);
      await submit();
      await form().waitFor({ state: "detached" });
      expect(await componentsOf(api, name)).toHaveLength(1);
    });
  });
});
