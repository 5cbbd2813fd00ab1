import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { enqueueDelivery } from "../../../server/delivery/delivery-repository.ts";
import { HOUR_MS } from "../../../src/domain/time.ts";
import { addIntegration, readDeliveries } from "../../support/delivery/delivery-world.ts";
import { FakeGundi } from "../../support/providers/fake-gundi.ts";
import { FakeProvider, type Fault, type ReceivedRequest } from "../../support/providers/fake-provider.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { startSmtpServer } from "../../support/server/mail.ts";
import { type SourceServer, startFromSource } from "../../support/server/server-from-source.ts";
import { makeTestApp, type TestApp } from "../../support/server/test-app.ts";
import { TestClock } from "../../support/time/test-clock.ts";
import { WAIT } from "../../support/time/time-limits.ts";

/** Where the messages of a user are when the server is killed; each user has one message at each provider. */
const POINTS = ["taken", "answered", "claimed"] as const;
type Point = (typeof POINTS)[number];
const MESSAGES = 3 * POINTS.length;

const until = (holds: () => unknown) => vi.waitFor(holds, WAIT);
const never = new Promise<void>(() => undefined);

/**
 * A real server process with an SMTP server, Gundi and Twilio on this machine. It is killed while nine messages are
 * under way: claimed and not taken by the provider, taken and not answered, answered and not recorded.
 */
