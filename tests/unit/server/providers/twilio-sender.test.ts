import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { OutgoingMessage, Sender } from "../../../../server/delivery/sender.ts";
import { twilioSender } from "../../../../server/providers/twilio-sender.ts";
import { FakeProvider } from "../../../support/providers/fake-provider.ts";
import { INSIGHT, outgoingMessage } from "../../../support/providers/outgoing-message.ts";
import { TestClock } from "../../../support/time/test-clock.ts";

const ACCOUNT = "AC0123456789abcdef0123456789abcdef";
const TOKEN = "the-auth-token-of-twilio";
const refusal = (status: number, code: number, message: string) => ({
  status,
  body: JSON.stringify({ code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status }),
});

describe("text messages by Twilio", () => {
  let twilio: FakeProvider;
  let sender: Sender;
  let signal: AbortSignal;
  const settings = () => ({
    accountSid: ACCOUNT,
    authToken: TOKEN,
    from: "+15550001111",
    apiBase: twilio.url,
    clock: new TestClock(),
  });

  beforeEach(async () => {
    twilio = await FakeProvider.start(() => ({
      status: 201,
      body: JSON.stringify({ sid: "SM0001", status: "queued", error_code: null }),
    }));
    sender = twilioSender(settings());
    const cutOff = new AbortController();
    signal = cutOff.signal;
    twilio.onSilence = () => cutOff.abort();
  });
  afterEach(() => twilio.stop());

  const send = (more: Partial<OutgoingMessage> = {}) =>
    sender.send(outgoingMessage({ platform: "sms", target: "+254700000001", ...more }), signal);
  const bodies = () => twilio.requests.map(({ body }) => new URLSearchParams(String(body)).get("Body") ?? "");

  it("a message is a form under the account, with Basic authentication", async () => {
    expect(await send()).toEqual({ outcome: "sent", answer: "201: queued", ref: "SM0001" });
    const [request] = twilio.requests;
    expect(request?.method).toBe("POST");
    expect(request?.path).toBe(`/2010-04-01/Accounts/${ACCOUNT}/Messages.json`);
    expect(request?.headers["content-type"]).toBe("application/x-www-form-urlencoded");
    expect(request?.headers.authorization).toBe(
      `Basic ${Buffer.from(`${ACCOUNT}:${TOKEN}`).toString("base64")}`,
    );
    expect(Object.fromEntries(new URLSearchParams(String(request?.body)))).toEqual({
      To: "+254700000001",
      From: "+15550001111",
      Body: `leopard at Waterhole 3. ${INSIGHT.link}`,
    });
  });

  it("a messaging service stands in place of a number", async () => {
    sender = twilioSender({ ...settings(), from: "MG0123456789abcdef0123456789abcdef" });
    await send();
    const form = Object.fromEntries(new URLSearchParams(String(twilio.requests[0]?.body)));
    expect(form).toMatchObject({ MessagingServiceSid: "MG0123456789abcdef0123456789abcdef" });
    expect(form).not.toHaveProperty("From");
  });

  it("a text is one part of 160 letters at most, with the whole link", async () => {
    const device = { ...INSIGHT.device, name: "Waterhole ".repeat(40) };
    await send({ content: { ...INSIGHT, device } });
    await send({ content: { ...INSIGHT, insight: { ...INSIGHT.insight, insightCount: 12 } } });
    await send({ content: { kind: "code", code: "123456" } });
    const [long = "", visit, code] = bodies();
    expect(long).toHaveLength(160);
    expect(long.endsWith(`... ${INSIGHT.link}`)).toBe(true);
    expect(visit).toBe(`leopard at Waterhole 3, 12 insights. ${INSIGHT.link}`);
    expect(code).toBe("123456 is your code for Understory. If you did not ask for it, ignore this message.");
  });

  it("line feeds and letters that a text message lacks are taken out of names", async () => {
    const insight = { ...INSIGHT.insight, className: "wólf\r\nTo: +1" };
    await send({ content: { ...INSIGHT, insight } });
    expect(bodies()).toEqual([`wolf To: +1 at Waterhole 3. ${INSIGHT.link}`]);
  });

  it.each([
    [
      refusal(400, 21_211, "The 'To' number is not valid."),
      { outcome: "refused", goneTarget: true, answer: "400: 21211 The 'To' number is not valid." },
    ],
    [refusal(400, 21_610, "Unsubscribed recipient"), { outcome: "refused", goneTarget: true }],
    [refusal(400, 21_408, "Permission to send has not been enabled"), { outcome: "refused" }],
    [refusal(401, 20_003, "Authenticate"), { outcome: "later" }],
    [refusal(429, 20_429, "Too Many Requests"), { outcome: "later" }],
    [
      { status: 429, headers: { "retry-after": "7" } },
      { outcome: "later", afterMs: 7000 },
    ],
    [
      { status: 500, body: "oops" },
      { outcome: "later", answer: "500: oops" },
    ],
    [
      { status: 307, headers: { location: "http://127.0.0.1/" } },
      { outcome: "later", answer: "307" },
    ],
    [
      { status: 404, body: `<p>/2010-04-01/Accounts/${ACCOUNT}/Messages.json is not here` },
      { outcome: "refused", answer: "404: <p>/2010-04-01/Accounts/AC…/Messages.json is not here" },
    ],
    [refusal(404, 20_404, `Accounts/${ACCOUNT} was not found`), { outcome: "refused" }],
    ["silence" as const, { outcome: "unanswered" }],
    ["lost answer" as const, { outcome: "unanswered" }],
  ])("what Twilio answers decides: %j", async (fault, result) => {
    twilio.faults.push(fault);
    const answered = await send();
    expect(answered).toMatchObject(result);
    expect(JSON.stringify(answered)).not.toContain(TOKEN);
    expect(JSON.stringify(answered)).not.toContain(ACCOUNT);
    expect(twilio.requests).toHaveLength(1);
  });

  it("a digest is never a text message", async () => {
    const content = { kind: "digest", fromMs: 0, toMs: 1, timeZone: "UTC" } as const;
    expect((await send({ content })).outcome).toBe("refused");
    expect(twilio.requests).toEqual([]);
  });
});
