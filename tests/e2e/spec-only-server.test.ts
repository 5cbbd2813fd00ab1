import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ReviewAction } from "../../src/domain/insight/insight.ts";
import {
  openInsights,
  review,
  save,
  signIn,
  turnCollections,
  untilInstalled,
  untilUnsent,
  untouchedInsights,
} from "../support/browser/ranger-browser.ts";
import { forgetStored, skippedWithoutChromium, usePage, useServer } from "../support/browser/stage.ts";
import { readTruth } from "../support/client/review-truth.ts";
import { type SpecOnlyProxy, startSpecOnlyProxy } from "../support/network/spec-only-proxy.ts";
import { startTcpProxy, type TcpProxy } from "../support/network/tcp-proxy.ts";
import { DEMO } from "../support/server/server-process.ts";
import { WAIT } from "../support/time/time-limits.ts";

const skipped = skippedWithoutChromium("a server of the specification alone");

/** Three pages of 10,000 at most. */
const INSIGHTS = 20_400;
const PAGE_OFFSETS = ["0", "10000", "20000"];
const ALL_ROWS = "&archived=1&rows=50";

describe.skipIf(skipped)("against a server that has the specification's own calls alone", () => {
  const server = useServer({ demoInsights: INSIGHTS });
  const stage = usePage(server, { as: null });
  let cut: SpecOnlyProxy;
  let proxy: TcpProxy;
  let page: Page;
  const done = new Map<string, ReviewAction>();

  beforeAll(async () => {
    cut = await startSpecOnlyProxy(server.process.url);
    proxy = await startTcpProxy(cut.port);
    page = stage.page;
  });
  afterAll(async () => {
    await proxy?.stop();
    await cut?.stop();
  });

  const callsOf = (path: string, from = 0) => cut.calls.slice(from).filter((call) => call.startsWith(path));
  const offsetsOf = (calls: readonly string[]) =>
    calls.map((call) => new URLSearchParams(call.split("?")[1]).get("offset")).sort();
  const chip = () => page.getByRole("button", { name: /^Connection and unsent work/ });
  const matched = (count: string) => page.getByText(new RegExp(`^Rows 1–50 of ${count}$`));
  async function act(ids: readonly string[], action: ReviewAction) {
    for (const id of ids) {
      await review(page, id, action);
      done.set(id, action);
    }
  }
  async function expectDone() {
    const { statuses, history } = await readTruth(server.dataDir, [...done.keys()]);
    expect(statuses).toEqual(new Map(done));
    expect(history).toHaveLength(done.size);
  }

  it("signs in, reads the count, then all pages at once by their offset, and shows every insight [AUTH-34, AUTH-39, INS-20, INS-48, INS-49, INS-59, INS-60, ROLE-07]", async () => {
    const begun = cut.calls.length;
    // A failed attempt may have signed in at the proxy.
    await forgetStored(page, { url: proxy.url }, { signedIn: false });
    // No page is answered before all are asked for: an app that asked one after the other would show nothing.
    cut.holdPages(PAGE_OFFSETS.length);
    await signIn(page, proxy.url, DEMO);
    await untilInstalled(page);
    await openInsights(page, proxy.url, ALL_ROWS);
    await matched("20,400").waitFor(WAIT);
    const calls = cut.calls.slice(begun);
    const firstPage = calls.findIndex((call) => call.startsWith("GET /api/insights/paginated"));
    expect(calls.slice(0, firstPage)).toContain("GET /api/insights/count");
    const pages = callsOf("GET /api/insights/paginated", begun);
    expect(offsetsOf(pages.slice(0, PAGE_OFFSETS.length))).toEqual(PAGE_OFFSETS);
    for (const call of pages) expect(call).toContain("limit=10000");
    expect(callsOf("GET /api/collections")).toEqual([]);
    expect(cut.unknownCalls.filter((call) => call.includes("sync"))).toEqual([]);
  });

  it("finds each insight's photo by insight, Sentinel and table together, and shows its thumbnail [INS-26, INS-53, INS-55]", async () => {
    const picture = page.locator("tr[data-insight] img").first();
    const width = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
    await expect.poll(width, WAIT).toBe(240);
    expect(
      callsOf("GET /api/photo?thumbnail=true").filter((call) => call.includes("another-insight")),
    ).toEqual([]);
  });

  it("saves in a bulk update, asks by its number until it is completed, and reads all anew [INS-14, INS-37, INS-39, INS-45, INS-57, INS-58]", async () => {
    const [first = "", second = "", third = ""] = await untouchedInsights(page, 3);
    await act([first], "acknowledge");
    await act([second], "archive");
    await act([third], "favorite");
    await save(page);
    await page.getByText("The bulk update is waiting to be processed").first().waitFor(WAIT);
    await page.getByText("The bulk update has successfully completed!").first().waitFor(WAIT);
    await page.getByRole("region", { name: "Saved actions" }).waitFor({ state: "detached", ...WAIT });
    await untilUnsent(page, 0);
    const asked = cut.calls.findLastIndex((call) => call.startsWith("GET /api/updates?bulk_id="));
    expect(offsetsOf(callsOf("GET /api/insights/paginated", asked))).toEqual(PAGE_OFFSETS);
    expect(callsOf("POST /api/updates/")).toHaveLength(1);
    await expectDone();
  });

  it("goes on without a connection and sends what was done when it returns [OFF-11, OFF-12, OFF-13, OFF-16]", async () => {
    const [first = "", second = "", third = ""] = await untouchedInsights(page, 3);
    proxy.cut();
    await chip().click();
    await page.getByRole("button", { name: "Refresh the data now" }).click();
    await chip().filter({ hasText: "Offline" }).waitFor(WAIT);
    await page.keyboard.press("Escape");
    await act([first], "acknowledge");
    await act([second], "archive");
    await page.reload();
    await page
      .locator(`tr[data-insight="${second}"] [data-action="archive"][aria-pressed="true"]`)
      .waitFor(WAIT);
    await act([third], "favorite");
    await untilUnsent(page, 3);
    proxy.restore();
    await untilUnsent(page, 0);
    await expectDone();
  });

  it("reads collections where the feature is on, with the count of insights, and flattens them into one list [INS-50, INS-51, INS-52, ROLE-06]", async () => {
    await turnCollections(server.url, DEMO, true);
    // The page of the tests before may be reading anew.
    await page.goto("about:blank");
    const before = cut.calls.length;
    await openInsights(page, proxy.url, ALL_ROWS);
    const folded = page.getByRole("switch", { name: "Collections" });
    await folded.waitFor(WAIT);
    await expect.poll(() => callsOf("GET /api/collections/paginated", before).length, WAIT).toBe(3);
    expect(offsetsOf(callsOf("GET /api/collections/paginated", before))).toEqual(PAGE_OFFSETS);
    expect(callsOf("GET /api/insights/count", before)).toHaveLength(1);
    expect(callsOf("GET /api/insights/paginated", before)).toEqual([]);
    await page
      .getByTitle(/^Collection of \d+$/)
      .first()
      .waitFor(WAIT);
    await matched("20,400").waitFor({ state: "detached", ...WAIT });
    await folded.uncheck();
    await matched("20,400").waitFor(WAIT);
  });
});
