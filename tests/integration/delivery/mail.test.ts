import { type Attachment, type ParsedMail, simpleParser } from "mailparser";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  aheadOfOthersMs,
  claimDeliveries,
  enqueueDelivery,
} from "../../../server/delivery/delivery-repository.ts";
import { DigestPlanner } from "../../../server/delivery/digest/plan-digests.ts";
import { mailSender } from "../../../server/delivery/mail/mail-sender.ts";
import type { MessageContent, OutgoingMessage, Sender } from "../../../server/delivery/sender.ts";
import { smtpMailer } from "../../../server/providers/smtp-mailer.ts";
import { HOUR_MS } from "../../../src/domain/time.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { startSmtpServer } from "../../support/server/mail.ts";
import { makeTestApp, type TestApp, type TestUser } from "../../support/server/test-app.ts";

const PUBLIC_URL = "https://understory.example.org";
const SEVEN = Date.UTC(2024, 4, 2, 7);
const NASTY = 'red fox\r\nBcc: stranger@example.org\n<script>alert("1")</script>';

let message: OutgoingMessage;

function outgoing(content: MessageContent, more: Partial<OutgoingMessage> = {}): OutgoingMessage {
  return {
    deliveryId: 1,
    userId: 1,
    platform: "email",
    target: "wangari@example.org",
    gundiApiKey: null,
    unsubscribeKey: "key-of-the-address",
    dedupeKey: "insight:1:wangari@example.org",
    step: 0,
    ref: null,
    createdAtMs: 0,
    content,
    ...more,
  };
}

const device = {
  deviceId: "cam-1",
  name: "Waterhole 3",
  locationName: "Mara North",
  latitude: null,
  longitude: null,
};

async function insightContent(className: string): Promise<MessageContent> {
  const bytes = await sharp({ create: { width: 240, height: 180, channels: 3, background: "#446644" } })
    .webp()
    .toBuffer();
  return {
    kind: "insight",
    device,
    insight: {
      insightId: 7,
      className,
      confidence: 0.934,
      takenAtMs: Date.UTC(2026, 10, 22, 7, 58, 11),
      insightCount: 12,
      visits: 1,
      latitude: null,
      longitude: null,
    },
    picture: { photoId: 3, bytes },
    link: `${PUBLIC_URL}/?tab=insights&device_id=cam-1`,
    why: { by: "classes", className },
  };
}

