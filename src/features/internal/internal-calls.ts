import { AUDIT_ACTIONS, AUDIT_FACTS, AUDIT_TARGETS } from "../../domain/account/audit.ts";
import { ROLES, type Role } from "../../domain/account/role.ts";
import type { Http, HttpOutcome } from "../../platform/http.ts";
import {
  isFlag,
  isListOf,
  isMessage,
  isNumber,
  isOneOf,
  isOrNull,
  isShape,
  isText,
} from "../../platform/json-shape.ts";
import type {
  AuditEntry,
  AuditPage,
  DeviceContents,
  Invite,
  UserAccess,
} from "../../protocol/calls/internal-calls.ts";
import type { Session } from "../../protocol/shapes.ts";

/** The calls of the Internal screen. Their answers are held by the screen alone and never stored. */

const ROOT = "/api/internal";
export const USERS_PATH = `${ROOT}/users`;

const isAuditPage = isShape<AuditPage>({
  message: isListOf(
    isShape<AuditEntry>({
      id: isText,
      at: isText,
      actorId: isOrNull(isNumber),
      actor: isText,
      action: isOneOf(AUDIT_ACTIONS),
      targetKind: isOneOf(AUDIT_TARGETS),
      targetId: isOrNull(isText),
      target: isOrNull(isText),
      changes: isListOf(
        isShape<AuditEntry["changes"][number]>({
          fact: isOneOf(AUDIT_FACTS),
          before: isOrNull(isText),
          after: isOrNull(isText),
        }),
      ),
    }),
  ),
  total: isNumber,
  actors: isListOf(isShape<AuditPage["actors"][number]>({ actorId: isOrNull(isNumber), actor: isText })),
});

/** Entries of one person (a number, or `operator`) and one action; empty text: of all. */
export interface AuditChoice {
  readonly actor: string;
  readonly action: string;
}

export function readAudit(
  http: Http,
  { actor, action }: AuditChoice,
  before: string | null,
  signal: AbortSignal,
): Promise<HttpOutcome<AuditPage>> {
  const query = new URLSearchParams({ limit: "100" });
  if (actor !== "") query.set("actor", actor);
  if (action !== "") query.set("action", action);
  if (before !== null) query.set("before", before);
  return http.call({ path: `${ROOT}/audit?${query}`, accept: isAuditPage, signal });
}

const isContents = isMessage(
  isShape<DeviceContents>({
    device_id: isText,
    display_name: isText,
    insights: isNumber,
    photos: isNumber,
    alerts: isNumber,
    updates: isNumber,
    users: isListOf(isText),
  }),
);
const isOk = isMessage(isText);

export function readContents(
  http: Http,
  deviceId: string,
): Promise<HttpOutcome<{ message: DeviceContents }>> {
  return http.call({ path: `${devicePath(deviceId)}/contents`, accept: isContents });
}

export function clearDevice(http: Http, deviceId: string): Promise<HttpOutcome<{ message: string }>> {
  return http.call({ method: "DELETE", path: devicePath(deviceId), accept: isOk });
}

const isInvite = isMessage(isShape<Invite>({ code: isText, link: isText, expiresAt: isText }));
const isAccess = isMessage(
  isShape<UserAccess>({
    user_id: isNumber,
    role: isOneOf(ROLES),
    roleIsFixed: isFlag,
    sessions: isListOf(isShape<Session>({ id: isText, lastSeenAt: isText, userAgent: isOrNull(isText) })),
  }),
);

export function createInvite(http: Http): Promise<HttpOutcome<{ message: Invite }>> {
  return http.call({ method: "POST", path: `${ROOT}/invites`, body: {}, accept: isInvite });
}

export function readAccess(http: Http, userId: number): Promise<HttpOutcome<{ message: UserAccess }>> {
  return http.call({ path: `${USERS_PATH}/${userId}/access`, accept: isAccess });
}

export function endSessions(http: Http, userId: number): Promise<HttpOutcome<{ message: UserAccess }>> {
  return http.call({ method: "DELETE", path: `${USERS_PATH}/${userId}/sessions`, accept: isAccess });
}

export function sendResetMail(http: Http, userId: number): Promise<HttpOutcome<{ message: string }>> {
  return http.call({ method: "POST", path: `${USERS_PATH}/${userId}/resetMail`, body: {}, accept: isOk });
}

export function changeRole(
  http: Http,
  userId: number,
  role: Role,
): Promise<HttpOutcome<{ message: UserAccess }>> {
  return http.call({ method: "PUT", path: `${USERS_PATH}/${userId}/role`, body: { role }, accept: isAccess });
}

function devicePath(deviceId: string): string {
  return `${ROOT}/devices/${encodeURIComponent(deviceId)}`;
}
