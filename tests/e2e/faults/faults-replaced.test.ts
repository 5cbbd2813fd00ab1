import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from "vitest";
import {
  DESK,
  expectAccessible,
  expectNoSidewaysScroll,
  PHONE,
  signUpAccount,
} from "../../support/browser/app-page.ts";
import {
  type Credentials,
  chipOf,
  openInsights,
  review,
  save,
  saveByKey,
  untilFoundOffline,
  untilUnsent,
} from "../../support/browser/ranger-browser.ts";
import { skippedWithoutChromium, useContexts, useFreshPage, useServer } from "../../support/browser/stage.ts";
import { readTruth } from "../../support/client/review-truth.ts";
import { openServerData, type ServerData } from "../../support/server/server-data.ts";
import { WAIT } from "../../support/time/time-limits.ts";

const skipped = skippedWithoutChromium("replaced decisions in a browser");

describe.skipIf(skipped)("two persons who decide about one insight", () => {
  const server = useServer({ demoInsights: 40 });
  const rangers = useFreshPage(server);
  const contexts = useContexts(server);
  let data: ServerData;
  let keeper: Credentials;
  let attempts = 0;
  beforeAll(async () => {
    data = openServerData(server.dataDir);
    keeper = await signUpAccount(server.url, "keeper");
  });
  afterAll(() => data?.close());

  /** Opens the panel and pulls. */
  const openPanel = async (page: Page) => {
    await chipOf(page).click();
    await page.getByRole("button", { name: "Refresh the data now" }).click();
    return page.getByRole("region", { name: "Needs a look" });
  };

  it("see who replaced theirs, with what, when both were made and when they arrived, and that it was made before, each in turn; what is dismissed stays dismissed (promise A7, fault 32) (hand 6)", async () => {
    attempts += 1;
    const camera = `cam-shared-${attempts}`;
    const [id = ""] = data.addSentinel(camera, 1);
    // Both persons keep what replaced their decisions as long as the insight is there.
    onTestFailed(() => data.removeInsights([id]));
    data.grant(camera, keeper.email);
    const ranger = rangers.page;
    await rangers.openRows();
    await rangers.context.setOffline(true);
    await untilFoundOffline(ranger);
    await review(ranger, id, "archive");
    await saveByKey(ranger);

    const other = await contexts.openAs(keeper);
    await openInsights(other, server.url, "&archived=1");
    await review(other, id, "favorite");
    await save(other);
    await untilUnsent(other, 0);
    await rangers.context.setOffline(false);
    await untilUnsent(ranger, 0);

    const lost = await openPanel(other);
    await lost.getByText("ranger set Archived over your Favorite").waitFor(WAIT);
    await lost.getByText(/^Theirs: made .* UTC, arrived .* UTC$/).waitFor();
    await lost.getByText(/^Yours: made .* UTC, arrived .* UTC$/).waitFor();
    await lost.getByText("Theirs was made before yours, and arrived after it.").waitFor();
    await chipOf(other).filter({ hasText: "1 to look at" }).waitFor();
    await expectAccessible(other, "a replaced decision");
    await other.setViewportSize(PHONE.viewport);
    await expectNoSidewaysScroll(other, "a replaced decision");
    await other.setViewportSize(DESK.viewport);
    await chipOf(ranger).click();
    await ranger
      .getByText("Archive was saved over Favorite by keeper. Yours was made before that", { exact: false })
      .waitFor(WAIT);
    await ranger.keyboard.press("Escape");

    await lost.getByRole("button", { name: /^Do mine again/ }).click();
    await other.getByText("Your decision is in your list again. Save sends it.").waitFor();
    await other.keyboard.press("Escape");
    await save(other);
    await untilUnsent(other, 0);
    expect((await readTruth(server.dataDir, [id])).statuses.get(id)).toBe("favorite");
    const lostInTurn = await openPanel(ranger);
    await lostInTurn.getByText("keeper set Favorite over your Archived").waitFor(WAIT);
    expect(await lostInTurn.getByText("made before yours", { exact: false }).count()).toBe(0);

    await lostInTurn.getByRole("button", { name: /^Dismiss/ }).click();
    await lostInTurn.waitFor({ state: "detached" });
    await ranger.keyboard.press("Escape");
    await untilUnsent(ranger, 0);
    await ranger.reload();
    await (await openPanel(ranger)).waitFor({ state: "detached" });
    await ranger.getByText("Saved over others").waitFor(WAIT);
    expect(await ranger.getByText("keeper set Favorite").count()).toBe(0);
  });
});
