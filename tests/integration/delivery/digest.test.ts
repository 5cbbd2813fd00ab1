import { type Attachment, simpleParser } from "mailparser";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  aheadOfOthersMs,
  claimDeliveries,
  enqueueDelivery,
} from "../../../server/delivery/delivery-repository.ts";
import { DigestPlanner } from "../../../server/delivery/digest/plan-digests.ts";
import { mailSender } from "../../../server/delivery/mail/mail-sender.ts";
import { smtpMailer } from "../../../server/providers/smtp-mailer.ts";
import { HOUR_MS } from "../../../src/domain/time.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { startSmtpServer } from "../../support/server/mail.ts";
import { makeTestApp, type TestApp, type TestUser } from "../../support/server/test-app.ts";
import { outgoing, PUBLIC_URL } from "./outgoing.ts";

const SEVEN = Date.UTC(2024, 4, 2, 7);

describe.each(DATABASE_KINDS)("the daily digest over $name", (kind) => {
  let test: TestApp;
  let reader: TestUser;
  let stranger: TestUser;
  let own: number;
  beforeAll(async () => {
    test = await makeTestApp({ kind, env: { PUBLIC_URL } });
    reader = await test.addUser("digest-reader");
    stranger = await test.addUser("digest-stranger");
    own = await test.addDevice("cam-own", [reader], { preferred_name: "North gate" });
    const foreign = await test.addDevice("cam-foreign", [stranger], { preferred_name: "Not yours" });
    await addIntegration(reader, { digest: "daily", address: "reader@example.org" });
    const counts = [
      { ref: own, className: "impala", hours: [0, 0, 5] },
      { ref: own, className: "human", hours: [23] },
      { ref: own, className: "too early", hours: [-1] },
      { ref: own, className: "too late", hours: [24] },
      { ref: foreign, className: "secret", hours: [3] },
    ];
    const fromMs = SEVEN - 24 * HOUR_MS;
    for (const { ref, className, hours } of counts) {
      for (const hour of hours) await addSeen(ref, className, fromMs + hour * HOUR_MS);
    }
    await test.addAlert(reader, own);
  });
  afterAll(() => test.close());

  let sourceId = 0;
  async function addSeen(ref: number, class_name: string, time_stamp: number): Promise<void> {
    const values = {
      device_ref: ref,
      class_name,
      time_stamp,
      table_name: "insights",
      source_id: `s${++sourceId}`,
      class_list: "[]",
      is_from_lora: 0,
      origin: "machine",
    };
    await test.deps.db.write((transaction) =>
      transaction
        .insertInto("insights")
        .values(values as never)
        .execute(),
    );
  }

  async function addIntegration(
    user: TestUser,
    { digest, address }: { digest: string; address: string },
  ): Promise<void> {
    await test.deps.db.write(async (transaction) => {
      await transaction
        .insertInto("integrations")
        .values({
          user_id: user.userId,
          platform: "email",
          gundi_api_key: null,
          alert_setting: "disabled",
          digest_setting: digest,
          notification_classes: '"none"',
          created_at: 0,
          updated_at: 0,
        })
        .execute();
      await transaction
        .insertInto("integration_targets")
        .values({
          user_id: user.userId,
          platform: "email",
          address,
          address_key: address,
          position: 0,
          confirmed_at: 1,
          code_hash: null,
          code_sent_at: null,
          code_attempts: 0,
          unsubscribe_key: `key of ${address}`,
        })
        .execute();
    });
  }

  const waitsForDeletion = ({ userId }: TestUser, deletion_at: number | null) =>
    test.deps.db.write((transaction) =>
      transaction.updateTable("users").set({ deletion_at }).where("user_id", "=", userId).execute(),
    );

  const deliveries = () =>
    test.deps.db.reader.selectFrom("deliveries").selectAll().orderBy("delivery_id").execute();

  it("is decided on once a day and address, whatever restarts, and not for an address that has not confirmed", async () => {
    const planner = new DigestPlanner(test.deps);
    test.clock.advance(SEVEN - 1 - test.clock.now());
    expect(await planner.plan()).toBe(0);
    test.clock.advance(1);
    const planned = await Promise.all([planner.plan(), new DigestPlanner(test.deps).plan()]);
    expect(planned.sort()).toEqual([0, 1]);
    expect(await planner.plan()).toBe(0);
    expect(await new DigestPlanner(test.deps).plan()).toBe(0);
    const [digest] = await deliveries();
    expect(await deliveries()).toHaveLength(1);
    expect(digest).toMatchObject({ user_id: reader.userId, target: "reader@example.org", kind: "digest" });
    expect(Number(digest?.next_at)).toBe(SEVEN);
    await test.deps.db.write((transaction) =>
      transaction.updateTable("integration_targets").set({ confirmed_at: null }).execute(),
    );
    test.clock.advance(24 * HOUR_MS);
    expect(await new DigestPlanner(test.deps).plan()).toBe(0);
  });

  it("is not sent to who turned it on after its hour, to an account that waits for its deletion, or when its hour is long over", async () => {
    const late = await test.addUser("digest-late");
    await addIntegration(late, { digest: "daily", address: "late@example.org" });
    const turnOn = (updated_at: number) =>
      test.deps.db.write((transaction) =>
        transaction
          .updateTable("integrations")
          .set({ updated_at })
          .where("user_id", "=", late.userId)
          .execute(),
      );
    const nextSeven = SEVEN + 72 * HOUR_MS;
    test.clock.advance(nextSeven + HOUR_MS - test.clock.now());
    await turnOn(nextSeven + 1);
    expect(await new DigestPlanner(test.deps).plan()).toBe(0);
    await turnOn(nextSeven - 1);
    test.clock.advance(12 * HOUR_MS);
    expect(await new DigestPlanner(test.deps).plan()).toBe(0);
    test.clock.advance(13 * HOUR_MS);
    await waitsForDeletion(late, 1);
    expect(await new DigestPlanner(test.deps).plan()).toBe(0);
    await waitsForDeletion(late, null);
    expect(await new DigestPlanner(test.deps).plan()).toBe(1);
  });

  it("counts the insights, classes, Sentinels and alerts of its reader alone, and shows them in pictures too", async () => {
    const smtp = await startSmtpServer();
    const mailer = smtpMailer(smtp.url, "no-reply@understory.example.org");
    const content = { kind: "digest", fromMs: SEVEN - 24 * HOUR_MS, toMs: SEVEN, timeZone: "UTC" } as const;
    const digest = outgoing(content, { userId: reader.userId, target: "reader@example.org" });
    const sender = mailSender({ ...test.deps, mailer });
    expect(await sender.send(digest, new AbortController().signal)).toMatchObject({ outcome: "sent" });
    const mail = await simpleParser(smtp.received[0]?.source ?? "");
    expect(mail.subject).toBe("4 insights on 2 May 2024");
    expect(mail.text).toContain("4 insights from 1 Sentinel. 4 of them are not reviewed.");
    expect(mail.text).toContain("  impala: 3\n  human: 1");
    expect(mail.text).toContain("North gate: 4");
    expect(mail.text).toContain("North gate: Battery at 3.1 V");
    for (const foreign of ["secret", "Not yours", "too early", "too late"]) {
      expect(smtp.received[0]?.source).not.toContain(foreign);
    }
    const chart = mail.attachments.find(({ filename }) => filename === "hours.png") as Attachment;
    expect(await sharp(chart.content).metadata()).toMatchObject({ format: "png", width: 1072 });
    expect(mail.attachments.every(({ related }) => related)).toBe(true);
    // The stranger's digest of the same hours knows only what is the stranger's.
    const other = { ...digest, userId: stranger.userId, target: "stranger@example.org" };
    await sender.send(other, new AbortController().signal);
    expect((await simpleParser(smtp.received[1]?.source ?? "")).text).toContain("secret: 1");
    expect(smtp.received[1]?.source).not.toContain("impala");
    mailer.close();
    await smtp.close();
  });

  it("lets a code go first, for which a person waits", async () => {
    const { db, clock } = test.deps;
    const nowMs = clock.now();
    const common = {
      userId: reader.userId,
      platform: "sms",
      target: "+15550001",
      giveUpAtMs: nowMs + HOUR_MS,
    } as const;
    await db.write(async (transaction) => {
      const why = { by: "alert" } as const;
      const subject = { kind: "alert", alertId: 1, alertType: "low_battery", deviceRef: own, why } as const;
      const alert = {
        ...common,
        kind: "alert",
        dedupeKey: "an alert",
        subject,
        notBeforeMs: nowMs - HOUR_MS,
      } as const;
      await enqueueDelivery(transaction, alert, nowMs);
      const code = {
        ...common,
        kind: "code",
        dedupeKey: "a code",
        subject: { kind: "code", targetId: 1 },
      } as const;
      await enqueueDelivery(transaction, { ...code, notBeforeMs: aheadOfOthersMs(nowMs) }, nowMs);
    });
    const claim = { lane: "sms", token: "t", nowMs, claimedUntilMs: nowMs + 1, limit: 1, intervalMs: 0 };
    expect(await claimDeliveries(db, claim)).toMatchObject([{ kind: "code" }]);
    expect(await claimDeliveries(db, claim)).toMatchObject([{ kind: "alert" }]);
  });

  it("is not sent where nothing arrived and no alert is open", async () => {
    const idle = await test.addUser("digest-idle");
    const content = { kind: "digest", fromMs: SEVEN - 24 * HOUR_MS, toMs: SEVEN, timeZone: "UTC" } as const;
    const sent = await mailSender(test.deps).send(
      outgoing(content, { userId: idle.userId }),
      new AbortController().signal,
    );
    expect(sent.outcome).toBe("refused");
    expect(test.mailBox.mails).toEqual([]);
  });

  it("ends by one click for its address alone, asked by a page before, and says nothing of whose it is", async () => {
    await test.deps.db.write((transaction) =>
      transaction.updateTable("integration_targets").set({ confirmed_at: 5 }).execute(),
    );
    const url = `/api/unsubscribe?key=${encodeURIComponent("key of reader@example.org")}`;
    const asked = await test.app.inject({ method: "GET", url });
    const unknown = await test.app.inject({ method: "GET", url: "/api/unsubscribe?key=none" });
    expect(asked.body).toBe(unknown.body);
    expect(asked.body).not.toContain("reader");
    const confirmed = () =>
      test.deps.db.reader
        .selectFrom("integration_targets")
        .select("address")
        .where("confirmed_at", "is not", null)
        .execute();
    expect(await confirmed()).toHaveLength(2);
    const post = (to: string) =>
      test.app.inject({
        method: "POST",
        url: to,
        headers: { "content-type": "application/x-www-form-urlencoded" },
        payload: "List-Unsubscribe=One-Click",
      });
    expect((await post("/api/unsubscribe?key=none")).body).toContain("not valid any more");
    for (let time = 0; time < 2; time += 1) expect((await post(url)).body).toContain("Stopped.");
    expect(await confirmed()).toEqual([{ address: "late@example.org" }]);
  });
});
