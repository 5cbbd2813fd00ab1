import {
  isDeviceMuted,
  isMuted,
  isSameVisit,
  reasonToTell,
} from "../../src/domain/notification/decide-notification.ts";
import { type NotificationRules, RULE_RANGES } from "../../src/domain/notification/notification-rules.ts";
import { localDayStartMs, quietUntilMs } from "../../src/domain/notification/quiet-hours.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/domain/time.ts";
import { DELIVERY_SENTENCES } from "../../src/messages/server/delivery.ts";
import type { WriteTransaction } from "../db/database.ts";
import type { Dependencies } from "../dependencies.ts";
import { enqueueDeliveries, enqueueDropped, type NewDelivery } from "./delivery-repository.ts";
import { type PlanFacts, type Receiver, readPlanFacts, visitKey } from "./plan-facts.ts";
import {
  changeUntried,
  countDecided,
  deleteNotices,
  findNotices,
  findSubject,
  hasEarlier,
  hasNotices,
  lockPlanning,
  lockUntried,
  type NoticeRow,
  setSubject,
  storeVisits,
  type Visit,
  type WatcherRow,
} from "./plan-repository.ts";
import type { DeliverySubject, Platform, Why } from "./sender.ts";

type Needs = Pick<Dependencies, "db" | "clock" | "ids" | "config">;

/** Notices that one transaction plans. */
const NOTICES_A_PLAN = 200;
/** A message waits so long for the picture of its insight, which a Sentinel sends apart. */
const PICTURE_WAIT_MS = MINUTE_MS;

/**
 * Decides on the messages of the oldest notices, stores them and deletes the notices, all in one transaction.
 *
 * @returns whether there was anything to plan
 */
export async function planDeliveries({ db, clock, ids, config }: Needs): Promise<boolean> {
  if (!(await hasNotices(db.reader))) return false;
  await db.write(async (transaction) => {
    await lockPlanning(transaction, ids.uuid());
    const notices = await findNotices(transaction, NOTICES_A_PLAN);
    if (notices.length === 0) return;
    const nowMs = clock.now();
    const facts = await readPlanFacts(db.locks, transaction, notices, nowMs);
    const plan = new Plan(transaction, facts, { nowMs, giveUpMs: config.giveUpHours * HOUR_MS });
    for (const notice of notices) await plan.take(notice);
    await plan.store(db);
    await deleteNotices(
      transaction,
      notices.map(({ notice_id }) => notice_id),
    );
  });
  return true;
}

/** An insight that a rule of a user wants told. */
interface Sighting {
  readonly watcher: WatcherRow;
  readonly insightId: number;
  readonly className: string;
  readonly hasPhoto: boolean;
  readonly told: readonly { readonly receiver: Receiver; readonly why: Why }[];
}

/** The decisions of one transaction. */
class Plan {
  readonly #transaction: WriteTransaction;
  readonly #facts: PlanFacts;
  readonly #nowMs: number;
  readonly #giveUpMs: number;
  readonly #deliveries = new Map<string, NewDelivery>();
  /** Visits that began or went on. */
  readonly #visits = new Map<string, Visit>();
  /** Messages of the day of a user, counted when the first one of this plan is decided on. */
  readonly #today = new Map<number, number>();
  /** By user and platform, how many messages were over the limit. */
  readonly #over = new Map<string, { userId: number; platform: Platform; count: number }>();

  constructor(
    transaction: WriteTransaction,
    facts: PlanFacts,
    { nowMs, giveUpMs }: { nowMs: number; giveUpMs: number },
  ) {
    this.#transaction = transaction;
    this.#facts = facts;
    this.#nowMs = nowMs;
    this.#giveUpMs = giveUpMs;
  }

  async take(notice: NoticeRow): Promise<void> {
    for (const watcher of this.#facts.watchersOf.get(notice.device_ref) ?? []) {
      if (notice.insight_id !== null) await this.#takeInsight(notice, notice.insight_id, watcher);
      if (notice.alert_id !== null) await this.#takeAlert(notice.alert_id, watcher);
    }
  }

