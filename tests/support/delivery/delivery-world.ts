import { sendDue } from "../../../server/delivery/send-deliveries.ts";
import type { OutgoingMessage, Platform, Sender, SendResult } from "../../../server/delivery/sender.ts";
import type { NotificationRules } from "../../../src/domain/notification/notification-rules.ts";
import { HOUR_MS } from "../../../src/domain/time.ts";
import type { DatabaseKind } from "../server/databases.ts";
import { makeTestApp, type TestApp, type TestAppOptions, type TestUser } from "../server/test-app.ts";

/** A sender that keeps what it is given, and answers what the test says. */
export class HeldSender implements Sender {
  readonly messages: OutgoingMessage[] = [];
  /** Answers in order, before all others are taken. */
  readonly answers: (SendResult | Error)[] = [];

  async send(message: OutgoingMessage): Promise<SendResult> {
    this.messages.push(message);
    const answer = this.answers.shift() ?? { outcome: "sent", answer: "250 ok" };
    if (answer instanceof Error) throw answer;
    return answer;
  }
}

export interface DeliveryWorld extends TestApp {
  readonly sent: Readonly<Record<Platform, HeldSender>>;
}

/** A server whose messages are kept instead of sent. */
export async function makeDeliveryWorld(
  kind?: DatabaseKind,
  options: TestAppOptions = {},
): Promise<DeliveryWorld> {
  const sent = {
    gundi: new HeldSender(),
    email: new HeldSender(),
    sms: new HeldSender(),
    push: new HeldSender(),
  };
  const app = await makeTestApp({
    ...(kind === undefined ? {} : { kind }),
    env: { PUBLIC_URL: "https://understory.example.org" },
    senders: sent,
    ...options,
  });
  return { ...app, sent };
}

export interface IntegrationOptions {
  readonly classes?: "all" | "none" | readonly string[];
  readonly addresses?: readonly string[];
  readonly unconfirmed?: readonly string[];
  readonly alerts?: boolean;
  readonly groups?: readonly { readonly groupId: string; readonly classes: readonly string[] }[];
  readonly gundiApiKey?: string;
}

/** Stores an integration as its calls would. */
export async function addIntegration(
  { db, clock }: Pick<DeliveryWorld, "db" | "clock">,
  user: TestUser,
  platform: "gundi" | "email" | "sms",
  {
    classes = "all",
    addresses = [],
    unconfirmed = [],
    alerts,
    groups = [],
    gundiApiKey,
  }: IntegrationOptions = {},
): Promise<void> {
  const nowMs = clock.now();
  await db.write(async (transaction) => {
    await transaction
      .insertInto("integrations")
      .values({
        user_id: user.userId,
        platform,
        gundi_api_key: platform === "gundi" ? (gundiApiKey ?? "key-of-gundi") : null,
        alert_setting: alerts ? "enabled" : "disabled",
        digest_setting: "none",
        notification_classes: JSON.stringify(classes),
        created_at: nowMs,
        updated_at: nowMs,
      })
      .execute();
    for (const [position, address] of [...addresses, ...unconfirmed].entries()) {
      await transaction
        .insertInto("integration_targets")
        .values({
          user_id: user.userId,
          platform,
          address,
          address_key: address.toLowerCase(),
          position,
          confirmed_at: addresses.includes(address) ? nowMs : null,
          code_hash: null,
          code_sent_at: null,
          code_attempts: 0,
          unsubscribe_key: `${user.userId}-${platform}-${position}`,
        })
        .execute();
    }
    for (const [position, { groupId, classes: named }] of groups.entries()) {
      await transaction
        .insertInto("integration_groups")
        .values({
          user_id: user.userId,
          platform,
          group_id: Number(groupId),
          classes: JSON.stringify(named),
          position,
        })
        .execute();
    }
  });
}

export async function setRules(
  { db }: Pick<DeliveryWorld, "db">,
  user: TestUser,
  rules: Partial<NotificationRules>,
): Promise<void> {
  const stored = JSON.stringify(rules);
  await db.write((transaction) =>
    transaction
      .insertInto("notification_rules")
      .values({ user_id: user.userId, rules: stored, updated_at: 0 })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ rules: stored }))
      .execute(),
  );
}

/** All deliveries, oldest first. */
export function readDeliveries({ db }: Pick<DeliveryWorld, "db">) {
  return db.reader.selectFrom("deliveries").selectAll().orderBy("delivery_id").execute();
}

let serial = 0;

/** What a Sentinel sends of an insight. */
export function sighting(className: string, more: object = {}): object {
  serial += 1;
  return { source_id: `IMG_${serial}.JPG`, class_name: className, confidence: 0.9, ...more };
}

/** Sends all messages for browsers that wait, an hour apart. @returns how many were claimed */
export async function sendAllPushes({ deps, clock }: Pick<TestApp, "deps" | "clock">): Promise<number> {
  let claimed = 0;
  for (;;) {
    const taken = await sendDue(deps, "push", {});
    if (taken === 0) return claimed;
    claimed += taken;
    clock.advance(HOUR_MS);
  }
}
