/** Whether a value is an object with fields: neither null nor an array. The values of the fields are unknown. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
