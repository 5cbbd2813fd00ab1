import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { INTERNAL } from "../../src/messages/internal/internal.ts";
import { ONLINE } from "../../src/messages/offline/online.ts";
import { DESK, expectAccessible, expectNoSidewaysScroll, PHONE } from "../support/browser/app-page.ts";
import { tokenOf, untilFoundOffline } from "../support/browser/ranger-browser.ts";
import { skippedWithoutChromium, useContexts, useServer } from "../support/browser/stage.ts";
import { DEMO } from "../support/server/server-process.ts";
import { WAIT } from "../support/time/time-limits.ts";

const skipped = skippedWithoutChromium("Internal in a browser");
const WRONG = "Confirmation information incorrect. Please double check confirmation and try again.";
const SIZES = [
  ["1440", DESK],
  ["360", PHONE],
] as const;

describe.skipIf(skipped)("Internal, for staff, in a real browser", () => {
  // The demo's ranger has the first id.
  const server = useServer({ demoInsights: 40, env: { STAFF_USER_ID: "1" } });
  const contexts = useContexts(server);

  async function call(method: string, path: string, body?: unknown) {
    const response = await fetch(server.url + path, {
      method,
      headers: {
        authorization: `Bearer ${await tokenOf(server.url, DEMO)}`,
        connection: "close",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, json: await response.json() };
  }
  const deviceIds = async (): Promise<string[]> =>
    (await call("GET", "/api/internal/devices")).json.message.map(
      ({ device_id }: { device_id: string }) => device_id,
    );
  let attempts = 0;
  /** The server keeps what a failed attempt has made, so each attempt makes ids and names of its own. */
  const nextAttempt = () => {
    attempts += 1;
    return attempts;
  };
  const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
  const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

  it.each(SIZES)(
    "clears a device only with its id and 'I Understand' typed exactly, after it showed what goes, %s px wide [INT-02, INT-03, INT-04, INT-05, INT-06]",
    async (width, size) => {
      const id = `CLEAR-${width}-${nextAttempt()}`;
      expect((await call("POST", "/api/devices", { device_id: id })).status).toBe(200);
      const page = await contexts.openAs(DEMO, size);
      if (width === "360") await page.getByRole("button", { name: "More" }).click();
      await page.getByRole("link", { name: "Internal", exact: true }).click();
      await page.getByRole("tab", { name: INTERNAL.tabs.clear }).click();
      await field(page, INTERNAL.clear.device).fill("nowhere");
      await button(page, INTERNAL.clear.look).click();
      await page.getByText(INTERNAL.clear.noDevice).waitFor(WAIT);
      await field(page, INTERNAL.clear.device).fill(id);
      await button(page, INTERNAL.clear.look).click();
      await page.getByText("0 insights").waitFor(WAIT);
      await expectAccessible(page, "clearing a device");
      await expectNoSidewaysScroll(page, "clearing a device");

      const refused: [string, string][] = [
        ["", ""],
        [id, ""],
        ["", "I Understand"],
        [id.toLowerCase(), "I Understand"],
        [`${id} `, "I Understand"],
        [id, "I understand"],
        [id, "I Understand "],
      ];
      for (const [typedId, phrase] of refused) {
        await field(page, INTERNAL.clear.typeId).fill(typedId);
        await field(page, "Type I Understand").fill(phrase);
        await button(page, INTERNAL.clear.clear).click();
        await page.getByText(WRONG, { exact: true }).waitFor(WAIT);
      }
      expect(await deviceIds()).toContain(id);
      await field(page, INTERNAL.clear.typeId).fill(id);
      await field(page, "Type I Understand").fill("I Understand");
      await button(page, INTERNAL.clear.clear).click();
      await page.getByText(INTERNAL.clear.cleared(id)).first().waitFor(WAIT);
      expect(await deviceIds()).not.toContain(id);
    },
  );

  it.each(SIZES)("lists what staff did, by person and by action, %s px wide", async (width, size) => {
    await call("POST", "/api/internal/invites", {});
    await call("POST", "/api/devices", { device_id: `LOG-${width}`, unassigned: true });
    const page = await contexts.openAs(DEMO, { ...size, path: "/?tab=internal" });
    const rows = page.locator("[data-row]");
    await rows
      .filter({ hasText: `LOG-${width}` })
      .first()
      .waitFor(WAIT);
    await expectAccessible(page, "the audit log");
    await expectNoSidewaysScroll(page, "the audit log");
    await field(page, INTERNAL.log.what).selectOption("create_invite");
    await rows
      .filter({ hasText: `LOG-${width}` })
      .first()
      .waitFor({ state: "detached", ...WAIT });
    await expect.poll(() => rows.allTextContents(), WAIT).not.toEqual([]);
    for (const text of await rows.allTextContents()) expect(text).toContain(INTERNAL.actions.create_invite);
  });

  it.each(SIZES)(
    "invites a colleague and signs out a person who lost a phone, %s px wide",
    async (width, size) => {
      const { code } = (await call("POST", "/api/internal/invites", {})).json.message;
      const password = "Fern-and-Moss-7";
      const username = `lost-${width}-${nextAttempt()}`;
      const email = `${username}@example.org`;
      const signup = await call("POST", "/api/signup", {
        firstName: "Lo",
        lastName: "St",
        phoneNumber: "7",
        country: "Kenya",
        username,
        email,
        password,
        confirmPassword: password,
        invite: code,
      });
      expect(signup.status).toBe(200);
      const page = await contexts.openAs(DEMO, { ...size, path: "/?tab=internal&part=people" });
      await button(page, INTERNAL.people.makeInvite).click();
      await page.getByText(/\/signup#invite=[\w-]{43}$/).waitFor(WAIT);
      await field(page, INTERNAL.people.person).fill(email);
      await button(page, INTERNAL.people.find).click();
      await page.getByText(INTERNAL.people.sessions(1)).waitFor(WAIT);
      await expectAccessible(page, "help for people");
      await expectNoSidewaysScroll(page, "help for people");
      await button(page, INTERNAL.people.signOut).click();
      await page.getByRole("alertdialog").getByRole("button", { name: INTERNAL.people.signOut }).click();
      await page.getByText(INTERNAL.people.sessions(0)).waitFor(WAIT);
      const answer = await fetch(`${server.url}/api/user`, {
        headers: { authorization: `Bearer ${signup.json.token}`, connection: "close" },
      });
      expect(answer.status).toBe(401);
    },
  );

  it("says offline that it needs a connection, and has stored nothing of it", async () => {
    const page = await contexts.openAs(DEMO, { ...PHONE, path: "/?tab=internal", installed: true });
    await page.locator("[data-row]").first().waitFor(WAIT);
    const cached = await page.evaluate(async () => {
      const urls: string[] = [];
      for (const name of await caches.keys()) {
        for (const request of await (await caches.open(name)).keys()) urls.push(request.url);
      }
      return urls.filter((url) => url.includes("/api/internal"));
    });
    expect(cached).toEqual([]);
    server.proxy.cut();
    await untilFoundOffline(page);
    await page.getByRole("tab", { name: INTERNAL.tabs.people }).click();
    await page.getByText(ONLINE.onlyOnline(INTERNAL.people.changing)).waitFor(WAIT);
    await page.getByRole("tab", { name: INTERNAL.tabs.log }).click();
    await page.getByText(ONLINE.offlineTitle).waitFor(WAIT);
  });
});
