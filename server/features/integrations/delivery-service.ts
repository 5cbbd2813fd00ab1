import { setTimeout as wait } from "node:timers/promises";
import type { AlertType } from "../../../src/domain/alert/alert.ts";
import { displayName } from "../../../src/domain/device/device-name.ts";
import type { Platform } from "../../../src/domain/integration/integration.ts";
import type { DeliverySubject } from "../../../src/domain/notification/delivery-subject.ts";
import { isoTime, isoTimeOrNull } from "../../../src/domain/time.ts";
import { INTEGRATION_SENTENCES } from "../../../src/messages/server/integrations.ts";
import {
  DELIVERIES_A_PAGE,
  type Delivery,
  type DeliveryQuery,
} from "../../../src/protocol/calls/integration-calls.ts";
import type { View } from "../../db/database.ts";
import { aheadOfOthersMs, enqueueDelivery } from "../../delivery/delivery-repository.ts";
import { takeTestMessage } from "../../delivery/test-limit.ts";
import type { Dependencies } from "../../dependencies.ts";
import { invalid, notFound } from "../../http/api-error.ts";
import { rowIdOf } from "../../http/row-id.ts";
import { lockUser } from "../users/lock-repository.ts";
import { GIVE_UP_AFTER_MS } from "./confirmation-code.ts";
import { requireSetUp } from "./confirmation-service.ts";
import { findDeliveries, findDelivery, findOwnDevices, type LoggedDelivery } from "./log-repository.ts";
import { findTargets } from "./repository.ts";
import { mustExist, type OwnIntegration } from "./service.ts";

type Needs = Pick<Dependencies, "db" | "clock" | "steadyClock" | "ids" | "config">;

/** Sends what is stored and due; woken when a message was stored. */
export interface DeliveryWorker {
  wake(): void;
}

/** How long a test waits for the provider's answer. */
const TEST_WAIT_MS = 20_000;
const TEST_POLL_MS = 200;

/** Messages of the user by one platform, newest first. */
export async function listDeliveries(
  { db }: Pick<Needs, "db">,
  { userId, platform }: { readonly userId: number; readonly platform: string },
  { before, limit = DELIVERIES_A_PAGE, status }: DeliveryQuery,
): Promise<{ deliveries: Delivery[]; more: boolean }> {
  const beforeId = before === undefined ? null : rowIdOf(before);
  if (before !== undefined && beforeId === null) throw invalid({ before: "This is not valid." });
  const rows = await findDeliveries(db.reader, {
    userId,
    platform,
    before: beforeId,
    status: status ?? null,
    limit: limit + 1,
  });
  return {
    deliveries: await deliveriesOf(db.reader, userId, rows.slice(0, limit)),
    more: rows.length > limit,
  };
}

/**
 * Sends a test to a confirmed address, or to Gundi, and waits for the provider's answer.
 *
 * @returns the message, still waiting where no answer came in time
 * @throws ApiError invalid, not_found, throttled, not_set_up
 */
export async function sendTest(
  needs: Needs & { readonly worker: DeliveryWorker },
  own: OwnIntegration,
  address: string | undefined,
): Promise<Delivery> {
  const { db, config } = needs;
  requireSetUp(config, own.platform);
  const target = await testTarget(db.reader, own, address);
  return queueTest(needs, own, target);
}

/**
 * Queues a test and waits for the answer to it.
 *
 * @returns the message, still waiting where no answer came in time
 * @throws ApiError throttled
 */
export async function queueTest(
  needs: Needs & { readonly worker: DeliveryWorker },
  { userId, platform }: { readonly userId: number; readonly platform: Platform | "push" },
  target: string | null,
): Promise<Delivery> {
  const { db, clock, steadyClock, ids, worker } = needs;
  const nowMs = clock.now();
  const deliveryId = await db.write(async (transaction) => {
    await lockUser(db, transaction, userId);
    await takeTestMessage(transaction, userId, steadyClock.now());
    const message = {
      userId,
      platform,
      target,
      kind: "test" as const,
      dedupeKey: `test:${ids.uuid()}`,
      subject: { kind: "test" as const },
      notBeforeMs: aheadOfOthersMs(nowMs),
      giveUpAtMs: nowMs + GIVE_UP_AFTER_MS,
    };
    return enqueueDelivery(transaction, message, nowMs);
  });
  if (deliveryId === null) throw notFound();
  worker.wake();
  return answered(needs, userId, deliveryId);
}

async function testTarget(
  view: View,
  own: OwnIntegration,
  address: string | undefined,
): Promise<string | null> {
  await mustExist(view, own);
  if (own.platform === "gundi") return null;
  const targets = await findTargets(view, own.userId, own.platform);
  const named = address === undefined ? targets : targets.filter((target) => target.address === address);
  if (named.length === 0) throw invalid({ target: INTEGRATION_SENTENCES.targetUnknown });
  const confirmed = named.find(({ confirmed_at }) => confirmed_at !== null);
  if (confirmed === undefined) throw invalid({ target: INTEGRATION_SENTENCES.targetUnconfirmed });
  return confirmed.address;
}

/** The message when an attempt has ended, or after a while as it is. */
async function answered({ db }: Needs, userId: number, deliveryId: number): Promise<Delivery> {
  for (let waitedMs = 0; ; waitedMs += TEST_POLL_MS) {
    const row = await findDelivery(db.reader, userId, deliveryId);
    if (row === undefined) throw notFound();
    const isUnderWay = row.ended_at === null && row.answer === null;
    if (!isUnderWay || waitedMs >= TEST_WAIT_MS) {
      const [delivery] = await deliveriesOf(db.reader, userId, [row]);
      if (delivery !== undefined) return delivery;
    }
    await wait(TEST_POLL_MS);
  }
}

async function deliveriesOf(
  view: View,
  userId: number,
  rows: readonly LoggedDelivery[],
): Promise<Delivery[]> {
  const subjects = rows.map(({ subject }) => JSON.parse(subject) as DeliverySubject);
  const refs = subjects.flatMap(({ deviceRef }) => (deviceRef === undefined ? [] : [deviceRef]));
  const devices = await findOwnDevices(view, userId, [...new Set(refs)]);
  return rows.map((row, at) => {
    const subject = subjects[at] ?? {};
    const device = devices.get(subject.deviceRef ?? 0);
    return {
      id: String(row.delivery_id),
      platform: row.platform as Platform | "push",
      // Of push it is the number of a subscription, which says nothing to a person.
      target: row.platform === "push" ? null : row.target,
      kind: subject.kind ?? (row.kind as Delivery["kind"]),
      status: row.status as Delivery["status"],
      why: whyOf(subject),
      what: {
        insightId: textOf(subject.insightId),
        alertId: textOf(subject.alertId),
        className: subject.className ?? null,
        alertType: (subject.alertType ?? null) as AlertType | null,
        deviceId: device?.device_id ?? null,
        deviceName: device === undefined ? null : displayName(device),
        count: subject.count ?? null,
        day: subject.day ?? null,
      },
      createdAt: isoTime(row.created_at),
      nextAt: row.ended_at === null ? isoTime(Math.max(row.next_at, row.created_at)) : null,
      endedAt: isoTimeOrNull(row.ended_at),
      attempts: row.attempts,
      answer: row.answer,
      mayRepeat: row.may_repeat === 1,
      providerRef: row.provider_ref,
    };
  });
}

function whyOf({ why }: DeliverySubject): Delivery["why"] {
  return why === undefined
    ? null
    : { by: why.by, className: why.className ?? null, groupId: textOf(why.groupId) };
}

function textOf(id: number | undefined): string | null {
  return id === undefined ? null : String(id);
}
