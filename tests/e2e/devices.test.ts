import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { SCAN } from "../../src/messages/fleet/scan.ts";
import { expectAccessible, expectNoSidewaysScroll, PHONE, pressBack } from "../support/browser/app-page.ts";
import { chipOf, untilUnsent } from "../support/browser/ranger-browser.ts";
import { skippedWithoutChromium, usePhone, useServer } from "../support/browser/stage.ts";
import { WAIT } from "../support/time/time-limits.ts";

const skipped = skippedWithoutChromium("My Devices in a browser");
/** One for each attempt: the first may have renamed its own before it failed. */
const SENTINELS = ["Old Quarry", "Heron Pond"];

describe.skipIf(skipped)("My Devices in a ranger's hands", () => {
  const server = useServer({ demoInsights: 40 });
  const phone = usePhone(server);

  const openDevices = async (): Promise<Page> => {
    const page = await phone.page();
    await page.goto(`${server.url}/?tab=devices`);
    await page.locator("[data-row]").first().waitFor(WAIT);
    return page;
  };
  const openForm = async (page: Page, name: string) => {
    await page.getByRole("button", { name: `Edit ${name}`, exact: true }).click();
    const form = page.getByRole("dialog", { name: `Edit ${name}` });
    await form.waitFor(WAIT);
    return form;
  };

  it("keeps an edit that was made offline over a killed browser, and sends it once (hand 6) [DEV-01, DEV-02, DEV-28, DEV-29]", async () => {
    const before = SENTINELS.shift() ?? "none left";
    const name = `${before}, moved`;
    server.proxy.restore();
    // So that the browser has written down who is signed in before it is killed.
    await phone.close();
    await phone.start();
    let page = await openDevices();
    await chipOf(page).filter({ hasText: "Online" }).waitFor(WAIT);
    server.proxy.cut();
    const form = await openForm(page, before);
    await form.getByLabel("Name", { exact: true }).fill(name);
    await form.getByLabel("Cycle time").selectOption({ label: "11.5 hours" });
    await form.getByRole("button", { name: "Save" }).click();
    await form.waitFor({ state: "detached", ...WAIT });
    await page.getByText("Waiting to be sent").waitFor(WAIT);
    await untilUnsent(page, 1);
    await phone.kill();

    await phone.start();
    page = await openDevices();
    await page.getByText("Waiting to be sent").waitFor(WAIT);
    const row = page.getByRole("row").filter({ hasText: "Waiting to be sent" });
    const widths = await row
      .locator("th")
      .evaluate(
        (cell, words) =>
          [...cell.querySelectorAll("span")]
            .filter(
              ({ textContent, childElementCount }) =>
                childElementCount === 0 && words.includes(textContent ?? ""),
            )
            .map(({ clientWidth, scrollWidth }) => [clientWidth > 0, scrollWidth <= clientWidth]),
        [name, "Waiting to be sent"],
      );
    expect(widths).toEqual([
      [true, true],
      [true, true],
    ]);
    server.proxy.restore();
    await untilUnsent(page, 0);
    await page.getByText("Waiting to be sent").waitFor({ state: "detached", ...WAIT });
    const again = await openForm(page, name);
    expect(await again.getByLabel("Cycle time").inputValue()).toBe("690");
    await page.goBack();
    await again.waitFor({ state: "detached", ...WAIT });
    // Back does not drop the typed text, and each way out leads to the table in one step.
    const third = await openForm(page, name);
    await third.getByLabel("Description", { exact: true }).fill("At the weir");
    await pressBack(page);
    await third.getByText("You have changed something that is not saved.").waitFor(WAIT);
    await third.getByRole("button", { name: "Keep editing" }).click();
    expect(await third.getByLabel("Description", { exact: true }).inputValue()).toBe("At the weir");
    await pressBack(page);
    await third.getByRole("button", { name: "Discard" }).click();
    await third.waitFor({ state: "detached", ...WAIT });
    expect(new URL(page.url()).search).toBe("?tab=devices");
  });

  it("opens from the navigation, adds a Sentinel by the code on it, shows its key this once, and gives it up again (hand 13) [SHELL-17, DEV-10, DEV-12]", async () => {
    const page = await phone.page();
    await page.goto(server.url);
    await page.getByRole("link", { name: "My Devices", exact: true }).click();
    await page.locator("[data-row]").first().waitFor(WAIT);
    await page.context().grantPermissions(["camera"], { origin: server.url });
    await readsCodes(page);
    await page.getByRole("button", { name: "Add a Sentinel" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a Sentinel" });
    await dialog.getByRole("button", { name: SCAN.title }).click();
    const scan = page.getByRole("dialog", { name: SCAN.title });
    await scan.getByText(SCAN.states.looking).waitFor(WAIT);
    await showCode(page, "WIFI:S:camp;T:WPA;;");
    await scan.getByText(SCAN.states.foreign).waitFor(WAIT);
    await showCode(page, "https://sentinel.example/?device_id=E2E%2D1");
    await scan.waitFor({ state: "detached", ...WAIT });
    expect(await dialog.getByLabel("Device ID").inputValue()).toBe("E2E-1");
    await dialog.getByLabel("Name", { exact: true }).fill("Brand new");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    const added = page.getByRole("dialog", { name: "Brand new is added" });
    await added.getByText("This is shown once and never again.", { exact: false }).waitFor(WAIT);
    expect((await added.getByLabel("Ingest key").locator("output").textContent()) ?? "").not.toBe("");
    await expectAccessible(page, "a new key");
    await added.getByRole("button", { name: "Done" }).click();
    await added.getByRole("button", { name: "Close for good" }).click();

    const form = await openForm(page, "Brand new");
    await form.getByRole("button", { name: "Revoke ownership" }).click();
    const sure = page.getByRole("dialog", { name: "Revoke your ownership of Brand new?" });
    await sure.getByText("Support is needed to regain access.").waitFor(WAIT);
    await sure.getByRole("button", { name: "Revoke ownership" }).click();
    await page.locator('[data-row="E2E-1"]').waitFor({ state: "detached", ...WAIT });
  });

  it("is cards on a phone, with its form a page that does not scroll sideways [DEV-01]", async () => {
    const page = await openDevices();
    await page.setViewportSize(PHONE.viewport);
    await page.locator("li[data-row]").first().waitFor(WAIT);
    await expectNoSidewaysScroll(page, "the cards");
    await openForm(page, "Heron Pond");
    await expectNoSidewaysScroll(page, "the form");
    await expectAccessible(page, "the form on a phone");
  });
});

/** Stands in for the reader of codes, which this browser may lack; it sees what is shown once the camera's picture runs. */
async function readsCodes(page: Page): Promise<void> {
  await page.evaluate(() => {
    class BarcodeDetector {
      static async getSupportedFormats() {
        return ["qr_code"];
      }
      async detect(video: HTMLVideoElement) {
        const rawValue = document.documentElement.dataset.code;
        return video.videoWidth === 0 || rawValue === undefined ? [] : [{ rawValue }];
      }
    }
    Object.assign(globalThis, { BarcodeDetector });
  });
}

const showCode = (page: Page, code: string) =>
  page.evaluate((shown) => {
    document.documentElement.dataset.code = shown;
  }, code);
