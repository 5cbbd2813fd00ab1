import type { AlertSettingsTable, AlertTable, GroupAlertSettingsTable } from "./schema/alerts.ts";
import type {
  DeviceArrivalTable,
  DeviceClaimTable,
  DeviceKeyTable,
  DeviceReportTable,
  DeviceTable,
  DeviceUserTable,
  GroupDeviceTable,
  GroupTable,
} from "./schema/devices.ts";
import type {
  BulkUpdateTable,
  CollectionTable,
  ConfirmedDecisionTable,
  DevicePhotoBytesTable,
  FeedMarkTable,
  InsightHistoryTable,
  InsightTable,
  PhotoFileTable,
  PhotoTable,
  PhotoUploadTable,
  ReplacedDecisionTable,
  TombstoneTable,
} from "./schema/insights.ts";
import type {
  DeliveryTable,
  IntegrationGroupTable,
  IntegrationTable,
  IntegrationTargetTable,
  NoticeTable,
  NotificationRulesTable,
  NotificationVisitTable,
  ProviderPaceTable,
  PushSubscriptionTable,
  UseLimitTable,
} from "./schema/integrations.ts";
import type {
  AuditTable,
  DeviceClearingTable,
  DeviceRevocationTable,
  UnusedPhotoFileTable,
} from "./schema/internal.ts";
import type {
  AlgTable,
  DeploymentTable,
  DeviceUpdateTable,
  DeviceUpdateTargetTable,
  ReleaseTable,
  UserAlgTable,
  UserReleaseTable,
} from "./schema/models.ts";
import type { PaymentChargeTable, PaymentCustomerTable, PaymentEventTable } from "./schema/payments.ts";
import type {
  AnsweredKeyTable,
  AttemptBucketTable,
  InviteTable,
  KnownDeviceTable,
  MetaTable,
  ResetCodeTable,
  SessionTable,
  UserFeatureTable,
  UserImageTable,
  UserTable,
} from "./schema/people.ts";

/**
 * Every table, as both databases hold it: times are UTC epoch milliseconds in integers, yes and no are 1 and 0,
 * structures are JSON in text. `xid` marks the change that last wrote a row (see change-feed.ts); it is set
 * inside the database and never by a caller.
 */
export interface Schema {
  meta: MetaTable;
  users: UserTable;
  sessions: SessionTable;
  reset_codes: ResetCodeTable;
  invites: InviteTable;
  user_features: UserFeatureTable;
  user_images: UserImageTable;
  devices: DeviceTable;
  device_users: DeviceUserTable;
  groups: GroupTable;
  group_devices: GroupDeviceTable;
  algs: AlgTable;
  user_algs: UserAlgTable;
  deployments: DeploymentTable;
  alerts: AlertTable;
  collections: CollectionTable;
  insights: InsightTable;
  photo_files: PhotoFileTable;
  photos: PhotoTable;
  bulk_updates: BulkUpdateTable;
  insight_history: InsightHistoryTable;
  confirmed_decisions: ConfirmedDecisionTable;
  replaced_decisions: ReplacedDecisionTable;
  tombstones: TombstoneTable;
  feed_marks: FeedMarkTable;
  device_keys: DeviceKeyTable;
  device_claims: DeviceClaimTable;
  device_reports: DeviceReportTable;
  photo_uploads: PhotoUploadTable;
  device_photo_bytes: DevicePhotoBytesTable;
  releases: ReleaseTable;
  user_releases: UserReleaseTable;
  device_updates: DeviceUpdateTable;
  device_update_targets: DeviceUpdateTargetTable;
  answered_keys: AnsweredKeyTable;
  device_arrivals: DeviceArrivalTable;
  alert_settings: AlertSettingsTable;
  group_alert_settings: GroupAlertSettingsTable;
  payment_customers: PaymentCustomerTable;
  payment_charges: PaymentChargeTable;
  payment_events: PaymentEventTable;
  audit_log: AuditTable;
  device_revocations: DeviceRevocationTable;
  device_clearings: DeviceClearingTable;
  unused_photo_files: UnusedPhotoFileTable;
  integrations: IntegrationTable;
  integration_targets: IntegrationTargetTable;
  integration_groups: IntegrationGroupTable;
  notification_rules: NotificationRulesTable;
  notices: NoticeTable;
  notification_visits: NotificationVisitTable;
  deliveries: DeliveryTable;
  provider_paces: ProviderPaceTable;
  push_subscriptions: PushSubscriptionTable;
  use_limits: UseLimitTable;
  attempt_buckets: AttemptBucketTable;
  known_devices: KnownDeviceTable;
}
