import { beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../server/db/open-database.ts";
import { REVIEW_ACTIONS, type ReviewAction } from "../../src/domain/insight/insight.ts";
import {
  openInsights,
  review,
  save,
  saveByKey,
  shownInsights,
  signIn,
  untilInstalled,
  untilUnsent,
} from "../support/browser/ranger-browser.ts";
import { skippedWithoutChromium, usePhone, useServer } from "../support/browser/stage.ts";
import { runCommand } from "../support/server/run-command.ts";
import { hasSharedData, sharedData } from "../support/shared-data.ts";
import { TEST_SETUP_CODE } from "../support/signup.ts";

const skipped = skippedWithoutChromium("the main job in a browser");

const RANGER = {
  firstName: "Naledi",
  lastName: "Moyo",
  username: "naledi",
  phoneNumber: "7123456789",
  country: "Botswana",
  email: "naledi@reserve.example",
  password: "Kudu-at-dawn-7",
  confirmPassword: "Kudu-at-dawn-7",
};
const ADDRESS_50 = "&rows=50&archived=1";

describe.runIf(hasSharedData() && !skipped)("the main job, on real detections in a real browser", () => {
  const server = useServer({ env: { STAFF_USER_ID: "999" }, afterEach: "stay" });
  const phone = usePhone(server, { signedIn: false });
  /** The actions, once each: the state in which the server must end. */
  const done = new Map<string, ReviewAction>();

  beforeAll(async () => {
    const signup = await fetch(`${server.url}/api/signup`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...RANGER, setupCode: TEST_SETUP_CODE }),
    });
    expect(signup.status).toBe(200);
  });

  async function reviewRows(ids: readonly string[]) {
    const page = await phone.page();
    for (const [index, id] of ids.entries()) {
      const action = REVIEW_ACTIONS[index % REVIEW_ACTIONS.length] ?? "acknowledge";
      await review(page, id, action);
      done.set(id, action);
    }
  }

  /** The server's statuses of the reviewed insights, and of every other insight that has changed. */
  async function serverTruth() {
    const db = await openDatabase({ databaseUrl: null, dataDir: server.dataDir });
    try {
      const rows = await db.reader
        .selectFrom("insights")
        .select(["insight_id", "insight_status"])
        .where("insight_status", "!=", "none")
        .execute();
      const history = await db.reader
        .selectFrom("insight_history")
        .innerJoin("users", "users.user_id", "insight_history.user_id")
        .select(["insight_id", "from_status", "to_status", "username", "at"])
        .execute();
      return { statuses: new Map(rows.map((row) => [String(row.insight_id), row.insight_status])), history };
    } finally {
      await db.close();
    }
  }

  it("imports the Camtrap DP example and the MegaDetector photographs while the server runs", async () => {
    const env = { DATA_DIR: server.dataDir };
    const owner = ["--owner", RANGER.email];
    const camtrap = await runCommand(
      "import",
      [
        "camtrap-dp",
        sharedData("camtrap-dp/tdwg-example-1.0.2"),
        ...owner,
        "--photos",
        sharedData("photos/tdwg-burst"),
      ],
      env,
    );
    expect(camtrap.code, camtrap.stderr).toBe(0);
    const detector = await runCommand(
      "import",
      [
        "megadetector",
        sharedData("megadetector/md_test_images_expected_output.json"),
        ...owner,
        "--photos",
        sharedData("photos/lila"),
      ],
      env,
    );
    // 15 of its 31 pictures have no time, neither in the file nor in a photograph.
    expect([detector.code, detector.stderr]).toEqual([2, ""]);
    expect(detector.stdout).toContain("Insights: 16 new");
  });

  it("reviews 50 insights online, saves, and sees the bulk update completed [INS-14, INS-37, INS-57, OFF-24]", async () => {
    const page = await phone.page();
    await signIn(page, server.url, RANGER);
    await openInsights(page, server.url, ADDRESS_50);
    await untilInstalled(page);
    await page.locator("tr[data-insight]").nth(49).waitFor();
    const ids = await shownInsights(page);
    expect(ids).toHaveLength(50);
    await reviewRows(ids);
    await save(page);
    await page.getByText("The bulk update has successfully completed!").waitFor({ timeout: 30_000 });
    const truth = await serverTruth();
    expect(truth.statuses).toEqual(done);
    await untilUnsent(page, 0);
  });

  it("reviews 50 more with the server unreachable, is killed in mid-queue, comes back without a connection and has lost nothing (fault 5) [OFF-04, OFF-11, OFF-12, OFF-13, OFF-15, OFF-23]", async () => {
    const page = await phone.page();
    await page.getByRole("button", { name: "Next page" }).click();
    // The rows out of sight are drawn a frame later than those in sight.
    await expect
      .poll(async () => (await shownInsights(page)).filter((id) => !done.has(id)), { timeout: 30_000 })
      .toHaveLength(50);
    const ids = await shownInsights(page);
    expect(ids).toHaveLength(50);

    server.proxy.cut();
    await reviewRows(ids.slice(0, 30));
    await saveByKey(page);
    await page.getByText("30 actions, waiting for the connection").first().waitFor();
    await reviewRows(ids.slice(30));
    await phone.kill();

    await phone.start();
    const again = await phone.page();
    await openInsights(again, server.url, `${ADDRESS_50}&page=2`);
    await untilUnsent(again, 50);
    for (const id of ids) {
      const pressed = again.locator(`tr[data-insight="${id}"] button[data-action="${done.get(id)}"]`);
      expect(await pressed.getAttribute("aria-pressed"), id).toBe("true");
    }
    expect((await serverTruth()).history).toHaveLength(50);
  });

  it("sends the queue by itself when the connection returns, although the first answer is lost, and the server has exactly what was done, once each, with who and when (fault 1) [OFF-16, OFF-17, OFF-18]", async () => {
    const lost = server.proxy.loseNextAnswer(/^POST \/api\/updates/);
    server.proxy.restore();
    await lost;
    const page = await phone.page();
    await untilUnsent(page, 0);
    const truth = await serverTruth();
    expect(truth.statuses).toEqual(done);
    expect(truth.history).toHaveLength(100);
    expect(new Set(truth.history.map((row) => row.insight_id)).size).toBe(100);
    for (const row of truth.history) {
      expect(row.username).toBe(RANGER.username);
      expect(row.from_status).toBe("none");
      expect(row.to_status).toBe(done.get(String(row.insight_id)));
      expect(Math.abs(Date.now() - row.at)).toBeLessThan(600_000);
    }
  });
});
