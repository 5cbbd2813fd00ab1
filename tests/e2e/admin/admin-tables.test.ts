import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { ADMIN } from "../../../src/messages/admin/admin.ts";
import { ASSIGN, ASSIGN_KINDS } from "../../../src/messages/admin/assign.ts";
import { RELEASES } from "../../../src/messages/admin/releases.ts";
import { ONLINE } from "../../../src/messages/offline/online.ts";
import { tableMessages } from "../../../src/messages/table.ts";
import { expectNoSidewaysScroll, signUpAccount } from "../../support/browser/app-page.ts";
import { untilFoundOffline } from "../../support/browser/ranger-browser.ts";
import { skippedWithoutChromium, useContexts, usePage, useServer } from "../../support/browser/stage.ts";
import { WAIT } from "../../support/time/time-limits.ts";
import { dialogOf, openAdmin, rowsOf, SIZES, STAFF_SERVER } from "./admin-world.ts";

const skipped = skippedWithoutChromium("the tables of Admin");
const PARTS = ["users", "devices", "algs", "releases"] as const;
/** A column of each table that can be sorted, and its file. */
const SORTED = { users: "username", devices: "id", algs: "framework", releases: "description" } as const;
/** What its filter contains; fewer rows pass than there are. */
const WANTED = { users: "ar", devices: "1001", algs: "yolo", releases: "zebra" } as const;
const FILES = {
  users: "sentinel_users.csv",
  devices: "sentinel_admin_devices.csv",
  algs: "sentinel_algs.csv",
  releases: "sentinel_releases.csv",
};
const LABELS = {
  users: ADMIN.users.username,
  devices: ADMIN.devices.id,
  algs: "Framework",
  releases: RELEASES.columns.description,
};
const queryOf = (part: (typeof PARTS)[number]) => (part === "users" ? "" : `&part=${part}`);

