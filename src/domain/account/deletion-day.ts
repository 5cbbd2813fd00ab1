import { shortUtcDay, utcYear } from "../time.ts";

/** The day on which an account is deleted, in words: "21 Dec 2026". */
export function deletionDay(deletionAt: string): string {
  const atMs = Date.parse(deletionAt);
  return `${shortUtcDay(atMs)} ${utcYear(atMs)}`;
}
