const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/** Names of the filter parts that only links from the dashboard ask for. */
export const FILTER_WORDS = {
  hour: (hour: number) => `Between ${hourRange(hour)} UTC`,
  /** @param weekday 1 is Monday; undefined for any day */
  received: (weekday: number | undefined, hour: number | undefined) =>
    [
      "Received",
      ...(weekday === undefined ? [] : [`on a ${WEEKDAYS[weekday - 1] ?? ""}`]),
      ...(hour === undefined ? [] : [`between ${hourRange(hour)} UTC`]),
    ].join(" "),
  /** In whole hours, both included; undefined where there is no bound. */
  delay: (least: number | undefined, most: number | undefined) => {
    if (least === undefined) return most === -1 ? "Delay below 0 h" : `Delay up to ${most} h`;
    if (most === undefined) return `Delay ${least} h or more`;
    return least === most ? `Delay ${least} h` : `Delay ${least} to ${most} h`;
  },
} as const;

/** `05:00 and 06:00` for 5. */
function hourRange(hour: number): string {
  const text = (value: number) => `${String(value % 24).padStart(2, "0")}:00`;
  return `${text(hour)} and ${text(hour + 1)}`;
}
