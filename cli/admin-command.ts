import type { Dependencies } from "../server/dependencies.ts";
import {
  allUsers,
  giveRole,
  type ListedUser,
  newInvite,
  resetLinkFor,
} from "../server/features/account/admin-service.ts";
import { ROLES } from "../src/domain/role.ts";
import { SERVER_MESSAGES } from "../src/messages/server.ts";

const TEXT = SERVER_MESSAGES.admin;

export type AdminNeeds = Pick<Dependencies, "db" | "clock" | "config">;
/** The lines to print, and on which side: what was asked for, or why not. */
export interface AdminResult {
  readonly exitCode: 0 | 1 | 2;
  readonly text: string;
}

const COMMANDS = new Map<
  string,
  { words: number; run: (needs: AdminNeeds, words: string[]) => Promise<AdminResult> }
>([
  ["list", { words: 0, run: list }],
  ["reset-password", { words: 1, run: resetPassword }],
  ["promote", { words: 2, run: promote }],
  ["invite", { words: 0, run: invite }],
]);

/** What is wrong with the words of a command, found before anything is opened; null: nothing. */
export function faultOf([command, ...words]: readonly string[]): AdminResult | null {
  if (command === undefined) return usage("");
  if (command === "help" || command === "--help" || command === "-h")
    return { exitCode: 0, text: TEXT.usage };
  const found = COMMANDS.get(command);
  if (found === undefined) return usage(TEXT.unknownCommand(command));
  const extra = words[found.words];
  if (extra !== undefined) return usage(TEXT.tooMany(extra));
  if (found.words > 0 && words[0] === undefined) return usage(TEXT.needsEmail(command));
  return null;
}

/** Runs one command of the operator: `list`, `reset-password EMAIL`, `promote EMAIL [ROLE]` or `invite`. */
export async function runAdmin(needs: AdminNeeds, args: readonly string[]): Promise<AdminResult> {
  const fault = faultOf(args);
  if (fault !== null) return fault;
  const [command = "", ...words] = args;
  return COMMANDS.get(command)?.run(needs, words) ?? usage(TEXT.unknownCommand(command));
}

async function list(needs: AdminNeeds): Promise<AdminResult> {
  const users = await allUsers(needs);
  return done(users.length === 0 ? TEXT.noUsers : table([[...TEXT.columns], ...users.map(cells)]));
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
  return done(holds === role ? TEXT.roleIs(email, role) : TEXT.roleOverruled(email, holds));
}

async function invite(needs: AdminNeeds): Promise<AdminResult> {
  return done(await newInvite(needs));
}

function cells(user: ListedUser): string[] {
  const seen = user.lastSeenAtMs === null ? TEXT.never : day(user.lastSeenAtMs);
  return [String(user.userId), user.role, user.username, user.email, day(user.createdAtMs), seen];
}

function day(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}

function table(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
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