describe.each(DATABASE_KINDS)("a server that is killed while it sends, on $name", (kind) => {
  let test: TestApp;
  let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
  let gundi: FakeGundi;
  let twilio: FakeProvider;
  let server: SourceServer;
  /** Before the first kill the providers hold messages at their points; afterwards they do as they should. */
  let holds = true;
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  /** Messages that have come to their points. */
  const arrived = new Set<string>();
  /** The addresses of mails as they were offered; the server has two connections, so that the third one waits. */
  const offered: string[] = [];
  let leftByKill: Awaited<ReturnType<typeof readDeliveries>>;

  beforeAll(async () => {
    test = await makeTestApp({ kind });
    smtp = await startSmtpServer({ beforeAnswer: holdMail });
    gundi = await FakeGundi.start(new TestClock());
    gundi.provider.chooseFault = (request) => faultAt("gundi", request);
    twilio = await FakeProvider.start(() => ({ status: 201, body: '{"sid":"SM1","status":"queued"}' }));
    twilio.chooseFault = (request) => faultAt("sms", request);
    for (const point of POINTS) await addMessages(point);
    server = await start();
    await killWhileSending();
    leftByKill = await readDeliveries(test);
    await letClaimsEnd();
    server = await start();
    await until(async () => expect(await statuses()).toEqual(["waiting"]));
    await letWaitsEnd();
    await until(async () => expect(await statuses()).toEqual(["sent"]));
  });
  afterAll(async () => {
    await server?.kill();
    await test?.close();
    await Promise.all([smtp?.close(), gundi?.provider.stop(), twilio?.stop()]);
  });

  const start = () =>
    startFromSource({
      DATA_DIR: test.dataDir,
      ...(test.opened.databaseUrl === null ? {} : { DATABASE_URL: test.opened.databaseUrl }),
      PUBLIC_URL: "https://understory.example.org",
      SMTP_URL: smtp.url,
      GUNDI_API_BASE: gundi.provider.url,
      TWILIO_API_BASE: twilio.url,
      TWILIO_ACCOUNT_SID: `AC${"1".repeat(32)}`,
      TWILIO_AUTH_TOKEN: "token-of-the-test",
      TWILIO_FROM: "+15550001111",
    });

  /** Addresses, numbers and keys name the point, so that the providers know it. */
  async function addMessages(point: Point): Promise<void> {
    const user = await test.addUser(point);
    const [email, number] = [`${point}@example.org`, `+4911111111${POINTS.indexOf(point)}`];
    await addIntegration(test, user, "email", { addresses: [email] });
    await addIntegration(test, user, "sms", { addresses: [number] });
    await addIntegration(test, user, "gundi", { gundiApiKey: `key-${point}` });
    await enqueue(user.userId, "email", email);
    await enqueue(user.userId, "sms", number);
    await enqueue(user.userId, "gundi", null);
  }

  async function enqueue(
    userId: number,
    platform: "email" | "sms" | "gundi",
    target: string | null,
    name = "first",
  ): Promise<void> {
    const nowMs = Date.now();
    const dedupeKey = `test:${platform}:${userId}:${name}`;
    const times = { notBeforeMs: nowMs - HOUR_MS, giveUpAtMs: nowMs + HOUR_MS };
    const message = { userId, platform, target, kind: "test", subject: { kind: "test" } } as const;
    await test.db.write((transaction) =>
      enqueueDelivery(transaction, { ...message, ...times, dedupeKey }, nowMs),
    );
  }

  function pointOf({ headers, body }: ReceivedRequest): Point {
    const digit = /To=%2B4911111111(\d)/.exec(body.toString())?.[1];
    return (
      POINTS.find((point) => headers.apikey === `key-${point}`) ?? POINTS[Number(digit)] ?? expect.fail()
    );
  }

  function faultAt(provider: string, request: ReceivedRequest): Fault | undefined {
    if (!holds) return undefined;
    const point = pointOf(request);
    arrived.add(`${provider} ${point}`);
    if (point === "claimed") return "silence";
    return { answersAfter: point === "answered" ? released : never };
  }

  /** The points of mails are given in the order in which they are offered. */
  async function holdMail(to: "recipient" | "content", address: string): Promise<void> {
    if (!holds) return;
    if (to === "recipient") offered.push(address);
    const point = POINTS[offered.indexOf(address)] ?? expect.fail();
    if (to !== (point === "claimed" ? "recipient" : "content")) return;
    arrived.add(`email ${point}`);
    await (point === "answered" ? released : never);
  }

  /** The rows are locked while the providers answer: the answers come to the server, and their records to no database. */
  async function killWhileSending(): Promise<void> {
    await until(() => expect(arrived.size).toBe(MESSAGES - 1));
    const locked = test.db.write(async (transaction) => {
      await transaction
        .updateTable("deliveries")
        .set((eb) => ({ step: eb.ref("step") }))
        .execute();
      release();
      // The third mail is offered on the connection of the answered one.
      await until(() => expect(arrived).toContain("email claimed"));
      for (const provider of [gundi.provider, twilio]) {
        await until(() => expect(provider.closed.map(pointOf)).toEqual(["answered"]));
      }
      await server.kill();
      holds = false;
      throw new Error("rolled back");
    });
    await expect(locked).rejects.toThrow("rolled back");
  }

  /** As three minutes later. */
  async function letClaimsEnd(): Promise<void> {
    await test.db.write((transaction) =>
      transaction.updateTable("deliveries").set({ claimed_until: 0 }).execute(),
    );
  }

  /** As another minute later. */
  async function letWaitsEnd(): Promise<void> {
    await test.db.write(async (transaction) => {
      await transaction.updateTable("deliveries").set({ next_at: 0 }).execute();
      await transaction.updateTable("provider_paces").set({ next_at: 0 }).execute();
    });
  }

  async function statuses(): Promise<string[]> {
    return [...new Set((await readDeliveries(test)).map(({ status }) => status))];
  }

  const mailsTo = (point: Point) =>
    smtp.received.filter(({ to }) => to.includes(offered[POINTS.indexOf(point)] ?? ""));
  const messageIdOf = ({ source }: { source: string }) => /^Message-ID: (.*)$/im.exec(source)?.[1];
  const textsTo = (point: Point) => twilio.requests.filter((request) => pointOf(request) === point);

  it("was killed with each message claimed and none recorded", () => {
    expect(arrived.size).toBe(MESSAGES);
    expect(leftByKill.map(({ status, attempts }) => [status, attempts])).toEqual(
      Array.from({ length: MESSAGES }, () => ["sending", 1]),
    );
  });

  it("loses nothing, and marks each message that may be there twice", async () => {
    const rows = await readDeliveries(test);
    expect(rows.map(({ status, attempts, may_repeat }) => [status, attempts, may_repeat])).toEqual(
      Array.from({ length: MESSAGES }, () => ["sent", 2, 1]),
    );
  });

  it("sends a mail and a text again that were taken, the mail under its first name", () => {
    expect(POINTS.map((point) => mailsTo(point).length)).toEqual([2, 2, 1]);
    for (const point of ["taken", "answered"] as const) {
      const [first, second] = mailsTo(point).map(messageIdOf);
      expect(first).toBeTruthy();
      expect(second).toBe(first);
    }
    expect(POINTS.map((point) => textsTo(point).length)).toEqual([2, 2, 2]);
  });

  it("leads to one event at Gundi, which knows the repeat", () => {
    expect(gundi.provider.requests).toHaveLength(2 * POINTS.length);
    expect(gundi.events.map(({ apiKey }) => apiKey).sort()).toEqual(POINTS.map((at) => `key-${at}`).sort());
  });

  it("sends nothing again that was recorded, when it is killed once more", async () => {
    await server.kill();
    const { user_id, target } = leftByKill.find((row) => row.target === offered[0]) ?? expect.fail();
    await enqueue(user_id, "email", target, "again");
    server = await start();
    await expect.poll(() => statuses()).toEqual(["sent"]);
    expect(POINTS.map((point) => mailsTo(point).length)).toEqual([3, 2, 1]);
    expect(POINTS.map((point) => textsTo(point).length)).toEqual([2, 2, 2]);
    expect(gundi.provider.requests).toHaveLength(2 * POINTS.length);
  });
});
