import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { enqueueDelivery } from "../../../../server/delivery/delivery-repository.ts";
import { DeliveryRunner } from "../../../../server/delivery/delivery-runner.ts";
import { LaneSender } from "../../../../server/delivery/lane-sender.ts";
import { PACES } from "../../../../server/delivery/paces.ts";
import { type DeliveryStage, LEASE_MS } from "../../../../server/delivery/send-deliveries.ts";
import type { Sender } from "../../../../server/delivery/sender.ts";
import { gundiSender } from "../../../../server/providers/gundi-sender.ts";
import { HOUR_MS, MINUTE_MS } from "../../../../src/domain/time.ts";
import {
  addIntegration,
  type DeliveryWorld,
  makeDeliveryWorld,
  readDeliveries,
} from "../../../support/delivery/delivery-world.ts";
import { FakeGundi } from "../../../support/providers/fake-gundi.ts";
import { DATABASE_KINDS } from "../../../support/server/databases.ts";
import { speakingDevice } from "../../../support/server/ingest-world.ts";
import type { TestUser } from "../../../support/server/test-app.ts";
import { WAIT } from "../../../support/time/time-limits.ts";

describe.each(DATABASE_KINDS)("messages whose worker or provider fails, on $name", (kind) => {
  let world: DeliveryWorld;
  let serial = 0;
  beforeAll(async () => {
    world = await makeDeliveryWorld(kind);
  });
  afterAll(() => world.close());

  /** A user with an integration, and a test message that waits. */
  async function waiting(platform: "email" | "gundi" = "email", giveUpMs = HOUR_MS) {
    serial += 1;
    const user = await world.addUser(`f${serial}`);
    const address = platform === "gundi" ? null : `f${serial}@x.org`;
    await addIntegration(world, user, platform, address === null ? {} : { addresses: [address] });
    const deliveryId = await world.db.write((transaction) =>
      enqueueDelivery(
        transaction,
        {
          userId: user.userId,
          platform,
          target: address,
          kind: "test",
          dedupeKey: `test:${serial}`,
          subject: { kind: "test" },
          notBeforeMs: world.clock.now(),
          giveUpAtMs: world.clock.now() + giveUpMs,
        },
        world.clock.now(),
      ),
    );
    const sentTo = () =>
      [...world.sent.email.messages, ...world.sent.gundi.messages].filter(
        ({ userId }) => userId === user.userId,
      ).length;
    return { user, deliveryId, sentTo };
  }

  /** Plans and sends, a second later, because the queue of e-mails has a pace. */
  async function work(runner: DeliveryRunner = world.deliveries): Promise<void> {
    world.clock.advance(1000);
    await runner.runOnce();
  }

  async function row(user: TestUser) {
    const rows = (await readDeliveries(world)).filter(({ user_id }) => user_id === user.userId);
    expect(rows).toHaveLength(1);
    return rows[0];
  }

  /** A worker that ends without a word before a step, as a killed process does. */
  function dying(stage: DeliveryStage): DeliveryRunner {
    return new DeliveryRunner(world.deps, {
      random: () => 0.5,
      onStage: async (at) => {
        if (at === stage) throw new Error("killed");
      },
    });
  }

  it.each([
    { stage: "claimed", sent: 1, mayRepeat: 1 },
    { stage: "sent", sent: 2, mayRepeat: 1 },
    { stage: "recorded", sent: 1, mayRepeat: 0 },
  ] as const)(
    "a worker killed when it has $stage loses nothing, and what may be there twice says so",
    async ({ stage, sent, mayRepeat }) => {
      const { user, sentTo } = await waiting();
      world.clock.advance(1000);
      await dying(stage).send("email");
      const other = new DeliveryRunner({ ...world.deps, db: await world.opened.again() });
      // The claim still holds: nobody else takes it.
      await work(other);
      expect(sentTo()).toBe(stage === "claimed" ? 0 : 1);
      world.clock.advance(LEASE_MS);
      await work(other);
      world.clock.advance(MINUTE_MS);
      await work(other);
      expect(sentTo()).toBe(sent);
      expect(await row(user)).toMatchObject({ status: "sent", may_repeat: mayRepeat });
    },
  );

  it("two workers at once, each with a connection of its own, send each message once", async () => {
    const all = [];
    for (let count = 0; count < 30; count += 1) all.push(await waiting());
    const other = new DeliveryRunner({ ...world.deps, db: await world.opened.again() });
    for (let sent = 0; sent < all.length; ) {
      world.clock.advance(1000);
      const taken = await Promise.all([world.deliveries.send("email"), other.send("email")]);
      sent += taken[0] + taken[1];
    }
    expect(all.map(({ sentTo }) => sentTo())).toEqual(all.map(() => 1));
  });

  it("a provider that is down is tried again with growing waits until the message is given up", async () => {
    world.clock.advance(1000);
    const { user, sentTo } = await waiting("email", 13 * MINUTE_MS);
    const gaps: number[] = [];
    for (;;) {
      world.sent.email.answers.push({ outcome: "later", answer: "421 try later" });
      await world.deliveries.runOnce();
      const stored = await row(user);
      if (stored?.status !== "waiting") break;
      gaps.push((stored.next_at - world.clock.now()) / MINUTE_MS);
      world.clock.advance(stored.next_at - world.clock.now());
    }
    expect(gaps).toEqual([0.5, 2, 10, 0.5]);
    expect(sentTo()).toBe(5);
    expect(await row(user)).toMatchObject({ status: "failed", answer: "421 try later", may_repeat: 0 });
  });

  it("a provider's own wait is kept, for the whole queue", async () => {
    const { user } = await waiting();
    world.sent.email.answers.push({ outcome: "later", answer: "429", afterMs: 100_000 });
    await work();
    const { sentTo } = await waiting();
    await work();
    expect(sentTo()).toBe(0);
    world.clock.advance(100_000);
    await work();
    expect(sentTo()).toBe(1);
    expect(await row(user)).toMatchObject({ status: "sent", attempts: 2, may_repeat: 0 });
  });

  it("no answer is tried again and marked, a refusal is not tried again", async () => {
    const lost = await waiting();
    world.sent.email.answers.push({ outcome: "unanswered", answer: "no answer" });
    await work();
    world.clock.advance(MINUTE_MS);
    await work();
    expect(await row(lost.user)).toMatchObject({ status: "sent", may_repeat: 1, attempts: 2 });
    const refused = await waiting();
    world.sent.email.answers.push({ outcome: "refused", answer: "550 no\r\nsuch user" });
    await work();
    world.clock.advance(HOUR_MS);
    await work();
    expect(refused.sentTo()).toBe(1);
    expect(await row(refused.user)).toMatchObject({ status: "failed", answer: "550 no such user" });
  });

  it("an address that asks for no more messages must confirm again", async () => {
    const { user } = await waiting();
    world.sent.email.answers.push({ outcome: "refused", answer: "21610 STOP", goneTarget: true });
    await work();
    const target = await world.db.reader
      .selectFrom("integration_targets")
      .select("confirmed_at")
      .where("user_id", "=", user.userId)
      .executeTakeFirst();
    expect(target).toEqual({ confirmed_at: null });
  });

  it("a user whose push services do not answer delays no other user's messages", async () => {
    const [slow, quick] = [await world.addUser("slow"), await world.addUser("quick")];
    for (const { userId } of [slow, slow, slow, quick, quick, quick]) {
      serial += 1;
      const message = {
        userId,
        platform: "push",
        target: "1",
        kind: "test",
        subject: { kind: "test" },
      } as const;
      const times = { notBeforeMs: 0, giveUpAtMs: world.clock.now() + HOUR_MS };
      await world.db.write((transaction) =>
        enqueueDelivery(transaction, { ...message, ...times, dedupeKey: `push:${serial}` }, 0),
      );
    }
    const sent: number[] = [];
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const push: Sender = {
      async send({ userId }) {
        if (userId === slow.userId) await answered;
        sent.push(userId);
        return { outcome: "sent", answer: "201" };
      },
    };
    const deps = { ...world.deps, senders: { ...world.deps.senders, push } };
    const paces = { ...PACES, push: { intervalMs: 0, atOnce: 1, lanes: 2 } };
    const lanes = new LaneSender(deps, "push", { paces });
    await lanes.look();
    await vi.waitFor(() => expect(sent).toEqual(Array(3).fill(quick.userId)), WAIT);
    answer();
    await lanes.ended();
    expect(sent.slice(3)).toEqual(Array(3).fill(slow.userId));
  });

  it("each key of Gundi sends one message a minute, whatever others send", async () => {
    const first = await waiting("gundi");
    const second = await waiting("gundi");
    await world.db.write((transaction) =>
      enqueueDelivery(
        transaction,
        {
          userId: first.user.userId,
          platform: "gundi",
          target: null,
          kind: "test",
          dedupeKey: `more:${serial}`,
          subject: { kind: "test" },
          notBeforeMs: world.clock.now(),
          giveUpAtMs: world.clock.now() + HOUR_MS,
        },
        world.clock.now(),
      ),
    );
    await work();
    expect([first.sentTo(), second.sentTo()]).toEqual([1, 1]);
    world.clock.advance(MINUTE_MS - 1001);
    await work();
    expect(first.sentTo()).toBe(1);
    world.clock.advance(1);
    await world.deliveries.runOnce();
    expect(first.sentTo()).toBe(2);
  });

  it("an event of Gundi whose worker was killed before its record arrives once", async () => {
    const gundi = await FakeGundi.start(world.clock);
    try {
      const { user } = await waiting("gundi");
      const gundiOnly = gundiSender({ apiBase: gundi.provider.url, clock: world.clock });
      const deps = { ...world.deps, senders: { ...world.deps.senders, gundi: gundiOnly } };
      const onStage = async (at: DeliveryStage) => {
        if (at === "sent") throw new Error("killed");
      };
      await new DeliveryRunner(deps, { onStage }).send("gundi");
      world.clock.advance(LEASE_MS);
      const other = new DeliveryRunner(deps);
      await work(other);
      world.clock.advance(MINUTE_MS);
      await work(other);
      expect(gundi.provider.requests).toHaveLength(2);
      expect(gundi.events).toHaveLength(1);
      expect(await row(user)).toMatchObject({ status: "sent", may_repeat: 1 });
    } finally {
      await gundi.provider.stop();
    }
  });

  it("a clock that is set back does not keep messages waiting for it", async () => {
    world.clock.advance(MINUTE_MS);
    await world.deliveries.plan();
    const { user, sentTo } = await waiting();
    world.clock.advance(-24 * HOUR_MS);
    await work();
    expect(sentTo()).toBe(1);
    expect(await row(user)).toMatchObject({ status: "sent" });
  });

  it("after a restore nothing is sent that waited in the backup, and new messages are", async () => {
    const device = await speakingDevice(world, `cam-${randomUUID()}`, []);
    const { user, sentTo } = await waiting();
    await world.db.write((transaction) =>
      transaction
        .insertInto("notices")
        .values({ kind: "insight", insight_id: 1, device_ref: device.ref, created_at: 0 })
        .execute(),
    );
    const restored = { ...world.db.feed, generation: async () => "another history" };
    const db = new Proxy(world.db, {
      get: (target, name) => {
        if (name === "feed") return restored;
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    const runner = new DeliveryRunner({ ...world.deps, db });
    await work(runner);
    expect(sentTo()).toBe(0);
    expect(await row(user)).toMatchObject({ status: "dropped" });
    expect(await world.db.reader.selectFrom("notices").selectAll().execute()).toEqual([]);
    const later = await waiting();
    await work(runner);
    expect(later.sentTo()).toBe(1);
  });
});
