import {
  type AlertSetting,
  type DigestSetting,
  isGundiApiKey,
  type Platform,
  tellsByGroup,
} from "../../../domain/integration/integration.ts";
import { checkTargets, type TargetPlatform } from "../../../domain/integration/targets.ts";
import { isSameValue } from "../../../domain/same-value.ts";
import { INTEGRATION_SENTENCES, TARGET_FAULTS } from "../../../messages/server/integrations.ts";
import { INTEGRATIONS } from "../../../messages/settings/integrations.ts";
import type { Integration } from "../../../protocol/calls/integration-calls.ts";
import type { IntegrationWrite } from "../../../state/integration-store.ts";

export interface GroupRow {
  /** Empty: not chosen yet. */
  readonly groupId: string;
  readonly classes: readonly string[];
}

/** Which insights are told where groups do not decide. */
export const MODES = ["all", "some", "none"] as const;
export type Mode = (typeof MODES)[number];

/** An integration as its form has it. */
export interface IntegrationDraft {
  readonly platform: Platform;
  readonly gundiApiKey: string;
  /** E-mails or numbers as typed; empty ones are ignored. */
  readonly targets: readonly string[];
  readonly alertSetting: AlertSetting;
  readonly digestSetting: DigestSetting;
  readonly byGroup: boolean;
  readonly mode: Mode;
  /** Of the mode "some"; they stay while another mode is chosen. */
  readonly classes: readonly string[];
  readonly groups: readonly GroupRow[];
}

/** Sentences by field: gundiApiKey, targets, `targets.1`, classes, groups, `groups.0.groupId`, `groups.0.classes`, general. */
export type DraftErrors = Readonly<Record<string, string>>;

/** @param integration null for a new one */
export function draftOf(platform: Platform, integration: Integration | null): IntegrationDraft {
  const { options, notificationClasses = "all", groupNotifications = [] } = integration ?? {};
  const targets = (platform === "email" ? options?.emails : options?.phoneNumbers) ?? [];
  return {
    platform,
    gundiApiKey: "",
    targets: platform === "gundi" ? [] : targets.length === 0 ? [""] : targets,
    alertSetting: options?.alertSetting ?? (platform === "gundi" ? "disabled" : "enabled"),
    digestSetting: options?.digestSetting ?? "none",
    byGroup: tellsByGroup(notificationClasses, groupNotifications),
    mode: notificationClasses === "all" ? "all" : notificationClasses === "none" ? "none" : "some",
    classes: typeof notificationClasses === "string" ? [] : notificationClasses,
    groups: groupNotifications.map(({ groupId, groupNotificationClasses }) => ({
      groupId,
      classes: groupNotificationClasses,
    })),
  };
}

export type ReadDraft =
  | { readonly kind: "faulty"; readonly errors: DraftErrors }
  /** Empty where nothing is changed. */
  | { readonly kind: "writes"; readonly writes: readonly IntegrationWrite[] };

/**
 * The calls that make an integration what the draft says, in their order: classes come before groups.
 *
 * @param before as it was before this person changed it; null: there is none yet
 */
export function readDraft(draft: IntegrationDraft, before: IntegrationDraft | null): ReadDraft {
  const errors = faultsOf(draft, before === null);
  if (Object.keys(errors).length > 0) return { kind: "faulty", errors };
  const { platform, alertSetting, digestSetting } = draft;
  const targets = writtenTargets(draft);
  const classes = sentClasses(draft);
  const groups = sentGroups(draft);
  const list =
    platform === "email" ? { emails: targets } : platform === "sms" ? { phoneNumbers: targets } : {};
  if (before === null) {
    const options = {
      ...(platform === "gundi"
        ? { gundiApiKey: draft.gundiApiKey.trim() }
        : { ...list, alertSetting, ...(platform === "email" ? { digestSetting } : {}) }),
      groupNotifications: groups,
    };
    const body = { platform, options, notificationClasses: classes };
    return { kind: "writes", writes: [{ method: "POST", path: "", body }] };
  }
  const options = {
    ...(isSameValue(targets, writtenTargets(before)) ? {} : list),
    ...(alertSetting === before.alertSetting ? {} : { alertSetting }),
    ...(digestSetting === before.digestSetting ? {} : { digestSetting }),
  };
  const writes: IntegrationWrite[] = [];
  if (Object.keys(options).length > 0) {
    // The calls of the specification name all their options, also those that stay.
    const whole = platform === "sms" ? { ...list, ...options } : { ...list, alertSetting, digestSetting };
    const path = platform === "email" ? "/emails" : "/sms";
    writes.push({ method: "PUT", path, body: { options: whole } });
  }
  if (!isSameValue(classes, sentClasses(before))) {
    const body = { notificationClasses: classes };
    writes.push({ method: "PUT", path: `/${platform}/notifications`, body });
  }
  if (!isSameValue(groups, sentGroups(before))) {
    writes.push({ method: "PUT", path: `/${platform}/groups`, body: { groupNotifications: groups } });
  }
  return { kind: "writes", writes };
}