describe.skipIf(skipped)("the tables of Admin in a real browser", () => {
  const server = useServer(STAFF_SERVER);
  beforeAll(async () => {
    for (const name of ["amani", "baraka", "chipo", "dalila", "enzi"]) await signUpAccount(server.url, name);
  });

  describe.each(SIZES)("at $width px", ({ width, size }) => {
    const stage = usePage(server, { size });
    const phone = width < 700;
    let page: Page;
    beforeAll(() => {
      page = stage.page;
      page.setDefaultTimeout(WAIT.timeout);
    });

    it("has the four tabs, each with its rows [ADMIN-01]", async () => {
      await openAdmin(page, server.url);
      const tabs = page.getByRole("tab");
      expect(await tabs.allTextContents()).toEqual(["User Accounts", "Devices", "Algs", "Alg Releases"]);
      const first = {
        users: "amani",
        devices: "Beech Hollow",
        algs: "Elephant counter",
        releases: "Savanna",
      };
      for (const part of PARTS) {
        await page.getByRole("tab", { name: ADMIN.tabs[part], exact: true }).click();
        await rowsOf(page).filter({ hasText: first[part] }).first().waitFor();
        await expectNoSidewaysScroll(page, part);
      }
      await page.getByRole("tab", { name: ADMIN.tabs.releases, exact: true }).press("Home");
      await rowsOf(page).filter({ hasText: "ranger" }).first().waitFor();
    });

    it.each(PARTS)("sorts, filters, hides columns, exports and pages: %s [ADMIN-02]", async (part) => {
      await openAdmin(page, server.url, queryOf(part));
      const label = LABELS[part];
      const total = await rowsOf(page).count();
      const values = () => rowsOf(page).allInnerTexts();
      const tool = async (name: string) => {
        if (!phone) return page.getByRole("button", { name, exact: true }).click();
        await page.getByRole("button", { name: tableMessages.menu }).click();
        await page.getByRole("menuitem", { name, exact: true }).click();
      };

      const before = await values();
      if (phone) {
        await tool(tableMessages.sortField);
        await page
          .getByRole("combobox", { name: tableMessages.sortField })
          .selectOption({ label: tableMessages.descending(label, "string") });
        await page.keyboard.press("Escape");
      } else {
        const head = page.getByRole("columnheader", { name: label }).getByRole("button").first();
        await head.click();
        await head.click();
      }
      await expect.poll(() => page.url()).toContain(`sort=`);
      await expect.poll(values).not.toEqual(before);

      await openAdmin(page, server.url, `${queryOf(part)}&f.${SORTED[part]}=${WANTED[part]}`);
      await expect.poll(() => rowsOf(page).count()).toBeLessThan(total);
      const filtered = await rowsOf(page).count();
      await page.getByRole("button", { name: tableMessages.filters.button(1) }).click();
      await page.getByLabel(tableMessages.filters.contains(label)).waitFor();
      await page.keyboard.press("Escape");

      await tool(tableMessages.csv.button);
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: tableMessages.csv.save }).click(),
      ]);
      expect(file.suggestedFilename()).toBe(FILES[part]);
      const lines = readFileSync(await file.path(), "utf8")
        .trim()
        .split(/\r?\n/);
      expect(lines).toHaveLength(filtered + 1);
      expect(lines[0]).toContain(label);
      await page.keyboard.press("Escape");

      await openAdmin(page, server.url, queryOf(part));
      const columnShown = () =>
        phone
          ? rowsOf(page).getByText(label, { exact: true }).count()
          : page.getByRole("columnheader", { name: label }).count();
      const shownBefore = phone ? (await values()).join() : String(await columnShown());
      await tool(tableMessages.columns.button);
      const box = page
        .getByRole("dialog", { name: tableMessages.columns.heading })
        .getByLabel(label, { exact: true });
      await box.uncheck();
      await expect
        .poll(async () => (phone ? (await values()).join() : String(await columnShown())))
        .not.toBe(shownBefore);
      await box.check();
      await page.keyboard.press("Escape");

      await openAdmin(page, server.url, `${queryOf(part)}&rows=5${phone ? "&view=pages" : ""}`);
      if (total > 5) {
        await page.getByRole("button", { name: tableMessages.pages.next }).click();
        await page.getByText(tableMessages.pages.page(2)).waitFor();
      }
      expect(await page.getByRole("table").count()).toBe(phone ? 0 : 1);
    });

    it("needs a connection, and leaves nothing of it on the device", async () => {
      await openAdmin(page, server.url, "&part=devices");
      const stored = await page.evaluate(async () => {
        const urls: string[] = [];
        for (const name of await caches.keys()) {
          for (const request of await (await caches.open(name)).keys()) urls.push(request.url);
        }
        return urls;
      });
      expect(stored.filter((url) => new URL(url).pathname.startsWith("/api/"))).toEqual([]);
      server.proxy.cut();
      await untilFoundOffline(page);
      await page.reload();
      await page.getByText(ONLINE.offlineTitle).waitFor();
      await page.getByText(ONLINE.offlineList(ADMIN.lists.devices)).waitFor();
      server.proxy.restore();
      // Nobody presses anything: the rows come with the connection.
      await rowsOf(page).first().waitFor(WAIT);
    });
  });

  describe.each(SIZES)("to a member at $width px", ({ letter, size }) => {
    const contexts = useContexts(server);

    it("shows what is theirs, to be read, with the reason", async () => {
      const account = await signUpAccount(server.url, `member${letter}`);
      const page = await contexts.openAs(account, size);
      page.setDefaultTimeout(WAIT.timeout);
      await openAdmin(page, server.url);
      await page.getByText(ADMIN.readOnly).waitFor();
      expect(await rowsOf(page).count()).toBe(1);
      await rowsOf(page).filter({ hasText: account.email }).waitFor();
      await page.getByRole("button", { name: ASSIGN_KINDS.devices.buttonOf(account.email) }).click();
      const dialog = dialogOf(page, ASSIGN_KINDS.devices.shownTitle);
      await dialog.getByText(ASSIGN.readOnly).waitFor();
      await dialog.getByText(ASSIGN_KINDS.devices.nothing).waitFor();
      expect(await dialog.getByRole("button", { name: ASSIGN.save, exact: true }).count()).toBe(0);
      await page.goto(`${server.url}/?tab=admin&part=releases`);
      await page.getByText(ADMIN.emptyMember).waitFor();
      expect(await page.getByRole("button", { name: RELEASES.make }).count()).toBe(0);
    });
  });
});
