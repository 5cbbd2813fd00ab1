import type { AlertSetting, DigestSetting, Platform } from "../../../src/domain/integration/integration.ts";
import { maskedKey } from "../../../src/domain/integration/integration.ts";
import type { Integration } from "../../../src/protocol/calls/integration-calls.ts";
import type { StoredGroup, StoredIntegration, StoredTarget } from "./repository.ts";

/** An integration as its user sees it; the key of Gundi is masked. Rows of other platforms are left out. */
export function integrationOf(
  row: StoredIntegration,
  targets: readonly StoredTarget[],
  groups: readonly StoredGroup[],
): Integration {
  const own = targets.filter(({ platform }) => platform === row.platform);
  const addresses = own.map(({ address }) => address);
  const groupNotifications = groups
    .filter(({ platform }) => platform === row.platform)
    .map(({ group_id, classes }) => ({
      groupId: String(group_id),
      groupNotificationClasses: JSON.parse(classes) as string[],
    }));
  return {
    platform: row.platform as Platform,
    options: {
      gundiApiKey: row.gundi_api_key === null ? null : maskedKey(row.gundi_api_key),
      emails: row.platform === "email" ? addresses : [],
      phoneNumbers: row.platform === "sms" ? addresses : [],
      alertSetting: row.alert_setting as AlertSetting,
      digestSetting: row.digest_setting as DigestSetting,
      groupNotifications,
    },
    notificationClasses: JSON.parse(row.notification_classes) as Integration["notificationClasses"],
    groupNotifications,
    unconfirmed: own.filter(({ confirmed_at }) => confirmed_at === null).map(({ address }) => address),
  };
}