  /** Writes what was decided. */
  async store(db: Pick<Dependencies["db"], "dialect">): Promise<void> {
    await enqueueDeliveries(db, this.#transaction, [...this.#deliveries.values()], this.#nowMs);
    await storeVisits(this.#transaction, [...this.#visits.values()]);
    for (const over of this.#over.values()) await this.#storeOver(over);
  }

  async #takeInsight(notice: NoticeRow, insightId: number, watcher: WatcherRow): Promise<void> {
    const insight = this.#facts.insights.get(insightId);
    if (insight === undefined || insightId <= watcher.after_insight_id) return;
    const className = insight.class_name;
    const rules = this.#facts.rulesOf(watcher.user_id);
    if (isMuted(rules, { className, deviceId: watcher.device_id }, notice.created_at)) return;
    const told = this.#facts.receiversOf(watcher.user_id).flatMap((receiver) => {
      const why = receiver.tellsInsights ? reasonToTell(receiver, className, watcher.group_id) : null;
      return why === null ? [] : [{ receiver, why }];
    });
    if (told.length === 0) return;
    if (rules.onlyRare && (await this.#isKnown(watcher, className, insightId))) return;
    const hasPhoto = insight.photo_id !== null;
    await this.#takeSighting({ watcher, insightId, className, hasPhoto, told }, notice.created_at, rules);
  }

  #isKnown(watcher: WatcherRow, className: string, insightId: number): Promise<boolean> {
    const { device_ref: deviceRef, after_insight_id: afterInsightId } = watcher;
    return hasEarlier(this.#transaction, { deviceRef, className, insightId, afterInsightId });
  }

  /** The first insight of a visit makes a message; the others belong to it. */
  async #takeSighting(sighting: Sighting, arrivedAtMs: number, rules: NotificationRules): Promise<void> {
    const { watcher, className, insightId } = sighting;
    const key = visitKey(watcher.user_id, watcher.device_ref, className);
    const before = this.#visits.get(key) ?? this.#facts.visits.get(key);
    if (before !== undefined && isSameVisit(before.last_at, arrivedAtMs, rules.visitMinutes)) {
      const insight_count = before.insight_count + 1;
      this.#visits.set(key, { ...before, last_at: arrivedAtMs, insight_count });
      return;
    }
    this.#visits.set(key, {
      user_id: watcher.user_id,
      device_ref: watcher.device_ref,
      class_name: className,
      started_at: arrivedAtMs,
      last_at: arrivedAtMs,
      insight_count: 1,
      told_insight_id: insightId,
    });
    const folded =
      before === undefined ? new Set() : await this.#fold(sighting, before.told_insight_id, rules);
    for (const { receiver, why } of sighting.told) {
      const dedupeKey = insightKey(watcher.user_id, receiver, insightId);
      if (folded.has(dedupeKey)) continue;
      await this.#decide(rules, receiver, {
        dedupeKey,
        subject: {
          kind: "insight",
          insightId,
          deviceRef: watcher.device_ref,
          className,
          visits: 1,
          why,
        },
        userId: watcher.user_id,
        waitMs: sighting.hasPhoto || receiver.platform === "sms" ? 0 : PICTURE_WAIT_MS,
      });
    }
  }

  /**
   * Where the message of the visit before still waits, for the pace of its provider or the end of quiet hours, it tells
   * of this one too. A person who wants each insight by itself gets it so. @returns the names of messages that do
   */
  async #fold(
    { watcher, insightId, told }: Sighting,
    toldBefore: number,
    { visitMinutes }: NotificationRules,
  ): Promise<Set<string>> {
    const foldable = told.filter(({ receiver }) => visitMinutes > 0 || receiver.platform === "gundi");
    const renamed = new Map(
      foldable.map(({ receiver }) => [
        insightKey(watcher.user_id, receiver, toldBefore),
        insightKey(watcher.user_id, receiver, insightId),
      ]),
    );
    const folded = new Set<string>();
    for (const [before, after] of renamed) {
      const planned = this.#deliveries.get(before);
      if (planned?.subject.kind !== "insight") continue;
      this.#deliveries.delete(before);
      const subject = { ...planned.subject, visits: planned.subject.visits + 1, insightId };
      this.#deliveries.set(after, { ...planned, dedupeKey: after, subject });
      folded.add(after);
    }
    if (renamed.size === 0) return folded;
    const { locks } = this.#facts;
    for (const row of await lockUntried({ locks }, this.#transaction, [...renamed.keys()])) {
      const subject = JSON.parse(row.subject) as DeliverySubject;
      const after = renamed.get(row.dedupe_key);
      if (subject.kind !== "insight" || after === undefined) continue;
      const changed: DeliverySubject = { ...subject, visits: subject.visits + 1, insightId };
      await changeUntried(this.#transaction, row.delivery_id, {
        subject: JSON.stringify(changed),
        dedupe_key: after,
      });
      folded.add(after);
    }
    return folded;
  }

  async #takeAlert(alertId: number, watcher: WatcherRow): Promise<void> {
    const alert = this.#facts.alerts.get(alertId);
    if (alert === undefined || alert.user_id !== watcher.user_id || alert.status !== "new") return;
    const rules = this.#facts.rulesOf(watcher.user_id);
    if (isDeviceMuted(rules, watcher.device_id, this.#nowMs)) return;
    for (const receiver of this.#facts.receiversOf(watcher.user_id)) {
      if (!receiver.tellsAlerts) continue;
      await this.#decide(rules, receiver, {
        dedupeKey: `alert:${watcher.user_id}:${receiver.platform}:${receiver.target ?? ""}:${alertId}`,
        subject: {
          kind: "alert",
          alertId,
          alertType: alert.alert_type,
          deviceRef: watcher.device_ref,
          why: { by: "alert" },
        },
        userId: watcher.user_id,
        waitMs: 0,
      });
    }
  }

  async #decide(
    rules: NotificationRules,
    { platform, target }: Receiver,
    message: {
      readonly dedupeKey: string;
      readonly subject: Extract<DeliverySubject, { kind: "insight" | "alert" }>;
      readonly userId: number;
      readonly waitMs: number;
    },
  ): Promise<void> {
    const { userId, subject, dedupeKey, waitMs } = message;
    const today = await this.#countToday(userId, rules);
    if (today >= rules.dailyLimit) {
      const key = `${userId} ${platform}`;
      const count = (this.#over.get(key)?.count ?? 0) + 1;
      this.#over.set(key, { userId, platform, count });
      return;
    }
    this.#today.set(userId, today + 1);
    // Gundi is a machine, which nothing wakes.
    const fromMs = platform === "gundi" ? this.#nowMs : quietUntilMs(rules, this.#nowMs);
    const notBeforeMs = Math.max(fromMs, this.#nowMs + waitMs);
    this.#deliveries.set(dedupeKey, {
      userId,
      platform,
      target,
      kind: subject.kind,
      dedupeKey,
      subject,
      notBeforeMs,
      giveUpAtMs: notBeforeMs + this.#giveUpMs,
    });
  }

  async #countToday(userId: number, rules: NotificationRules): Promise<number> {
    const known = this.#today.get(userId);
    if (known !== undefined) return known;
    const ofDay = await countDecided(this.#transaction, userId, localDayStartMs(rules.timeZone, this.#nowMs));
    const in24Hours = await countDecided(this.#transaction, userId, this.#nowMs - DAY_MS);
    // A user who moves to another zone begins a new day at will, so the highest limit also holds over any 24 hours.
    const count = Math.max(ofDay, in24Hours - RULE_RANGES.dailyLimit.most + rules.dailyLimit);
    this.#today.set(userId, count);
    return count;
  }

  /** One line of the log a day stands for all messages over the limit. */
  async #storeOver({ userId, platform, count }: { userId: number; platform: Platform; count: number }) {
    const rules = this.#facts.rulesOf(userId);
    const dayMs = localDayStartMs(rules.timeZone, this.#nowMs);
    const dedupeKey = `limit:${userId}:${platform}:${dayMs}`;
    const stored = await findSubject(this.#transaction, dedupeKey);
    if (stored !== undefined) {
      const before = JSON.parse(stored) as DeliverySubject;
      const sum = count + (before.kind === "limit" ? before.count : 0);
      const subject: DeliverySubject = { kind: "limit", count: sum, limit: rules.dailyLimit };
      return setSubject(this.#transaction, dedupeKey, JSON.stringify(subject));
    }
    const line: NewDelivery = {
      userId,
      platform,
      target: null,
      kind: "insight",
      dedupeKey,
      subject: { kind: "limit", count, limit: rules.dailyLimit },
      notBeforeMs: this.#nowMs,
      giveUpAtMs: this.#nowMs,
    };
    const reason = DELIVERY_SENTENCES.overLimit(rules.dailyLimit);
    await enqueueDropped(this.#transaction, line, reason, this.#nowMs);
  }
}

function insightKey(userId: number, { platform, target }: Receiver, insightId: number): string {
  return `insight:${userId}:${platform}:${target ?? ""}:${insightId}`;
}
