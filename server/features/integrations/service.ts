import {
  type AlertSetting,
  type DigestSetting,
  type NotificationClasses,
  PLATFORMS,
  type Platform,
} from "../../../src/domain/integration/integration.ts";
import type { CheckedTarget, TargetPlatform } from "../../../src/domain/integration/targets.ts";
import { INTEGRATION_SENTENCES } from "../../../src/messages/server/integrations.ts";
import type {
  Integration,
  NewIntegration,
  SentGroupNotifications,
} from "../../../src/protocol/calls/integration-calls.ts";
import type { View, WriteTransaction } from "../../db/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { ApiError, invalid, notFound } from "../../http/api-error.ts";
import { newSecret } from "../sessions/token.ts";
import { lockUser } from "../users/lock-repository.ts";
import { checkedClasses, checkedGroups, checkedKey, checkedTargets, TARGET_FIELD } from "./checked-input.ts";
import { queueCode } from "./confirmation-code.ts";
import { integrationOf } from "./integration-shape.ts";
import {
  deleteIntegration,
  deleteTargets,
  findIntegrationGroups,
  findIntegrations,
  findTargets,
  insertIntegration,
  insertTarget,
  replaceGroups,
  type StoredIntegration,
  updateIntegration,
  updateTarget,
} from "./repository.ts";

type Needs = Pick<Dependencies, "db" | "clock" | "steadyClock" | "ids" | "config">;

/** A user's integration of a platform. */
export interface OwnIntegration {
  readonly userId: number;
  readonly platform: Platform;
}

/** Text of an address as a platform. @throws ApiError not_found */
export function platformOf(text: string): Platform {
  const platform = PLATFORMS.find((one) => one === text);
  if (platform === undefined) throw notFound(INTEGRATION_SENTENCES.missing);
  return platform;
}

/** The user's integrations in the order of PLATFORMS; their keys are masked. */
export async function listIntegrations({ db }: Pick<Needs, "db">, userId: number): Promise<Integration[]> {
  const [rows, targets, groups] = await Promise.all([
    findIntegrations(db.reader, userId),
    findTargets(db.reader, userId),
    findIntegrationGroups(db.reader, userId),
  ]);
  const inOrder = PLATFORMS.flatMap((platform) => rows.filter((row) => row.platform === platform));
  return inOrder.map((row) => integrationOf(row, targets, groups));
}

/**
 * Adds an integration. New addresses are sent their codes.
 *
 * @throws ApiError invalid, not_found for a group that is not the user's, conflict where the platform has one already
 */
export async function createIntegration(
  needs: Needs,
  userId: number,
  { platform, options = {}, notificationClasses = "all" }: NewIntegration,
): Promise<Integration> {
  const { db, clock, config } = needs;
  const key = checkedKey(platform, options);
  const targets =
    platform === "gundi" ? [] : checkedTargets(config, platform, options[TARGET_FIELD[platform]] ?? []);
  const classes = checkedClasses(notificationClasses);
  return db.write(async (transaction) => {
    await lockUser(db, transaction, userId);
    const groups = await checkedGroups(
      transaction,
      userId,
      options.groupNotifications ?? [],
      "options.groupNotifications",
    );
    if ((await findIntegrations(transaction, userId, platform)).length > 0) {
      throw new ApiError(409, "conflict", { general: INTEGRATION_SENTENCES.exists });
    }
    await insertIntegration(transaction, {
      user_id: userId,
      platform,
      gundi_api_key: key,
      alert_setting: platform === "gundi" ? "disabled" : (options.alertSetting ?? "disabled"),
      digest_setting: platform === "email" ? (options.digestSetting ?? "none") : "none",
      notification_classes: JSON.stringify(classes),
      created_at: clock.now(),
      updated_at: clock.now(),
    });
    if (platform !== "gundi") await storeTargets(needs, transaction, { userId, platform }, targets);
    await replaceGroups(transaction, { userId, platform }, groups);
    return readIn(transaction, { userId, platform });
  });
}

/** Deletes it for good, its addresses too. @throws ApiError not_found */
export async function removeIntegration({ db }: Needs, { userId, platform }: OwnIntegration): Promise<void> {
  const wasThere = await db.write(async (transaction) => {
    await lockUser(db, transaction, userId);
    return deleteIntegration(transaction, userId, platform);
  });
  if (!wasThere) throw notFound(INTEGRATION_SENTENCES.missing);
}

/** What is left out keeps its value. */
export interface OptionsChange {
  readonly targets?: readonly string[] | undefined;
  readonly alertSetting?: AlertSetting | undefined;
  readonly digestSetting?: DigestSetting | undefined;
}

