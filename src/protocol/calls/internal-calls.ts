import { type Static, Type } from "typebox";
import { AUDIT_ACTIONS, AUDIT_FACTS, AUDIT_TARGETS } from "../../domain/account/audit.ts";
import { ROLES } from "../../domain/account/role.ts";
import { Time, textOrNull } from "../records/record-schema.ts";
import { Alg, InternalUser, Session } from "../shapes.ts";

/** Bodies and answers of the calls below `/api/internal`. */

const Id = Type.Union([Type.String(), Type.Integer()]);
const RoleName = oneOf(ROLES);
const count = Type.Integer();

export const InternalUserList = Type.Object({ message: Type.Array(InternalUser) });
export const AlgList = Type.Object({ message: Type.Array(Alg) });
export const AlgAnswer = Type.Object({ message: Alg });

/** Most entries of an assignment. */
const MOST_ASSIGNED = 50_000;
const ids = Type.Array(Id, { maxItems: MOST_ASSIGNED });

/** Each replaces the whole list. */
export const AssignedReleases = Type.Object({ algReleaseIds: ids });
export const AssignedDevices = Type.Object({ deviceIds: ids });
export const AssignedAlgs = Type.Object({ algIds: ids });

/** Empty or absent fields are refused by the service, with the sentence of the specification. */
export const AlgPlace = Type.Object({
  bucket: Type.Optional(Type.Union([Type.String({ maxLength: 200 }), Type.Null()])),
  path: Type.Optional(Type.Union([Type.String({ maxLength: 1000 }), Type.Null()])),
});
export type AlgPlace = Static<typeof AlgPlace>;

/** All that hangs on a Sentinel and is gone with it, counted; `users` are the usernames of those who reach it. */
export const DeviceContents = Type.Object({
  device_id: Type.String(),
  display_name: Type.String(),
  insights: count,
  photos: count,
  alerts: count,
  updates: count,
  users: Type.Array(Type.String()),
});
export type DeviceContents = Static<typeof DeviceContents>;
export const DeviceContentsAnswer = Type.Object({ message: DeviceContents });

/** An invitation, shown this once. */
export const Invite = Type.Object({ code: Type.String(), link: Type.String(), expiresAt: Time });
export type Invite = Static<typeof Invite>;
export const InviteAnswer = Type.Object({ message: Invite });

/** How a person reaches the server: their role, and the devices that are signed in. */
export const UserAccess = Type.Object({
  user_id: Type.Integer(),
  role: RoleName,
  /** The configuration of the server names this user's role, so that it cannot be changed here. */
  roleIsFixed: Type.Boolean(),
  sessions: Type.Array(Session),
});
export type UserAccess = Static<typeof UserAccess>;
export const UserAccessAnswer = Type.Object({ message: UserAccess });
export const RoleChange = Type.Object({ role: RoleName });

const AuditChange = Type.Object({
  fact: oneOf(AUDIT_FACTS),
  before: textOrNull,
  after: textOrNull,
});

/** An act of one of staff, or of the operator. Names are those of that moment; an id is null where there is none. */
export const AuditEntry = Type.Object({
  id: Type.String(),
  at: Time,
  /** Null: the operator, by a command on the server. */
  actorId: Type.Union([Type.Integer(), Type.Null()]),
  actor: Type.String(),
  action: oneOf(AUDIT_ACTIONS),
  targetKind: oneOf(AUDIT_TARGETS),
  targetId: textOrNull,
  target: textOrNull,
  changes: Type.Array(AuditChange),
});
export type AuditEntry = Static<typeof AuditEntry>;

/** `actor` is a user's number or `operator`; entries older than the one with the id `before`. */
export const AuditQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  before: Type.Optional(Type.String({ maxLength: 20 })),
  actor: Type.Optional(Type.String({ maxLength: 20 })),
  action: Type.Optional(oneOf(AUDIT_ACTIONS)),
});
export type AuditQuery = Static<typeof AuditQuery>;

/** A page, newest first; `total` counts all entries of the question, `actors` names everyone who is in the log. */
export const AuditPage = Type.Object({
  message: Type.Array(AuditEntry),
  total: count,
  actors: Type.Array(
    Type.Object({ actorId: Type.Union([Type.Integer(), Type.Null()]), actor: Type.String() }),
  ),
});
export type AuditPage = Static<typeof AuditPage>;

function oneOf<const Value extends string>(values: readonly Value[]) {
  return Type.Unsafe<Value>(Type.Union(values.map((value) => Type.Literal(value))));
}
