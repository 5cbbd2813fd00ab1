import type { Dependencies } from "../server/dependencies.ts";
import {
  allUsers,
  giveRole,
  type ListedUser,
  newInvite,
  resetLinkFor,
} from "../server/features/account/admin-service.ts";
import { giveOperatorAddress, operatorAddress } from "../server/features/public-config/support-address.ts";
import { ROLES } from "../src/domain/account/role.ts";
import { ADMIN_COMMAND as TEXT } from "../src/messages/server/admin.ts";
import { CommandRefused, faultOfOptions, publish, release } from "./fleet-commands.ts";
import {
  approve,
  audit,
  clear,
  deviceAssigner,
  faultOfAudit,
  faultOfClear,
  modelAssigner,
  releases,
  restore,
  signOut,
} from "./staff-commands.ts";
import { textTable } from "./text-table.ts";

export type AdminNeeds = Pick<Dependencies, "db" | "clock" | "config" | "models">;
/** The lines to print: to stdout for a result, to stderr for a refusal. */
export interface AdminResult {
  readonly exitCode: 0 | 1 | 2;
  readonly text: string;
}

interface Command {
  run(needs: AdminNeeds, words: string[]): Promise<AdminResult>;
  /** The fault of its arguments, in a sentence; null: none. */
  faultOf(words: readonly string[]): string | null;
}

const COMMANDS = new Map<string, Command>([
  ["support-address", { run: support, faultOf: words("support-address", 0, 1) }],
  ["list", { run: list, faultOf: words("list", 0, 0) }],
  ["reset-password", { run: resetPassword, faultOf: words("reset-password", 1, 1) }],
  ["promote", { run: promote, faultOf: words("promote", 1, 2) }],
  ["invite", { run: invite, faultOf: words("invite", 0, 0) }],
  ["publish-model", { run: saying(publish), faultOf: (given) => faultOfOptions("publish-model", given) }],
  ["create-release", { run: saying(release), faultOf: (given) => faultOfOptions("create-release", given) }],
  ["approve-release", { run: saying(approve), faultOf: words("approve-release", 2, 2) }],
  ["releases", { run: saying(releases), faultOf: words("releases", 0, 0) }],
  ["sign-out", { run: saying(signOut), faultOf: words("sign-out", 1, 1) }],
  ["assign-device", { run: saying(deviceAssigner(true)), faultOf: words("assign-device", 2, 2) }],
  ["unassign-device", { run: saying(deviceAssigner(false)), faultOf: words("unassign-device", 2, 2) }],
  ["assign-model", { run: saying(modelAssigner(true)), faultOf: words("assign-model", 2, 2) }],
  ["unassign-model", { run: saying(modelAssigner(false)), faultOf: words("unassign-model", 2, 2) }],
  ["restore-insights", { run: saying(restore), faultOf: oneDevice("restore-insights") }],
  ["clear-device", { run: saying(clear), faultOf: faultOfClear }],
  ["audit", { run: saying(audit), faultOf: faultOfAudit }],
]);

/** The fault of a command's arguments, checked before anything is opened; null: none. */
export function faultOf([command, ...given]: readonly string[]): AdminResult | null {
  if (command === undefined) return usage("");
  if (command === "help" || command === "--help" || command === "-h")
    return { exitCode: 0, text: TEXT.usage };
  const found = COMMANDS.get(command);
  if (found === undefined) return usage(TEXT.unknownCommand(command));
  const sentence = found.faultOf(given);
  return sentence === null ? null : usage(sentence);
}

/** Runs one command. */
export async function runAdmin(needs: AdminNeeds, args: readonly string[]): Promise<AdminResult> {
  const fault = faultOf(args);
  if (fault !== null) return fault;
  const [command = "", ...given] = args;
  return COMMANDS.get(command)?.run(needs, given) ?? usage(TEXT.unknownCommand(command));
}

async function support(needs: AdminNeeds, [email]: string[]): Promise<AdminResult> {
  if (email !== undefined) {
    const taken = await giveOperatorAddress(needs, email);
    if (!taken) return refused(TEXT.noEmail(email));
  }
  const address = await operatorAddress(needs);
  if (address === null) return done(TEXT.noSupportAddress);
  const overruled = email !== undefined && needs.config.supportEmail !== null;
  return done(overruled ? TEXT.supportOverruled(email, address) : TEXT.supportAddress(address));
}

async function list(needs: AdminNeeds): Promise<AdminResult> {
  const users = await allUsers(needs);
  return done(users.length === 0 ? TEXT.noUsers : textTable([[...TEXT.columns], ...users.map(cells)]));
}

async function resetPassword(needs: AdminNeeds, [email = ""]: string[]): Promise<AdminResult> {
  const link = await resetLinkFor(needs, email);
  return link === null ? refused(TEXT.noAccount(email)) : done(link);
}

async function promote(needs: AdminNeeds, [email = "", wanted = "staff"]: string[]): Promise<AdminResult> {
  const role = ROLES.find((one) => one === wanted);
  if (role === undefined) return refused(TEXT.unknownRole(wanted));
  const holds = await giveRole(needs, email, role);
  if (holds === null) return refused(TEXT.noAccount(email));
  if (holds === "lastStaff") return refused(TEXT.lastStaff(email));
  return done(holds === role ? TEXT.roleIs(email, role) : TEXT.roleOverruled(email, holds));
}

async function invite(needs: AdminNeeds): Promise<AdminResult> {
  return done(await newInvite(needs));
}

/** A command with so many plain arguments; if it requires only one, that is an e-mail. */
function words(command: string, fewest: number, most: number): Command["faultOf"] {
  return (given) => {
    const extra = given[most];
    if (extra !== undefined) return TEXT.tooMany(extra);
    if (given.length >= fewest) return null;
    return fewest === 1 ? TEXT.needsEmail(command) : TEXT.needsWords(command);
  };
}

function oneDevice(command: string): Command["faultOf"] {
  return ([deviceId, extra]) => {
    if (extra !== undefined) return TEXT.tooMany(extra);
    return deviceId === undefined ? TEXT.needsDevice(command) : null;
  };
}

/** A command that prints a sentence, or refuses with one. */
function saying(work: (needs: AdminNeeds, given: string[]) => Promise<string>): Command["run"] {
  return (needs, given) =>
    work(needs, given).then(done, (error: unknown) => {
      if (error instanceof CommandRefused) return refused(error.message);
      throw error;
    });
}

function cells(user: ListedUser): string[] {
  const seen = user.lastSeenAtMs === null ? TEXT.never : day(user.lastSeenAtMs);
  return [String(user.userId), user.role, user.username, user.email, day(user.createdAtMs), seen];
}

function day(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}

function done(text: string): AdminResult {
  return { exitCode: 0, text };
}

function refused(text: string): AdminResult {
  return { exitCode: 1, text };
}

function usage(sentence: string): AdminResult {
  return { exitCode: 2, text: [sentence, TEXT.usage].filter((part) => part !== "").join("\n") };
}
