import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { DEVICE_UPDATES as UPDATES } from "../../src/messages/fleet/device-updates.ts";
import { GROUPS } from "../../src/messages/fleet/groups.ts";
import { ONLINE } from "../../src/messages/offline/online.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/browser/app-page.ts";
import { untilFoundOffline } from "../support/browser/ranger-browser.ts";
import { skippedWithoutChromium, usePage, useServer } from "../support/browser/stage.ts";
import { DEMO } from "../support/server/server-process.ts";
import { WAIT } from "../support/time/time-limits.ts";

const skipped = skippedWithoutChromium("groups and device updates in a browser");

describe.skipIf(skipped)("groups and device updates in a real browser", () => {
  const server = useServer({ demoInsights: 0, collections: true, afterEach: "stay" });
  const stage = usePage(server);
  let page: Page;
  let url: string;

  beforeAll(() => {
    page = stage.page;
    page.setDefaultTimeout(WAIT.timeout);
    url = server.url;
  });

  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
  const dialog = (name: string | RegExp) => page.getByRole("dialog", { name, exact: true });
  const openTab = async (tab: string, heading: string) => {
    await page.goto(`${url}/?tab=${tab}`);
    await page.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor();
  };

  it("makes, renames, fills, empties and deletes a group, and Back closes what is open [GRP-01, GRP-02, GRP-03, GRP-04, GRP-05, GRP-06, GRP-07, GRP-09, GRP-10, GRP-11, GRP-12]", async () => {
    await openTab("groups", "Groups");
    const other = (await page.locator("tbody th").first().textContent()) ?? "";
    await button(GROUPS.make).click();
    await dialog(GROUPS.makeTitle).waitFor();
    await button(GROUPS.create).click();
    await page.getByRole("alert").filter({ hasText: GROUPS.namePrompt }).waitFor();
    await page.getByLabel(GROUPS.name, { exact: true }).fill("Delta");
    await button(GROUPS.create).click();
    await dialog("Delta").waitFor();

    await page.getByLabel(GROUPS.name, { exact: true }).fill(" ");
    await button(GROUPS.save).click();
    await page.getByText("The new group name cannot be empty").waitFor();
    await page.getByLabel(GROUPS.name, { exact: true }).fill(other.toUpperCase());
    await button(GROUPS.save).click();
    await page.getByText("One of your groups already has this name.").waitFor();
    await page.getByLabel(GROUPS.name, { exact: true }).fill("Delta east");
    await button(GROUPS.save).click();
    await dialog("Delta east").waitFor();
    await expectAccessible(page, "an open group");

    await button(GROUPS.add).click();
    await dialog(GROUPS.addTitle("Delta east")).waitFor();
    await page.getByRole("checkbox").nth(0).check();
    await page.getByRole("checkbox").nth(1).check();
    await expectAccessible(page, "the choice of devices");
    await button(GROUPS.addChosen(2)).click();
    await page.getByText(GROUPS.added(2, "Delta east")).waitFor();
    await dialog("Delta east").getByRole("listitem").nth(1).waitFor();
    await page.getByText(GROUPS.added(2, "Delta east")).waitFor({ state: "detached" });
    await dialog("Delta east")
      .getByRole("button", { name: /^Remove .* from Delta east$/ })
      .first()
      .click();
    await page.getByText(GROUPS.removed(1, "Delta east")).waitFor();
    await expect.poll(() => dialog("Delta east").getByRole("listitem").count()).toBe(1);

    await page.goBack();
    await dialog("Delta east").waitFor({ state: "detached" });
    expect(new URL(page.url()).search).toBe("?tab=groups");
    await button(GROUPS.open("Delta east")).click();
    await button(GROUPS.delete).click();
    await page.getByText(GROUPS.deleteSure("Delta east", 1)).waitFor();
    await button(GROUPS.deleteConfirm).click();
    await button(GROUPS.open("Delta east")).waitFor({ state: "detached" });
  });

  it("asks devices for an update, meets the conflict, drops what stands in the way, and says offline what it needs (hand 6) [UPD-01, UPD-02, UPD-03, UPD-04, UPD-07, UPD-08, UPD-20, UPD-21, UPD-22, UPD-23]", async () => {
    await openTab("updates", "Device Updates");
    const choose = async () => {
      await button(UPDATES.make).click();
      await dialog(UPDATES.makeTitle).waitFor();
      await page.getByRole("checkbox").first().check();
      await page.getByLabel(UPDATES.release, { exact: true }).selectOption({ index: 1 });
      await button(UPDATES.create).click();
    };
    await button(UPDATES.make).click();
    await button(UPDATES.create).click();
    await page.getByText("Please fill in all required fields.").waitFor();
    await expectAccessible(page, "the form of an update");
    await page.keyboard.press("Escape");
    await dialog(UPDATES.makeTitle).waitFor({ state: "detached" });

    await choose();
    await page.getByText(UPDATES.created(1)).waitFor();
    await choose();
    const conflict = page.getByRole("alert").filter({ hasText: UPDATES.conflict });
    await conflict.getByText(DEMO.email).first().waitFor();
    await expectAccessible(page, "the conflict");
    await conflict.getByRole("button").first().click();
    await page.getByRole("heading", { name: "Device reports", exact: true }).waitFor();
    await button(UPDATES.drop).click();
    await button(UPDATES.dropConfirm).click();
    // Back in the form, as it was filled in: nothing stands in its way now.
    await dialog(UPDATES.makeTitle).waitFor();
    await button(UPDATES.create).click();
    await dialog(UPDATES.makeTitle).waitFor({ state: "detached" });
    await page.getByRole("row").filter({ hasText: "Dropped" }).first().waitFor();

    await page.setViewportSize({ width: 360, height: 780 });
    await expectNoSidewaysScroll(page, "the updates on a phone");
    server.proxy.cut();
    await untilFoundOffline(page);
    await page.getByText(ONLINE.onlyOnline(UPDATES.changing)).waitFor();
    expect(await button(UPDATES.make).isDisabled()).toBe(true);
    await page.getByText(ONLINE.outdated).waitFor();
  });
});
