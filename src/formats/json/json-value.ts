import { isRecord } from "../../domain/record-guard.ts";
/** Values of JSON; unchecked until the functions below narrow them. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The parsed value, or undefined for malformed JSON. U+0000, which PostgreSQL stores in no text, becomes U+FFFD. */
export function parseJson(text: string): unknown {
  try {
    if (text.includes("\\u0000")) {
      return JSON.parse(text, (_, value) =>
        typeof value === "string" ? value.replaceAll("\0", "\uFFFD") : value,
      );
    }
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function asObject(value: unknown): JsonObject | null {
  return isRecord(value) ? value : null;
}

export function asArray(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) ? value : null;
}

/** Text that is not blank. */
export function asText(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

export function asNumber(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}