function writtenTargets({ targets }: IntegrationDraft): string[] {
  return targets.map((text) => text.trim()).filter((text) => text !== "");
}

function sentClasses({ byGroup, mode, classes }: IntegrationDraft): "all" | "none" | readonly string[] {
  if (byGroup) return "none";
  return mode === "some" ? classes : mode;
}

function sentGroups({ byGroup, groups }: IntegrationDraft) {
  if (!byGroup) return [];
  return groups.map(({ groupId, classes }) => ({ groupId, groupNotificationClasses: classes }));
}

function faultsOf(draft: IntegrationDraft, isNew: boolean): DraftErrors {
  const errors: Record<string, string> = {};
  const { platform, byGroup, mode, classes, groups } = draft;
  if (platform === "gundi") {
    if (isNew && !isGundiApiKey(draft.gundiApiKey.trim()))
      errors.gundiApiKey = INTEGRATION_SENTENCES.gundiApiKey;
  } else Object.assign(errors, targetFaults(platform, draft.targets));
  if (!byGroup && mode === "some" && classes.length === 0) errors.classes = INTEGRATIONS.chooseClass;
  if (byGroup && groups.length === 0) errors.groups = INTEGRATIONS.noGroupChosen;
  if (byGroup) Object.assign(errors, groupFaults(groups));
  return errors;
}

/** A row holds only with a group and at least one class. */
export function groupFaults(groups: readonly GroupRow[]): DraftErrors {
  const faults = groups.flatMap(({ groupId, classes }, at) => [
    ...(groupId === "" ? [[`groups.${at}.groupId`, INTEGRATIONS.chooseGroupFirst]] : []),
    ...(classes.length === 0 ? [[`groups.${at}.classes`, INTEGRATIONS.chooseClass]] : []),
  ]);
  return Object.fromEntries(faults) as Record<string, string>;
}

function targetFaults(platform: TargetPlatform, typed: readonly string[]): DraftErrors {
  const places = typed.flatMap((text, at) => (text.trim() === "" ? [] : [at]));
  if (places.length === 0) return { "targets.0": INTEGRATION_SENTENCES.noTarget[platform] };
  const checked = checkTargets(
    platform,
    places.map((at) => typed[at] ?? ""),
  );
  const faults = checked.flatMap(({ fault }, at) =>
    fault === null ? [] : [[`targets.${places[at]}`, TARGET_FAULTS[platform][fault]] as const],
  );
  return Object.fromEntries(faults);
}

/** The server's sentences by the fields of the form. */
export function errorsByField(errors: DraftErrors, { targets }: IntegrationDraft): DraftErrors {
  const places = targets.flatMap((text, at) => (text.trim() === "" ? [] : [at]));
  const renamed = Object.entries(errors).map(([field, sentence]) => {
    const target = /^options\.(?:emails|phoneNumbers)(?:\.(\d+))?$/.exec(field);
    if (target)
      return [target[1] === undefined ? "targets" : `targets.${places[Number(target[1])]}`, sentence];
    const group = /^(?:options\.)?groupNotifications\.(\d+)\.(\w+)$/.exec(field);
    if (group) return [`groups.${group[1]}.${group[2] === "groupId" ? "groupId" : "classes"}`, sentence];
    if (field.startsWith("notificationClasses")) return ["classes", sentence];
    return [field.replace(/^options\./, ""), sentence];
  });
  return Object.fromEntries(renamed) as Record<string, string>;
}

/** Groups that a row may choose: its own, and those that no other row has. */
export function groupsToChoose<Group extends { readonly group_id: string }>(
  all: readonly Group[],
  rows: readonly GroupRow[],
  at: number,
): Group[] {
  const others = new Set(rows.filter((_, place) => place !== at).map(({ groupId }) => groupId));
  return all.filter(({ group_id }) => !others.has(String(group_id)));
}