/**
 * Changes addresses and settings. An address that stays keeps its confirmation; a new one is sent its code.
 *
 * @throws ApiError invalid, not_found
 */
export async function editOptions(
  needs: Needs,
  own: { readonly userId: number; readonly platform: TargetPlatform },
  { targets, alertSetting, digestSetting }: OptionsChange,
): Promise<Integration> {
  if (targets === undefined && alertSetting === undefined && digestSetting === undefined) {
    throw invalid({ options: INTEGRATION_SENTENCES.nothingToChange });
  }
  const checked = targets === undefined ? null : checkedTargets(needs.config, own.platform, targets);
  return change(needs, own, async (transaction) => {
    if (checked !== null) await storeTargets(needs, transaction, own, checked);
    return {
      ...(alertSetting === undefined ? {} : { alert_setting: alertSetting }),
      ...(digestSetting === undefined ? {} : { digest_setting: digestSetting }),
    };
  });
}

/** @throws ApiError invalid, not_found */
export async function editClasses(
  needs: Needs,
  own: OwnIntegration,
  classes: NotificationClasses,
): Promise<Integration> {
  const checked = checkedClasses(classes);
  return change(needs, own, async () => ({ notification_classes: JSON.stringify(checked) }));
}

/** Replaces all groups. @throws ApiError invalid, not_found for the integration or a group */
export async function editGroups(
  needs: Needs,
  own: OwnIntegration,
  groups: SentGroupNotifications,
): Promise<Integration> {
  return change(needs, own, async (transaction) => {
    const checked = await checkedGroups(transaction, own.userId, groups, "groupNotifications");
    await replaceGroups(transaction, own, checked);
    return {};
  });
}

/** @param work changes other rows and answers the columns of the integration that change */
async function change(
  { db, clock }: Needs,
  own: OwnIntegration,
  work: (transaction: WriteTransaction) => Promise<Partial<StoredIntegration>>,
): Promise<Integration> {
  return db.write(async (transaction) => {
    await lockUser(db, transaction, own.userId);
    await mustExist(transaction, own);
    const values = await work(transaction);
    await updateIntegration(transaction, own, { ...values, updated_at: clock.now() });
    return readIn(transaction, own);
  });
}

/** @throws ApiError not_found */
export async function mustExist(
  view: View,
  { userId, platform }: OwnIntegration,
): Promise<StoredIntegration> {
  const [row] = await findIntegrations(view, userId, platform);
  if (row === undefined) throw notFound(INTEGRATION_SENTENCES.missing);
  return row;
}

/** The integration as it stands. @throws ApiError not_found */
export async function readIn(view: View, own: OwnIntegration): Promise<Integration> {
  const row = await mustExist(view, own);
  const { userId, platform } = own;
  return integrationOf(
    row,
    await findTargets(view, userId, platform),
    await findIntegrationGroups(view, userId, platform),
  );
}

/**
 * Makes the list of addresses what it should be. Where the limit of codes is reached, an address waits without one.
 *
 * A confirmed e-mail keeps the spelling that was confirmed when only the case of its letters changes, because a mail
 * server may tell the two apart. One that waits for its code is replaced, and the new spelling is sent a code.
 */
async function storeTargets(
  needs: Needs,
  transaction: WriteTransaction,
  { userId, platform }: { readonly userId: number; readonly platform: TargetPlatform },
  targets: readonly CheckedTarget[],
): Promise<void> {
  const before = await findTargets(transaction, userId, platform);
  const wanted = new Map(targets.map(({ key, address }) => [key, address]));
  const gone = before.filter(({ address, address_key, confirmed_at }) => {
    const spelling = wanted.get(address_key);
    return spelling === undefined || (confirmed_at === null && spelling !== address);
  });
  await deleteTargets(
    transaction,
    gone.map(({ target_id }) => target_id),
  );
  for (const [position, { address, key }] of targets.entries()) {
    const stored = before.find((target) => target.address_key === key && !gone.includes(target));
    if (stored !== undefined) {
      await updateTarget(transaction, stored.target_id, { position });
      continue;
    }
    const targetId = await insertTarget(transaction, {
      user_id: userId,
      platform,
      address,
      address_key: key,
      position,
      confirmed_at: null,
      code_hash: null,
      code_sent_at: null,
      code_attempts: 0,
      unsubscribe_key: newSecret(),
    });
    await queueCode(needs, transaction, { userId, platform, targetId, address, addressKey: key });
  }
}
