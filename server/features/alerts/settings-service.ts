import {
  type AlertThresholds,
  DEFAULT_GROUP_ALERT_SETTINGS,
  type GroupAlertSettings,
  withFlags,
  withThresholds,
} from "../../../src/domain/alert/alert-settings.ts";
import { byNameThenId } from "../../../src/domain/text-order.ts";
import { FLEET_SENTENCES } from "../../../src/messages/server/fleet.ts";
import type { AlertSettings, AlertSettingsChange } from "../../../src/protocol/calls/alert-calls.ts";
import type { View } from "../../db/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { invalid, notFound } from "../../http/api-error.ts";
import { rowIdOf } from "../../http/row-id.ts";
import { lockUser } from "../users/lock-repository.ts";
import {
  findAlertSettings,
  findGroupAlertSettings,
  type StoredGroupSettings,
  storeAlertSettings,
  storeGroupAlertSettings,
} from "./settings-repository.ts";
import { accountSettingsOf, groupSettingsOf } from "./stored-settings.ts";

type Needs = Pick<Dependencies, "db">;

/** The user's settings, with an entry for each of their groups, by name. */
export function readAlertSettings({ db }: Needs, userId: number): Promise<AlertSettings> {
  return settingsIn(db.reader, userId);
}

/**
 * Changes what is named and leaves the rest as it is. Alerts follow when they are evaluated next.
 *
 * @throws ApiError invalid where nothing is named, not_found for a group that is not the user's; nothing is changed
 * then
 */
export async function changeAlertSettings(
  { db }: Needs,
  userId: number,
  change: AlertSettingsChange,
): Promise<AlertSettings> {
  const { settings, groupSettings, thresholds: named } = change;
  if (settings === undefined && groupSettings === undefined && named === undefined) {
    throw invalid({ general: FLEET_SENTENCES.nothingToChange });
  }
  return db.write(async (transaction) => {
    await lockUser(db, transaction, userId);
    const account = accountSettingsOf(await findAlertSettings(transaction, userId));
    const flags = withFlags(account.flags, settings ?? {});
    const thresholds = withThresholds(account.thresholds, named ?? {});
    await storeAlertSettings(transaction, userId, {
      flags: JSON.stringify(flags),
      thresholds: JSON.stringify(thresholds),
    });
    const groups = await groupsIn(transaction, userId);
    const changed = new Set<number>();
    for (const { deviceGroupId, ignore, thresholds: own } of groupSettings ?? []) {
      const groupId = rowIdOf(deviceGroupId);
      const before = groupId === null ? undefined : groups.get(groupId);
      if (groupId === null || before === undefined) throw notFound(FLEET_SENTENCES.groupUnknown);
      groups.set(groupId, {
        ignore: ignore ?? before.ignore,
        thresholds: groupThresholds(own, before, thresholds),
      });
      changed.add(groupId);
    }
    await storeGroupAlertSettings(
      transaction,
      [...changed].map((groupId) => storedGroup(groupId, groups.get(groupId))),
    );
    return settingsIn(transaction, userId);
  });
}

function storedGroup(
  groupId: number,
  { ignore, thresholds }: GroupAlertSettings = DEFAULT_GROUP_ALERT_SETTINGS,
): StoredGroupSettings {
  return {
    group_id: groupId,
    ignored: ignore ? 1 : 0,
    thresholds: thresholds === null ? null : JSON.stringify(thresholds),
  };
}

/** A group's thresholds are a whole: those that a change leaves out are the group's, or else the account's. */
function groupThresholds(
  change: Partial<AlertThresholds> | null | undefined,
  before: GroupAlertSettings,
  account: AlertThresholds,
): AlertThresholds | null {
  if (change === undefined) return before.thresholds;
  return change === null ? null : withThresholds(before.thresholds ?? account, change);
}

async function groupsIn(view: View, userId: number): Promise<Map<number, GroupAlertSettings>> {
  const rows = await findGroupAlertSettings(view, userId);
  return new Map(rows.map((row) => [row.group_id, groupSettingsOf(row)]));
}

async function settingsIn(view: View, userId: number): Promise<AlertSettings> {
  const account = accountSettingsOf(await findAlertSettings(view, userId));
  const groups = await findGroupAlertSettings(view, userId);
  const inOrder = groups.sort(
    byNameThenId(
      (group) => group.group_name,
      (group) => String(group.group_id),
    ),
  );
  return {
    settings: account.flags,
    groupSettings: inOrder.map((row) => ({ deviceGroupId: String(row.group_id), ...groupSettingsOf(row) })),
    thresholds: account.thresholds,
  };
}
