const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

/** A moment (epoch ms) in UTC, as short as it stays plain: "08:14 UTC" today, "19 Nov 08:14 UTC" before, with the year in another. */
export function shortUtc(ms: number, nowMs: number): string {
  const time = new Date(ms);
  const now = new Date(nowMs);
  const clock = `${two(time.getUTCHours())}:${two(time.getUTCMinutes())} UTC`;
  const day = `${time.getUTCDate()} ${MONTHS[time.getUTCMonth()]}`;
  if (time.getUTCFullYear() !== now.getUTCFullYear()) return `${day} ${time.getUTCFullYear()} ${clock}`;
  const sameDay = time.getUTCMonth() === now.getUTCMonth() && time.getUTCDate() === now.getUTCDate();
  return sameDay ? clock : `${day} ${clock}`;
}

/** How long ago in one unit: "just now", "47 min old", "3 h old", "12 d old". A clock set back counts as just now. */
export function ageWords(ms: number, nowMs: number): string {
  const age = nowMs - ms;
  if (age < MINUTE_MS) return "just now";
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min old`;
  if (age < 2 * DAY_MS) return `${Math.floor(age / HOUR_MS)} h old`;
  return `${Math.floor(age / DAY_MS)} d old`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
