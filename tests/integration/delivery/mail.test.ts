import { type Attachment, type ParsedMail, simpleParser } from "mailparser";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mailSender } from "../../../server/delivery/mail/mail-sender.ts";
import type { MessageContent, OutgoingMessage, Sender } from "../../../server/delivery/sender.ts";
import { smtpMailer } from "../../../server/providers/smtp-mailer.ts";
import { startSmtpServer } from "../../support/server/mail.ts";
import { makeTestApp, type TestApp } from "../../support/server/test-app.ts";
import { outgoing, PUBLIC_URL } from "./outgoing.ts";

const SEVEN = Date.UTC(2024, 4, 2, 7);
const NASTY = 'red fox\r\nBcc: stranger@example.org\n<script>alert("1")</script>';

let message: OutgoingMessage;

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