describe("a message by e-mail", () => {
  let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
  let mailer: ReturnType<typeof smtpMailer>;
  let sender: Sender;
  let test: TestApp;
  beforeAll(async () => {
    smtp = await startSmtpServer();
    mailer = smtpMailer(smtp.url, "Understory <no-reply@understory.example.org>");
    test = await makeTestApp({ env: { PUBLIC_URL } });
    sender = mailSender({ ...test.deps, mailer });
  });
  afterAll(async () => {
    mailer.close();
    await smtp.close();
    await test.close();
  });

  async function arrived(sent: OutgoingMessage): Promise<ParsedMail> {
    const before = smtp.received.length;
    expect(await sender.send(sent, new AbortController().signal)).toMatchObject({ outcome: "sent" });
    expect(smtp.received).toHaveLength(before + 1);
    expect(smtp.received.at(-1)?.to).toEqual([sent.target]);
    return simpleParser(smtp.received.at(-1)?.source ?? "");
  }

  it("tells of an insight in text and markup, with its picture inline, a link and a way to end it", async () => {
    message = outgoing(await insightContent("elephant"));
    const mail = await arrived(message);
    expect(mail.subject).toBe("elephant at Waterhole 3");
    for (const part of [mail.text ?? "", String(mail.html)]) {
      expect(part).toContain("22 Nov 2026, 07:58:11 UTC");
      expect(part).toContain("12 insights");
      expect(part).toContain("Mara North");
      expect(part).toContain("93%");
    }
    expect(mail.text).toContain(`${PUBLIC_URL}/?tab=insights&device_id=cam-1`);
    expect(mail.html).toContain(`href="${PUBLIC_URL}/?tab=insights&amp;device_id=cam-1"`);
    const picture = mail.attachments[0] as Attachment;
    expect(mail.attachments).toHaveLength(1);
    expect(picture).toMatchObject({ contentType: "image/jpeg", contentDisposition: "inline", related: true });
    expect(await sharp(picture.content).metadata()).toMatchObject({
      format: "jpeg",
      width: 240,
      height: 180,
    });
    expect(smtp.received.at(-1)?.source).toContain(`cid:${picture.cid}`);
  });

  it("has one-click unsubscribe, says that a program wrote it, and keeps its id in each attempt", async () => {
    const [first, again] = [await arrived(message), await arrived(message)];
    const header = (name: string) =>
      first.headerLines.find(({ key }) => key === name)?.line.replace(/\s+/g, " ");
    const url = `${PUBLIC_URL}/api/unsubscribe?key=key-of-the-address`;
    expect(header("list-unsubscribe")).toBe(`List-Unsubscribe: <${url}>`);
    expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
    expect(header("auto-submitted")).toBe("Auto-Submitted: auto-generated");
    expect(first.messageId).toMatch(/^<[\da-f]{32}@understory\.example\.org>$/);
    expect(again.messageId).toBe(first.messageId);
    expect((await arrived({ ...message, dedupeKey: "another" })).messageId).not.toBe(first.messageId);
  });

  it("lets no line end and no markup of a name reach a header or the page", async () => {
    const content = await insightContent(NASTY);
    if (content.kind !== "insight") throw new Error("not reached");
    const mail = await arrived(outgoing({ ...content, device: { ...device, name: NASTY } }));
    expect(smtp.received.at(-1)?.to).toEqual(["wangari@example.org"]);
    expect(mail.bcc).toBeUndefined();
    expect(mail.headerLines.map(({ key }) => key)).not.toContain("bcc");
    expect(mail.subject).not.toMatch(/[\r\n]/);
    expect(mail.html).not.toContain("<script");
    expect(mail.html).toContain("&lt;script&gt;");
  });

  it("tells of an alert, a code and a test, and offers no end of mails that were asked for", async () => {
    const alert = { alertId: 4, type: "low_battery", summary: "Battery at 5.90 V.", createdAtMs: SEVEN };
    const link = `${PUBLIC_URL}/?tab=alerts`;
    const told = await arrived(outgoing({ kind: "alert", device, alert, link, why: { by: "alert" } }));
    expect(told.subject).toBe("Waterhole 3: Battery at 5.90 V.");
    expect(told.text).toContain(link);
    expect(told.headers.has("list")).toBe(true);
    const code = await arrived(outgoing({ kind: "code", code: "048192" }));
    expect(code.subject).toContain("048192");
    expect(code.text).toContain("048192");
    expect(code.headers.has("list")).toBe(false);
    const tested = await arrived(outgoing({ kind: "test", link }));
    expect(tested.text).toContain(`${PUBLIC_URL}/?tab=settings`);
    expect(tested.headers.has("list")).toBe(false);
  });
});

describe("the answer of a mail server", () => {
  it.each([
    ["refuses the address for good", { rcpt: 550 }, "refused"],
    ["refuses it for now", { rcpt: 451 }, "later"],
    ["refuses the content", { data: 554 }, "refused"],
    ["is full", { data: 452 }, "later"],
    ["ends the connection in place of an answer", { data: "hang up" }, "unanswered"],
  ] as const)("that %s is kept with the message", async (_how, answers, outcome) => {
    const smtp = await startSmtpServer({ answers });
    const mailer = smtpMailer(smtp.url, "no-reply@understory.example.org");
    const test = await makeTestApp({ env: { PUBLIC_URL } });
    const sent = await mailSender({ ...test.deps, mailer }).send(
      outgoing({ kind: "test", link: PUBLIC_URL }),
      new AbortController().signal,
    );
    expect(sent.outcome).toBe(outcome);
    if (typeof Object.values(answers)[0] === "number") {
      expect(sent.answer).toContain(String(Object.values(answers)[0]));
    }
    mailer.close();
    await smtp.close();
    await test.close();
  });

  it("that cannot be reached is no answer: the mail waits", async () => {
    const smtp = await startSmtpServer();
    await smtp.close();
    const mailer = smtpMailer(smtp.url, "no-reply@understory.example.org");
    await expect(mailer.send({ to: "a@example.org", subject: "s", text: "t" })).rejects.toMatchObject({
      name: "MailRefused",
      kind: "later",
    });
    mailer.close();
  });
});

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
