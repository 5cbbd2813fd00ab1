/** Whether a value is an object with fields: neither null nor an array. What the fields hold is not known. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
