import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { MessageContent, OutgoingMessage, Sender } from "../../../../server/delivery/sender.ts";
import { gundiSender } from "../../../../server/providers/gundi-sender.ts";
import { FakeGundi } from "../../../support/providers/fake-gundi.ts";
import { INSIGHT, outgoingMessage } from "../../../support/providers/outgoing-message.ts";
import { TestClock } from "../../../support/time/test-clock.ts";

describe("messages to Gundi", () => {
  let clock: TestClock;
  let gundi: FakeGundi;
  let sender: Sender;
  let signal: AbortSignal;
  let withPicture: MessageContent;

  beforeEach(async () => {
    clock = new TestClock();
    gundi = await FakeGundi.start(clock);
    sender = gundiSender({ apiBase: gundi.provider.url, clock });
    const cutOff = new AbortController();
    signal = cutOff.signal;
    gundi.provider.onSilence = () => cutOff.abort();
    const bytes = await sharp({ create: { width: 24, height: 18, channels: 3, background: "#446644" } })
      .webp()
      .toBuffer();
    withPicture = { ...INSIGHT, picture: { photoId: 12, bytes } };
  });
  afterEach(() => gundi.provider.stop());

  const send = (more: Partial<OutgoingMessage> = {}) => sender.send(outgoingMessage(more), signal);

  it("an event is one object with the key in its header, an offset in its time and a link to the picture", async () => {
    expect(await send()).toMatchObject({ outcome: "sent", ref: "00000000-0000-0000-0000-000000000001" });
    const [request] = gundi.provider.requests;
    expect(request?.method).toBe("POST");
    expect(request?.path).toBe("/v2/events/");
    expect(request?.headers).toMatchObject({
      apikey: "a-key-of-gundi",
      "content-type": "application/json",
    });
    expect(request?.headers.authorization).toBeUndefined();
    expect(JSON.parse(String(request?.body))).toEqual({
      title: "leopard at Waterhole 3",
      event_type: "understory_insight",
      source: "SN-0042",
      recorded_at: "2026-11-22T07:58:11.000Z",
      location: { lat: -1.25, lon: 35.15 },
      event_details: {
        insight_id: "7",
        class_name: "leopard",
        confidence: 0.934,
        sentinel: "Waterhole 3",
        visits: 1,
        picture_url: INSIGHT.link,
      },
    });
  });

  it("the picture follows the event under its name, as a file that a repeat replaces", async () => {
    const first = await send({ content: withPicture });
    expect(first).toMatchObject({ outcome: "step", step: 1, ref: "00000000-0000-0000-0000-000000000001" });
    const ref = first.outcome === "step" ? first.ref : "";
    expect(await send({ content: withPicture, step: 1, ref })).toMatchObject({ outcome: "sent" });
    await send({ content: withPicture, step: 1, ref });
    expect(gundi.events).toHaveLength(1);
    const [[name, bytes] = []] = gundi.events[0]?.attachments ?? [];
    expect(gundi.events[0]?.attachments.size).toBe(1);
    expect(name).toBe("photo-12.jpg");
    expect((await sharp(bytes).metadata()).format).toBe("jpeg");
  });

  it("a repeat after a lost answer is the same event, also when the visit has grown, so that Gundi drops it", async () => {
    gundi.provider.faults.push("lost answer");
    expect(await send()).toMatchObject({ outcome: "unanswered" });
    const grown = { ...INSIGHT, insight: { ...INSIGHT.insight, insightCount: 5 } };
    expect(await send({ content: grown })).toMatchObject({ outcome: "sent" });
    expect(gundi.provider.requests).toHaveLength(2);
    expect(gundi.events).toHaveLength(1);
  });

  it.each([
    [
      { status: 400, body: '{"detail":"bad"}' },
      { outcome: "refused", answer: '400: {"detail":"bad"}' },
    ],
    [
      { status: 404, body: "" },
      { outcome: "refused", answer: "404" },
    ],
    [
      { status: 429, headers: { "retry-after": "90" } },
      { outcome: "later", answer: "429", afterMs: 90_000 },
    ],
    [
      { status: 503, body: "down" },
      { outcome: "later", answer: "503: down" },
    ],
    [
      { status: 302, headers: { location: "https://evil.example.org/" } },
      { outcome: "later", answer: "302" },
    ],
    ["hang up" as const, { outcome: "unanswered" }],
    ["silence" as const, { outcome: "unanswered" }],
  ])("what Gundi answers decides: %j", async (fault, result) => {
    gundi.provider.faults.push(fault);
    expect(await send()).toMatchObject(result);
    expect(gundi.provider.requests).toHaveLength(1);
  });

  it("an answer of ten megabytes is cut off and names no object", async () => {
    gundi.provider.faults.push("endless");
    expect(await send()).toEqual({ outcome: "sent", answer: "Gundi took the event." });
  });

  it("a picture that Gundi refuses does not take the event back", async () => {
    gundi.provider.faults.push({ status: 413, body: "too large" });
    const result = await send({ content: withPicture, step: 1, ref: "an-object" });
    expect(result).toEqual({
      outcome: "sent",
      answer: "Gundi took the event, but not its photo: 413: too large",
    });
  });

  it("a key that Gundi no longer knows is permanent, and stands in no answer", async () => {
    const result = await send({ gundiApiKey: "revoked-key" });
    expect(result.outcome).toBe("refused");
    expect(JSON.stringify(result)).not.toContain("revoked-key");
  });

  it("line feeds of a class name reach no header and no title", async () => {
    const insight = { ...INSIGHT.insight, className: "wolf\r\napikey: stolen" };
    await send({ content: { ...INSIGHT, insight } });
    expect(gundi.events[0]?.event.title).toBe("wolf apikey: stolen at Waterhole 3");
    expect(gundi.provider.requests[0]?.headers.apikey).toBe("a-key-of-gundi");
  });

  it("a provider that cannot be reached has certainly taken nothing", async () => {
    const { url } = gundi.provider;
    await gundi.provider.stop();
    const result = await gundiSender({ apiBase: url, clock }).send(outgoingMessage(), signal);
    expect(result.outcome).toBe("later");
    gundi = await FakeGundi.start(clock);
  });
});
