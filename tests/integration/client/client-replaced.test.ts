import "fake-indexeddb/auto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { decideAgain, dismissReplaced } from "../../../src/client/replaced-view.ts";
import { REPLACED_DISMISSAL } from "../../../src/domain/replaced-decision.ts";
import { DAY_MS, HOUR_MS, isoTime } from "../../../src/domain/time.ts";
import { makeTestApp, type TestApp, type TestUser } from "../../support/server/test-app.ts";
import { addInsights, Device, rest, serverStatuses, type Tab, until } from "./client-harness.ts";

describe("two persons who decide about one insight", () => {
  let app: TestApp;
  let ada: TestUser;
  let ben: TestUser;
  let insightId: string;
  let adas: Device;
  let bens: Device;
  beforeEach(async () => {
    app = await makeTestApp();
    ada = await app.addUser("ada");
    ben = await app.addUser("ben");
    const deviceRef = await app.addDevice("cam", [ada, ben]);
    [insightId = ""] = await addInsights(app, deviceRef, 1);
    adas = new Device(app);
    bens = new Device(app);
  });
  afterEach(async () => {
    await adas.close();
    await bens.close();
    await app.close();
  });

  const open = async (device: Device, user: TestUser): Promise<Tab> => {
    const tab = device.openTab(user);
    await until(() => tab.sync.getStatus().freshAtMs !== null && tab.outbox.getState().ready);
    return tab;
  };
  const decide = async (tab: Tab, status: "archive" | "favorite", base: "none" | "archive" = "none") => {
    await tab.outbox.act([{ insightId, deviceId: "cam", base }], status);
    await tab.outbox.save();
  };
  /** Runs both phones and the server's jobs until the condition holds. */
  const pass = async (condition: () => boolean | Promise<boolean>) => {
    while (!(await condition())) {
      while (await app.jobs.runOnce());
      for (const device of [adas, bens]) {
        await rest(device);
        device.timers.advance(500);
      }
    }
  };
  const isSent = (tab: Tab) => tab.outbox.getState().batches.length === 0;
  const told = async (tab: Tab) => tab.mirror.replaced();

  it("are both told of one made earlier that arrives later, by a phone that was restarted in between; the loser does theirs again, and the other is told in turn and dismisses it offline (promise A7, fault 32)", async () => {
    let a = await open(adas, ada);
    const b = await open(bens, ben);
    adas.network.cut();
    const adaMade = app.clock.now();
    await decide(a, "archive");
    await a.stop();
    app.clock.advance(HOUR_MS);
    const benMade = app.clock.now();
    await decide(b, "favorite");
    await pass(() => isSent(b));
    expect(await told(b)).toEqual([]);
    app.clock.advance(HOUR_MS);

    adas.network.mend();
    a = adas.openTab(ada);
    await pass(async () => a.outbox.getState().refused.length === 1 && (await told(b)).length === 1);
    expect(a.outbox.getState().refused).toMatchObject([
      { outcome: "overrode", by: "ben", replaced: "favorite", madeEarlier: true },
    ]);
    const [lost] = await told(b);
    expect(lost).toMatchObject({ by: "ada", byStatus: "archive", status: "favorite", madeEarlier: true });
    expect([lost?.byMadeAt, lost?.madeAt]).toEqual([isoTime(adaMade), isoTime(benMade)]);
    expect(Date.parse(lost?.byArrivedAt ?? "")).toBeGreaterThan(adaMade + 2 * HOUR_MS - 1);

    expect(await decideAgain(b, [{ ...lost, insightId } as NonNullable<typeof lost>])).toBe("taken");
    await b.outbox.save();
    await pass(async () => isSent(b) && (await told(a)).length === 1);
    expect(await serverStatuses(app)).toEqual({ [insightId]: "favorite" });
    expect(await told(b)).toEqual([]);

    const inTurn = await told(a);
    expect(inTurn).toMatchObject([
      { by: "ben", byStatus: "favorite", status: "archive", madeEarlier: false },
    ]);
    adas.network.cut();
    expect(await dismissReplaced(a.outbox, inTurn)).toBe("taken");
    expect([...a.outbox.waitingWrites(REPLACED_DISMISSAL).values()]).toEqual([inTurn[0]?.id]);
    adas.network.mend();
    await pass(async () => isSent(a) && (await told(a)).length === 0);
    expect(a.outbox.getState().refused).toHaveLength(1);
  });

  it("are told the true order though a clock is two days wrong, and no order where it was set in between (promise A7, fault 32)", async () => {
    let wrongMs = -2 * DAY_MS;
    const a = adas.openTab(ada, "member", (world) => ({
      ...world,
      clock: { now: () => app.clock.now() + wrongMs },
    }));
    await until(() => a.sync.getStatus().freshAtMs !== null && a.outbox.getState().ready);
    const b = await open(bens, ben);
    await decide(b, "archive");
    await pass(() => isSent(b));
    app.clock.advance(HOUR_MS);
    const made = app.clock.now();
    await decide(a, "favorite", "archive");
    await pass(async () => isSent(a) && (await told(b)).length === 1);
    expect(await told(b)).toMatchObject([{ by: "ada", byMadeAt: isoTime(made), madeEarlier: false }]);

    adas.network.cut();
    app.clock.advance(HOUR_MS);
    await a.outbox.act([{ insightId, deviceId: "cam", base: "favorite" }], "none");
    await a.outbox.save();
    wrongMs = 0;
    app.clock.advance(HOUR_MS);
    adas.network.mend();
    await decide(b, "archive");
    await pass(async () => isSent(a) && isSent(b));
    const [last] = await told(b);
    if (last?.byStatus === "none") expect(last).toMatchObject({ byMadeAt: null, madeEarlier: false });
    else expect(await told(a)).toMatchObject([{ by: "ben", madeAt: null, madeEarlier: false }]);
  });

  it("may dismiss nothing where their role may only look", async () => {
    const a = await open(adas, ada);
    const b = await open(bens, ben);
    await decide(b, "favorite");
    await pass(() => isSent(b));
    await decide(a, "archive");
    await pass(async () => isSent(a) && (await told(b)).length === 1);
    await b.stop();
    const looking = bens.openTab(ben, "restricted");
    await until(() => looking.outbox.getState().ready);
    expect(await dismissReplaced(looking.outbox, await told(looking))).toBe("forbidden");
    expect(looking.outbox.getState().maySend).toBe(false);
  });
});
