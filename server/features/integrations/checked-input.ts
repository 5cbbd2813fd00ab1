import {
  isGundiApiKey,
  type NotificationClasses,
  type Platform,
} from "../../../src/domain/integration/integration.ts";
import {
  type CheckedTarget,
  checkTargets,
  MOST_TARGETS,
  type TargetPlatform,
} from "../../../src/domain/integration/targets.ts";
import { INTEGRATION_SENTENCES, TARGET_FAULTS } from "../../../src/messages/server/integrations.ts";
import type {
  NewIntegration,
  SentGroupNotifications,
} from "../../../src/protocol/calls/integration-calls.ts";
import type { Config } from "../../config.ts";
import type { View } from "../../db/database.ts";
import { mayText } from "../../delivery/sms-numbers.ts";
import { invalid, notFound } from "../../http/api-error.ts";
import { rowIdOf } from "../../http/row-id.ts";
import { findOwnGroups } from "./repository.ts";

/** The name of the list of addresses on the wire. */
export const TARGET_FIELD = { email: "emails", sms: "phoneNumbers" } as const;

/** Addresses as they are stored. @throws ApiError invalid, which names each wrong one, or the list */
export function checkedTargets(
  config: Pick<Config, "smsPrefixes">,
  platform: TargetPlatform,
  typed: readonly string[],
): CheckedTarget[] {
  const field = `options.${TARGET_FIELD[platform]}`;
  if (typed.length === 0) throw invalid({ [field]: INTEGRATION_SENTENCES.noTarget[platform] });
  const checked = checkTargets(platform, typed);
  const wrongOf = ({ address, fault }: CheckedTarget): string | null => {
    if (fault !== null) return TARGET_FAULTS[platform][fault];
    return platform === "sms" && !mayText(config, address) ? INTEGRATION_SENTENCES.smsPrefix : null;
  };
  const errors = checked.flatMap((target, at): [string, string][] => {
    const wrong = wrongOf(target);
    return wrong === null ? [] : [[`${field}.${at}`, wrong]];
  });
  if (typed.length > MOST_TARGETS[platform]) {
    errors.push([field, INTEGRATION_SENTENCES.tooMany[platform]]);
  }
  if (errors.length > 0) throw invalid(Object.fromEntries(errors));
  return checked;
}

/** Classes as they are stored, each once. @throws ApiError invalid for an empty list */
export function checkedClasses(classes: NotificationClasses): NotificationClasses {
  if (typeof classes === "string") return classes;
  if (classes.length === 0) throw invalid({ notificationClasses: INTEGRATION_SENTENCES.noClass });
  return [...new Set(classes)];
}

/** The key of Gundi, or null for other platforms. @throws ApiError invalid */
export function checkedKey(platform: Platform, options: NewIntegration["options"]): string | null {
  if (platform !== "gundi") return null;
  const key = options?.gundiApiKey?.trim() ?? "";
  if (!isGundiApiKey(key)) throw invalid({ "options.gundiApiKey": INTEGRATION_SENTENCES.gundiApiKey });
  return key;
}

/**
 * Rows of groups with their classes as JSON.
 *
 * @param field where they stand in the body
 * @throws ApiError invalid for a group twice or without a class, not_found for one that is not the user's
 */
export async function checkedGroups(
  view: View,
  userId: number,
  sent: SentGroupNotifications,
  field: string,
): Promise<{ group_id: number; classes: string }[]> {
  const errors: Record<string, string> = {};
  const seen = new Set<string>();
  for (const [at, { groupId, groupNotificationClasses }] of sent.entries()) {
    const name = String(groupId);
    if (groupNotificationClasses.length === 0) {
      errors[`${field}.${at}.groupNotificationClasses`] = INTEGRATION_SENTENCES.noClass;
    }
    if (seen.has(name)) errors[`${field}.${at}.groupId`] = INTEGRATION_SENTENCES.groupTwice;
    seen.add(name);
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const rows = sent.map(({ groupId, groupNotificationClasses }) => ({
    group_id: rowIdOf(groupId) ?? 0,
    classes: JSON.stringify([...new Set(groupNotificationClasses)]),
  }));
  const own = await findOwnGroups(
    view,
    userId,
    rows.map(({ group_id }) => group_id),
  );
  if (rows.some(({ group_id }) => !own.has(group_id))) throw notFound(INTEGRATION_SENTENCES.groupUnknown);
  return rows;
}
