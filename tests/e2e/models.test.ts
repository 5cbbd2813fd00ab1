import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { MARKETPLACE } from "../../src/messages/fleet/marketplace.ts";
import { MODELS } from "../../src/messages/fleet/models.ts";
import { ONLINE } from "../../src/messages/offline/online.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/browser/app-page.ts";
import { untilFoundOffline } from "../support/browser/ranger-browser.ts";
import { skippedWithoutChromium, usePage, useServer } from "../support/browser/stage.ts";
import { WAIT } from "../support/time/time-limits.ts";

const skipped = skippedWithoutChromium("models and the marketplace in a browser");

/** A public model that is not in the demo ranger's account. */
const MODEL = "Elephant counter";

describe.skipIf(skipped)("models and the marketplace in a real browser", () => {
  const server = useServer({ demoInsights: 0, collections: true, afterEach: "stay" });
  const stage = usePage(server);
  let page: Page;

  beforeAll(() => {
    page = stage.page;
    page.setDefaultTimeout(WAIT.timeout);
  });

  const openTab = (tab: string) => page.goto(`${server.url}/?tab=${tab}`);
  const card = () => page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: MODEL }) });

  it("finds a model, adds it, has it among My Models, deploys it to a group, and takes back in the dialog that it was removed from all (hand 2) [MKT-01, MKT-02, MKT-03, MKT-04, MODEL-01, MODEL-06, MODEL-08]", async () => {
    await openTab("marketplace");
    await page.getByLabel(MARKETPLACE.search).fill("eleph waterhole");
    await page.getByText(MARKETPLACE.found(1, 7)).waitFor();
    await card()
      .getByRole("button", { name: MARKETPLACE.addModel(MODEL) })
      .click();
    await card().getByText(MARKETPLACE.inAccount).waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page, "the marketplace");
    await page.setViewportSize({ width: 1440, height: 900 });

    await openTab("models");
    await page.getByRole("button", { name: MODELS.deployModel(MODEL) }).click();
    const dialog = page.getByRole("dialog", { name: MODELS.dialogTitle(MODEL) });
    const group = dialog.getByRole("listitem").filter({ hasText: "Savanna gates" });
    await group.getByText(MODELS.ofGroup(0, 3)).waitFor();
    await group.getByRole("button", { name: MODELS.putAll }).click();
    await group.getByText(MODELS.ofGroup(3, 3)).waitFor();
    await expectAccessible(page, "the deploy dialog");
    await group.getByRole("button", { name: MODELS.takeAll }).click();
    await group.getByText(MODELS.ofGroup(0, 3)).waitFor();
    // The dialog is still open: all outside of it is inert.
    const offer = page.getByText(MODELS.takeDone(MODEL, "Savanna gates")).locator("..");
    await offer.getByRole("button", { name: "Undo" }).click();
    await group.getByText(MODELS.ofGroup(3, 3)).waitFor();
    await page.goBack();
    await dialog.waitFor({ state: "hidden" });
    const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: MODEL }) });
    await row.getByText(MODELS.deployedOn(3)).waitFor();
  });

  it("gives the file of a model, and says so where that fails (promise B6) [MKT-05]", async () => {
    await openTab("marketplace");
    const press = () =>
      card()
        .getByRole("button", { name: MARKETPLACE.downloadModel(MODEL) })
        .click();
    const [file] = await Promise.all([page.waitForEvent("download"), press()]);
    expect(file.suggestedFilename()).toBe(`${MODEL}.tflite`);
    expect(
      readFileSync(await file.path())
        .subarray(4, 8)
        .toString(),
    ).toBe("TFL3");

    await page.route("**/download", (route) => route.fulfill({ status: 503, json: { code: "unavailable" } }));
    await press();
    await page.getByText(/^Download for model \d+ failed\. Please contact support\.$/).waitFor();
    await page.unroute("**/download");
  });

  it("shows My Models offline, and says what deploying needs [MODEL-01]", async () => {
    await openTab("models");
    const first = page.getByRole("button", { name: MODELS.deployModel(MODEL) });
    await first.waitFor();
    server.proxy.cut();
    await untilFoundOffline(page);
    await first.click();
    await page.getByText(ONLINE.onlyOnline(MODELS.what)).waitFor();
    server.proxy.restore();
  });
});
