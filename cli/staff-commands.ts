import { parseArgs } from "node:util";
import type { Dependencies } from "../server/dependencies.ts";
import { endAllSessions, userIdOf } from "../server/features/account/admin-service.ts";
import { listAudit, THE_OPERATOR } from "../server/features/audit/service.ts";
import { assignAlgs, assignDevices, assignReleases } from "../server/features/internal/assignment-service.ts";
import {
  clearWholeDevice,
  contentsOfDevice,
  restoreInsights,
} from "../server/features/internal/clear-service.ts";
import { listReleasesOf } from "../server/features/releases/service.ts";
import { clearDevicesOnce } from "../server/jobs/clear-devices.ts";
import { AUDIT_ACTIONS } from "../src/domain/account/audit.ts";
import { ADMIN_COMMAND as TEXT } from "../src/messages/server/admin.ts";
import { asRefusal, CommandRefused } from "./fleet-commands.ts";
import { textTable } from "./text-table.ts";

type Needs = Pick<Dependencies, "db" | "clock" | "config">;
type AuditEntry = Awaited<ReturnType<typeof listAudit>>["message"][number];
type DeviceContents = Awaited<ReturnType<typeof contentsOfDevice>>;

/** `sign-out EMAIL` @returns the lines to print */
export async function signOut(needs: Needs, [email = ""]: readonly string[]): Promise<string> {
  const userId = await accountOf(needs, email);
  return TEXT.signedOut(email, await endAllSessions(needs, THE_OPERATOR, userId));
}

/** `assign-device DEVICE EMAIL` and `unassign-device DEVICE EMAIL` @returns the lines to print */
export function deviceAssigner(given: boolean) {
  return async (needs: Needs, [deviceId = "", email = ""]: readonly string[]): Promise<string> => {
    await assign(needs, email, deviceId, given, assignDevices);
    return given ? TEXT.deviceGiven(deviceId, email) : TEXT.deviceTaken(deviceId, email);
  };
}

/** `assign-model MODEL EMAIL` and `unassign-model MODEL EMAIL` @returns the lines to print */
export function modelAssigner(given: boolean) {
  return async (needs: Needs, [algId = "", email = ""]: readonly string[]): Promise<string> => {
    await assign(needs, email, algId, given, assignAlgs);
    return given ? TEXT.modelGiven(algId, email) : TEXT.modelTaken(algId, email);
  };
}

/** `approve-release RELEASE EMAIL` @returns the lines to print */
export async function approve(
  needs: Needs,
  [releaseId = "", email = ""]: readonly string[],
): Promise<string> {
  const releases = await listReleasesOf(needs.db.reader, null);
  const userId = await accountOf(needs, email);
  if (!releases.some(({ id }) => id === releaseId)) throw new CommandRefused(TEXT.noRelease(releaseId));
  const wanted = (present: readonly string[]) => [...present, releaseId];
  await assignReleases(needs, { actor: THE_OPERATOR, userId: String(userId) }, wanted);
  return TEXT.approved(releaseId, email);
}

/** `releases` @returns the lines to print */
export async function releases({ db }: Needs): Promise<string> {
  const all = await listReleasesOf(db.reader, null);
  if (all.length === 0) return TEXT.noReleases;
  const rows = all.map(({ id, name, components, description }) => [
    id,
    name,
    components.map(({ algMetadataId }) => algMetadataId).join(","),
    description ?? "",
  ]);
  return textTable([[...TEXT.releaseColumns], ...rows]);
}

/** `restore-insights DEVICE` @returns the lines to print */
export async function restore(needs: Needs, [deviceId = ""]: readonly string[]): Promise<string> {
  const restored = await restoreInsights(needs, THE_OPERATOR, deviceId).catch(refuse);
  return TEXT.restored(deviceId, restored);
}

/** `clear-device DEVICE [--yes]` @returns the lines to print */
export async function clear(needs: Needs, [deviceId = "", yes]: readonly string[]): Promise<string> {
  const contents = contentsText(await contentsOfDevice(needs, deviceId).catch(refuse));
  if (yes === undefined) return TEXT.wouldClear(deviceId, contents);
  await clearWholeDevice(needs, THE_OPERATOR, deviceId).catch(refuse);
  while (await clearDevicesOnce(needs)) {
    // Each round is a short transaction, so that a server at work meanwhile is not held up.
  }
  return `${TEXT.cleared(deviceId, contents)}\n${TEXT.filesLater}`;
}

/** The fault of the arguments of `clear-device`, in a sentence; null: none. */
export function faultOfClear([deviceId = "", yes, extra]: readonly string[]): string | null {
  if (deviceId === "" || deviceId.startsWith("--")) return TEXT.needsDevice("clear-device");
  const strange = yes !== undefined && yes !== "--yes" ? yes : extra;
  return strange === undefined ? null : TEXT.tooMany(strange);
}

/** `audit [--actor ID] [--action ACTION] [--limit NUMBER]` @returns the lines to print */
export async function audit(needs: Needs, words: readonly string[]): Promise<string> {
  const { actor, action, limit } = auditOptions(words);
  const page = await listAudit(needs, {
    ...(actor === undefined ? {} : { actor }),
    ...(action === undefined ? {} : { action: action as AuditEntry["action"] }),
    limit: Number(limit ?? "50"),
  }).catch(refuse);
  if (page.message.length === 0) return TEXT.noEntries;
  return textTable([[...TEXT.auditColumns], ...page.message.map(cellsOf)]);
}

/** The fault of the arguments of `audit`, in a sentence; null: none. */
export function faultOfAudit(words: readonly string[]): string | null {
  try {
    const { action, limit } = auditOptions(words);
    if (action !== undefined && !AUDIT_ACTIONS.some((known) => known === action)) {
      return TEXT.unknownAction(action, AUDIT_ACTIONS);
    }
    return limit === undefined || /^[1-9]\d{0,5}$/.test(limit) ? null : TEXT.wrongLimit(limit);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function auditOptions(words: readonly string[]) {
  const text = { type: "string" } as const;
  return parseArgs({ args: [...words], options: { actor: text, action: text, limit: text } }).values;
}

async function assign(
  needs: Needs,
  email: string,
  id: string,
  given: boolean,
  change: (
    needs: Needs,
    assignment: { actor: typeof THE_OPERATOR; userId: string },
    wanted: (present: readonly string[]) => readonly string[],
  ) => Promise<unknown>,
): Promise<void> {
  const userId = String(await accountOf(needs, email));
  await change(needs, { actor: THE_OPERATOR, userId }, (present) => {
    if (!given && !present.includes(id)) throw new CommandRefused(TEXT.notAssigned(id, email));
    return given ? [...present, id] : present.filter((one) => one !== id);
  }).catch(refuse);
}

async function accountOf(needs: Needs, email: string): Promise<number> {
  const userId = await userIdOf(needs, email);
  if (userId === null) throw new CommandRefused(TEXT.noAccount(email));
  return userId;
}

function refuse(error: unknown): never {
  throw asRefusal(error);
}

function contentsText({ insights, photos, alerts, updates, users }: DeviceContents): string {
  return TEXT.contents(insights, photos, alerts, updates, users);
}

function cellsOf({
  at,
  actor,
  actorId,
  action,
  targetKind,
  targetId,
  target,
  changes,
}: AuditEntry): string[] {
  return [
    at,
    actorId === null ? actor : `${actor} (${actorId})`,
    action,
    [targetKind, targetId, target].filter((part) => part !== null).join(" "),
    changes.map(({ fact, before, after }) => TEXT.fromTo(fact, before, after)).join("; "),
  ];
}
