import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sweepReplacedDecisions } from "../../../server/jobs/sweep-tombstones.ts";
import { BULK_STATUS } from "../../../src/domain/bulk-update.ts";
import { DAY_MS, HOUR_MS, isoTime, MINUTE_MS } from "../../../src/domain/time.ts";
import { DELETED_USER } from "../../../src/messages/server/account.ts";
import type { BulkUpdateState } from "../../../src/protocol/bulk-updates.ts";
import { MirrorModel } from "../../support/client/mirror-model.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { InsightWorld, type Person } from "../../support/server/insight-world.ts";

type Outcome = BulkUpdateState["message"]["items"][number];

describe.each(DATABASE_KINDS)("replaced decisions over $name", (kind) => {
  let world: InsightWorld;
  let ada: Person;
  let ben: Person;
  let device: { ref: number; id: string };
  let insightId: string;

  beforeAll(async () => {
    world = await InsightWorld.open(kind);
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    ada = await world.person();
    ben = await world.person();
    device = await world.device(ada, ben);
    [insightId = ""] = await world.insights(device.ref, [{ class_name: "lynx" }]);
  });

  const runAll = async () => {
    while (await world.runner.runOnce());
  };
  const post = (person: Person, insights: unknown[], sentAt?: string, key?: string) =>
    world.app.inject({
      method: "POST",
      url: "/api/updates/",
      headers: {
        authorization: `Bearer ${person.token}`,
        ...(key === undefined ? {} : { "idempotency-key": key }),
      },
      payload: { insights, ...(sentAt === undefined ? {} : { sentAt }) },
    });
  /** A decision that arrives now; answers the outcomes of its bulk update. */
  const decide = async (
    person: Person,
    insightStatus: string,
    told: { ageMs?: number; clockAheadMs?: number; deviceAheadMs?: number; base?: string } = {},
  ): Promise<Outcome[]> => {
    const { ageMs = 0, clockAheadMs = 0, deviceAheadMs = clockAheadMs, base } = told;
    const item = { insightId, deviceId: device.id, insightStatus, ageMs, clockAheadMs, base: base ?? null };
    const answer = await post(person, [item], isoTime(world.clock.now() + deviceAheadMs));
    expect(answer.statusCode).toBe(200);
    await runAll();
    const { bulkId } = answer.json().message;
    const state = await world.message<BulkUpdateState["message"]>(person, `/api/updates?bulk_id=${bulkId}`);
    expect(state.status).toBe(BULK_STATUS.completed);
    return state.items;
  };
  const pull = async (person: Person, mirror = new MirrorModel(), query = "replaced=true") => {
    for (let more = true; more; ) {
      const page = await world.sync(person, mirror.cursor, query);
      mirror.apply(page);
      more = page.more;
    }
    return mirror;
  };
  /** A column that is null in every row is left out of a page. */
  const toldTo = async (person: Person) =>
    Array.from((await pull(person)).tables.replaced.values(), (row) => ({
      ...{ fileCtime: null, madeAt: null, byMadeAt: null },
      ...row,
    }));

  it("tells whose decision was replaced by whom, what each was, when it was made and when it arrived, and nobody else", async () => {
    const third = await world.person();
    await world.grant(device.ref, third);
    const stranger = await world.person();
    const start = world.clock.now();
    await decide(ada, "favorite", { ageMs: 5 * MINUTE_MS });
    world.clock.advance(HOUR_MS);
    await decide(ben, "archive", { ageMs: MINUTE_MS, base: "favorite" });
    expect(await toldTo(ada)).toEqual([
      {
        id: expect.any(String),
        insightId,
        deviceId: device.id,
        className: "lynx",
        timeStamp: expect.any(Number),
        fileCtime: null,
        status: "favorite",
        madeAt: start - 5 * MINUTE_MS,
        arrivedAt: start,
        by: ben.username,
        byStatus: "archive",
        byMadeAt: start + 59 * MINUTE_MS,
        byArrivedAt: start + HOUR_MS,
        madeEarlier: false,
      },
    ]);
    for (const person of [ben, third, stranger]) expect(await toldTo(person)).toEqual([]);
  });

  it("says to both that a decision was made before the one that it replaced, whatever its base was", async () => {
    await decide(ada, "favorite");
    world.clock.advance(HOUR_MS);
    const [outcome] = await decide(ben, "archive", { ageMs: 2 * HOUR_MS, base: "favorite" });
    expect(outcome).toMatchObject({
      outcome: "overrode",
      by: ada.username,
      replaced: "favorite",
      madeEarlier: true,
    });
    expect(await toldTo(ada)).toMatchObject([{ by: ben.username, madeEarlier: true }]);
  });

  it("a clock that was set between decision and sending makes no false 'earlier', and one that is wrong all the time no wrong time", async () => {
    await decide(ada, "favorite");
    world.clock.advance(HOUR_MS);
    const start = world.clock.now();
    // Two days behind when it was decided a minute ago, right when it is sent.
    const set = { ageMs: 2 * DAY_MS + MINUTE_MS, clockAheadMs: -2 * DAY_MS, deviceAheadMs: 0 };
    const [first] = await decide(ben, "archive", set);
    expect(first?.madeEarlier).toBeUndefined();
    expect(await toldTo(ada)).toMatchObject([{ madeEarlier: false, byMadeAt: null, byArrivedAt: start }]);
    world.clock.advance(HOUR_MS);
    const wrong = { ageMs: MINUTE_MS, clockAheadMs: -2 * DAY_MS };
    await decide(ada, "none", wrong);
    expect(await toldTo(ben)).toMatchObject([{ byMadeAt: start + HOUR_MS - MINUTE_MS, madeEarlier: false }]);
  });

  it("tells those too who had confirmed the status, but nobody of the same decision or of their own", async () => {
    await decide(ada, "favorite");
    await decide(ben, "favorite");
    await decide(ada, "acknowledge");
    expect(await toldTo(ada)).toEqual([]);
    expect(await toldTo(ben)).toMatchObject([{ status: "favorite", byStatus: "acknowledge" }]);
    const third = await world.person();
    await world.grant(device.ref, third);
    await decide(third, "archive");
    expect(await toldTo(ada)).toMatchObject([{ status: "acknowledge", by: third.username }]);
    expect(await toldTo(ben)).toHaveLength(1);
  });

  it("tells nobody of a decision that was not applied: a stranger's, one without access by now, of another insight, or an earlier one of the same batch (promise A7)", async () => {
    const [stranger, former] = [await world.person(), await world.person()];
    await world.grant(device.ref, former);
    await world.revoke(device.ref, former);
    await decide(ada, "favorite");
    expect(await decide(stranger, "archive")).toMatchObject([{ outcome: "gone" }]);
    expect(await decide(former, "archive")).toMatchObject([{ outcome: "forbidden" }]);
    const item = { insightId, deviceId: device.id };
    const [another = ""] = await world.insights(device.ref, [{}]);
    await post(ada, [{ insightId: another, deviceId: device.id, insightStatus: "favorite" }]);
    await runAll();
    await post(ben, [
      // The first one decides nothing anew, so that the outcomes of the batch differ.
      { ...item, insightId: another, insightStatus: "favorite" },
      { ...item, insightStatus: "archive", timeStamp: isoTime(1), fileCtime: null },
    ]);
    await runAll();
    expect(await toldTo(ada)).toEqual([]);
    await post(ben, [
      { ...item, insightStatus: "archive" },
      { ...item, insightId: another, insightStatus: "favorite" },
      { ...item, insightStatus: "acknowledge" },
    ]);
    await runAll();
    expect(await toldTo(ada)).toMatchObject([{ insightId, byStatus: "acknowledge" }]);
  });

  it("tells of the newest decision, once, with the time at which each was made, the confirmed ones' too (promise A7)", async () => {
    const third = await world.person();
    await world.grant(device.ref, third);
    await decide(ada, "favorite", { ageMs: 9 * MINUTE_MS });
    await decide(ben, "archive");
    world.clock.advance(HOUR_MS);
    const again = world.clock.now();
    await decide(ada, "favorite", { ageMs: 3 * MINUTE_MS });
    await decide(ada, "favorite", { ageMs: MINUTE_MS });
    await decide(ben, "favorite", { ageMs: 2 * MINUTE_MS });
    world.clock.advance(MINUTE_MS);
    await decide(ben, "favorite");
    // Ben was told of his archived one, and has decided the same as Ada by now.
    expect(await toldTo(ben)).toEqual([]);
    await decide(third, "none");
    expect(await toldTo(ada)).toMatchObject([{ status: "favorite", madeAt: again - 3 * MINUTE_MS }]);
    expect(await toldTo(ben)).toMatchObject([{ status: "favorite", madeAt: again - 2 * MINUTE_MS }]);
  });

  it("forgets what a person was told once they have decided about the insight anew, on all their devices", async () => {
    await decide(ada, "favorite");
    await decide(ben, "archive");
    const phone = await pull(ada);
    expect(phone.tables.replaced.size).toBe(1);
    await decide(ada, "favorite");
    await pull(ada, phone);
    expect(phone.tables.replaced.size).toBe(0);
    expect(await toldTo(ben)).toMatchObject([{ status: "archive", by: ada.username }]);
  });

  it("is dismissed by its person alone, again without harm, and on all devices", async () => {
    await decide(ada, "favorite");
    await decide(ben, "archive");
    const phone = await pull(ada);
    const ids = [...phone.tables.replaced.keys()];
    const dismiss = async (person: Person) => {
      const answer = await world.app.inject({
        method: "POST",
        url: "/api/updates/replaced/dismiss",
        headers: { authorization: `Bearer ${person.token}` },
        payload: { ids },
      });
      return answer.json().message?.dismissed;
    };
    expect(await dismiss(ben)).toBe(0);
    expect(await dismiss(ada)).toBe(1);
    expect(await dismiss(ada)).toBe(0);
    await pull(ada, phone);
    expect(phone.tables.replaced.size).toBe(0);
    expect(await toldTo(ada)).toEqual([]);
  });

  it("is out of reach with the Sentinel, comes back with it, and goes with the insight", async () => {
    await decide(ada, "favorite");
    await decide(ben, "archive");
    const phone = await pull(ada);
    await world.revoke(device.ref, ada);
    await pull(ada, phone);
    expect(phone.tables.replaced.size).toBe(0);
    expect(await toldTo(ada)).toEqual([]);
    await world.grant(device.ref, ada, Number(insightId));
    expect(await toldTo(ada)).toEqual([]);
    await world.revoke(device.ref, ada);
    await world.grant(device.ref, ada);
    await pull(ada, phone);
    expect(phone.tables.replaced.size).toBe(1);
    await world.db.write((transaction) =>
      transaction.deleteFrom("insights").where("insight_id", "=", Number(insightId)).execute(),
    );
    await pull(ada, phone);
    expect(phone.tables.replaced.size).toBe(0);
  });

  it("survives the account of the other person, and is not made for one that is gone", async () => {
    await decide(ada, "favorite");
    await decide(ben, "archive");
    const phone = await pull(ada);
    const drop = (person: Person) =>
      world.db.write((transaction) =>
        transaction.deleteFrom("users").where("user_id", "=", person.userId).execute(),
      );
    await drop(ben);
    await pull(ada, phone);
    expect([...phone.tables.replaced.values()]).toMatchObject([{ by: DELETED_USER, byStatus: "archive" }]);
    const third = await world.person();
    await world.grant(device.ref, third);
    await decide(third, "none");
    const stored = () =>
      world.db.reader
        .selectFrom("replaced_decisions")
        .select("user_id")
        .where("insight_id", "=", Number(insightId))
        .execute();
    expect(await stored()).toEqual([{ user_id: ada.userId }]);
    expect(await toldTo(ada)).toHaveLength(1);
    await drop(ada);
    expect(await stored()).toEqual([]);
  });

  it("sends nothing to earlier versions of the app, and all of before to one that is updated", async () => {
    await decide(ada, "favorite");
    const phone = await pull(ada, new MirrorModel(), "");
    await decide(ben, "archive");
    await pull(ada, phone, "");
    expect(phone.tables.replaced.size).toBe(0);
    await pull(ada, phone);
    expect(phone.tables.replaced.size).toBe(1);
  });

  it("keeps the time of the first sending of a bulk update that is repeated", async () => {
    const start = world.clock.now();
    const item = { insightId, deviceId: device.id, insightStatus: "favorite", clockAheadMs: 0 };
    const first = await post(ada, [{ ...item, ageMs: MINUTE_MS }], isoTime(start), "key-of-ada");
    world.clock.advance(HOUR_MS);
    const later = isoTime(world.clock.now());
    const second = await post(ada, [{ ...item, ageMs: HOUR_MS + MINUTE_MS }], later, "key-of-ada");
    expect(second.json()).toEqual(first.json());
    await runAll();
    await decide(ben, "archive");
    expect(await toldTo(ada)).toMatchObject([{ madeAt: start - MINUTE_MS, arrivedAt: start }]);
  });

  it("tells of a batch of 1,000 in one page, and forgets what nobody dismissed in 120 days", async () => {
    const ids = await world.insights(
      device.ref,
      Array.from({ length: 1_000 }, () => ({})),
    );
    for (const [person, insightStatus] of [
      [ada, "favorite"],
      [ben, "archive"],
    ] as const) {
      await post(
        person,
        ids.map((id) => ({ insightId: id, deviceId: device.id, insightStatus })),
      );
      await runAll();
    }
    const phone = await pull(ada);
    expect(phone.tables.replaced.size).toBe(1_000);
    await sweepReplacedDecisions(world.db, world.clock.now() + 119 * DAY_MS);
    expect(await toldTo(ada)).toHaveLength(1_000);
    await sweepReplacedDecisions(world.db, world.clock.now() + 121 * DAY_MS);
    await pull(ada, phone);
    expect(phone.tables.replaced.size).toBe(0);
  });
});
