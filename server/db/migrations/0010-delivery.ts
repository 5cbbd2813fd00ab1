import type { Kysely } from "kysely";
import type { Schema } from "../schema.ts";
import type { MigrationSide } from "./migration-side.ts";
import { createIndexes, type MakeTable, tableMaker } from "./table-maker.ts";

/** The tenth migration: integrations, the messages that they send, and push subscriptions. */
export async function createDelivery(db: Kysely<Schema>, side: MigrationSide): Promise<void> {
  const table = tableMaker(db, side);
  await createIntegrations(table);
  await createMessages(table);
  await createIndexes(db, [
    { table: "integration_targets", columns: ["user_id", "platform", "address_key"], unique: true },
    { table: "integration_targets", columns: ["unsubscribe_key"], unique: true },
    { table: "integration_groups", columns: ["group_id"] },
    { table: "notices", columns: ["device_ref"] },
    { table: "notification_visits", columns: ["device_ref"] },
    { table: "notification_visits", columns: ["last_at"] },
    { table: "deliveries", columns: ["dedupe_key"], unique: true },
    { table: "deliveries", columns: ["status", "lane", "next_at"] },
    { table: "deliveries", columns: ["user_id", "platform", "delivery_id"] },
    { table: "deliveries", columns: ["ended_at"] },
    { table: "push_subscriptions", columns: ["endpoint_key"], unique: true },
    { table: "push_subscriptions", columns: ["user_id"] },
    { table: "push_subscriptions", columns: ["session_id"] },
  ]);
}

async function createIntegrations(table: MakeTable): Promise<void> {
  await table("integrations")
    .ref("user_id", "users.user_id", "cascade")
    .text("platform")
    .textOrNull("gundi_api_key")
    .text("alert_setting", "digest_setting", "notification_classes")
    .int("created_at", "updated_at")
    .create(["user_id", "platform"]);
  await table("integration_targets")
    .identity("target_id")
    .ref("user_id", "users.user_id", "cascade")
    .text("platform", "address", "address_key")
    .int("position")
    .intOrNull("confirmed_at")
    .textOrNull("code_hash")
    .intOrNull("code_sent_at")
    .int("code_attempts")
    .text("unsubscribe_key")
    .create();
  await table("integration_groups")
    .ref("user_id", "users.user_id", "cascade")
    .text("platform")
    .ref("group_id", "groups.group_id", "cascade")
    .text("classes")
    .int("position")
    .create(["user_id", "platform", "group_id"]);
  await table("notification_rules")
    .ref("user_id", "users.user_id", "cascade")
    .text("rules")
    .int("updated_at")
    .create(["user_id"]);
}

async function createMessages(table: MakeTable): Promise<void> {
  // No foreign keys to insights and alerts: what is gone when the job comes is not told.
  await table("notices")
    .identity("notice_id")
    .text("kind")
    .intOrNull("insight_id", "alert_id")
    .ref("device_ref", "devices.device_ref", "cascade")
    .int("created_at")
    .create();
  await table("notification_visits")
    .ref("user_id", "users.user_id", "cascade")
    .ref("device_ref", "devices.device_ref", "cascade")
    .text("class_name")
    .int("started_at", "last_at", "insight_count", "told_insight_id")
    .create(["user_id", "device_ref", "class_name"]);
  await table("deliveries")
    .identity("delivery_id")
    .ref("user_id", "users.user_id", "cascade")
    .text("platform")
    .textOrNull("target")
    .text("lane", "kind", "dedupe_key", "subject", "status")
    .int("step", "attempts", "next_at", "give_up_at")
    .textOrNull("claim_token")
    .intOrNull("claimed_until")
    .flag("may_repeat")
    .textOrNull("answer", "provider_ref")
    .int("created_at")
    .intOrNull("ended_at")
    .create();
  await table("provider_paces").textKey("pace_key").int("next_at").create();
  await table("push_subscriptions")
    .identity("subscription_id")
    .ref("user_id", "users.user_id", "cascade")
    .ref("session_id", "sessions.session_id", "cascade")
    .text("endpoint_key", "endpoint", "p256dh", "auth")
    .textOrNull("user_agent")
    .text("topics")
    .int("created_at")
    .intOrNull("last_sent_at")
    .create();
}
