import type { NotificationClasses } from "../../src/domain/integration/integration.ts";
import type { ToldClasses } from "../../src/domain/notification/decide-notification.ts";
import {
  DEFAULT_NOTIFICATION_RULES,
  type NotificationRules,
  rulesIn,
} from "../../src/domain/notification/notification-rules.ts";
import type { Database, View } from "../db/database.ts";
import {
  findAlerts,
  findConfirmedTargets,
  findInsights,
  findIntegrations,
  findStoredRules,
  findSubscriptions,
  findToldGroups,
  findVisits,
  findWatchers,
  type NoticeRow,
  type Visit,
  type WatcherRow,
} from "./plan-repository.ts";
import type { Platform } from "./sender.ts";

/** One address, number, browser or key that is told, with the choice of its integration. */
export interface Receiver extends ToldClasses {
  readonly platform: Platform;
  /** See `deliveries.target`. */
  readonly target: string | null;
  readonly tellsInsights: boolean;
  readonly tellsAlerts: boolean;
}

/** All that some notices may concern. */
export interface PlanFacts {
  readonly locks: Database["locks"];
  readonly insights: ReadonlyMap<number, { readonly class_name: string; readonly photo_id: number | null }>;
  readonly alerts: ReadonlyMap<
    number,
    { readonly alert_type: string; readonly user_id: number; readonly status: string }
  >;
  /** Users who have a receiver, by Sentinel. */
  readonly watchersOf: ReadonlyMap<number, readonly WatcherRow[]>;
  /** By `visitKey`. */
  readonly visits: ReadonlyMap<string, Visit>;
  rulesOf(userId: number): NotificationRules;
  receiversOf(userId: number): readonly Receiver[];
}

export function visitKey(userId: number, deviceRef: number, className: string): string {
  return `${userId} ${deviceRef} ${className}`;
}

export async function readPlanFacts(
  locks: Database["locks"],
  view: View,
  notices: readonly NoticeRow[],
  nowMs: number,
): Promise<PlanFacts> {
  const deviceRefs = unique(notices.map(({ device_ref }) => device_ref));
  const watchers = await findWatchers(view, deviceRefs);
  const receivers = await readReceivers(view, unique(watchers.map(({ user_id }) => user_id)), nowMs);
  const userIds = [...receivers.keys()];
  const told = watchers.filter(({ user_id }) => receivers.has(user_id));
  const insights = await findInsights(
    view,
    notices.flatMap(({ insight_id }) => insight_id ?? []),
  );
  const alerts = await findAlerts(
    view,
    notices.flatMap(({ alert_id }) => alert_id ?? []),
  );
  const visits = userIds.length === 0 ? [] : await findVisits(view, userIds, deviceRefs);
  const rules = new Map<number, NotificationRules>();
  for (const { user_id, rules: stored } of userIds.length === 0 ? [] : await findStoredRules(view, userIds)) {
    rules.set(user_id, rulesIn(stored));
  }
  return {
    locks,
    insights: new Map(insights.map((insight) => [insight.insight_id, insight])),
    alerts: new Map(alerts.map((alert) => [alert.alert_id, alert])),
    watchersOf: byDevice(told),
    visits: new Map(
      visits.map((visit) => [visitKey(visit.user_id, visit.device_ref, visit.class_name), visit]),
    ),
    rulesOf: (userId) => rules.get(userId) ?? DEFAULT_NOTIFICATION_RULES,
    receiversOf: (userId) => receivers.get(userId) ?? [],
  };
}

/** The receivers of users who have any. */
async function readReceivers(
  view: View,
  userIds: readonly number[],
  nowMs: number,
): Promise<Map<number, Receiver[]>> {
  const receivers = new Map<number, Receiver[]>();
  if (userIds.length === 0) return receivers;
  const add = (userId: number, receiver: Receiver) => {
    receivers.set(userId, [...(receivers.get(userId) ?? []), receiver]);
  };
  const targets = await findConfirmedTargets(view, userIds);
  const groups = await findToldGroups(view, userIds);
  for (const integration of await findIntegrations(view, userIds)) {
    const { user_id, platform, gundi_api_key, alert_setting, notification_classes } = integration;
    const isOf = (row: { user_id: number; platform: string }) =>
      row.user_id === user_id && row.platform === platform;
    const choice = {
      platform: platform as Platform,
      classes: JSON.parse(notification_classes) as NotificationClasses,
      groups: groups
        .filter(isOf)
        .map(({ group_id, classes }) => ({ groupId: group_id, classes: JSON.parse(classes) as string[] })),
      tellsInsights: true,
      tellsAlerts: alert_setting === "enabled",
    };
    if (platform === "gundi") {
      if (gundi_api_key !== null) add(user_id, { ...choice, target: null });
      continue;
    }
    for (const { address } of targets.filter(isOf)) add(user_id, { ...choice, target: address });
  }
  for (const { user_id, subscription_id, topics } of await findSubscriptions(view, userIds, nowMs)) {
    const named = JSON.parse(topics) as string[];
    add(user_id, {
      platform: "push",
      target: String(subscription_id),
      classes: "all",
      groups: [],
      tellsInsights: named.includes("insights"),
      tellsAlerts: named.includes("alerts"),
    });
  }
  return receivers;
}

function byDevice(watchers: readonly WatcherRow[]): Map<number, WatcherRow[]> {
  const index = new Map<number, WatcherRow[]>();
  for (const watcher of watchers) {
    index.set(watcher.device_ref, [...(index.get(watcher.device_ref) ?? []), watcher]);
  }
  return index;
}

function unique(numbers: readonly number[]): number[] {
  return [...new Set(numbers)];
}
