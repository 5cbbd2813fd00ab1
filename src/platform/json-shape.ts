import { isRecord } from "../domain/record-guard.ts";

/**
 * Guards for what comes over the wire: each checks the fields that the client reads and answers the value or
 * null. They are typed by the protocol's own types, so that a renamed field does not compile; TypeBox's checker
 * would do the same for 34 kB of script before the first screen, a quarter of the whole budget.
 */
export type Guard<T> = (value: unknown) => value is T;

export const isText: Guard<string> = (value) => typeof value === "string";
export const isNumber: Guard<number> = (value): value is number => Number.isFinite(value);
export const isFlag: Guard<boolean> = (value) => typeof value === "boolean";

export function isListOf<T>(item: Guard<T>): Guard<T[]> {
  return (value): value is T[] => Array.isArray(value) && value.every(item);
}

export function isOrNull<T>(guard: Guard<T>): Guard<T | null> {
  return (value): value is T | null => value === null || guard(value);
}

export function isOneOf<T extends string | number>(values: readonly T[]): Guard<T> {
  return (value): value is T => values.some((allowed) => allowed === value);
}

/** An object whose named fields pass; fields that are not named are not looked at. */
export function isShape<T extends object>(fields: { [Key in keyof T]?: Guard<T[Key]> }): Guard<T> {
  const checks = Object.entries(fields) as [string, Guard<unknown>][];
  return (value): value is T => isRecord(value) && checks.every(([name, guard]) => guard(value[name]));
}

/** `{message: …}`, as most answers are. */
export function isMessage<T>(guard: Guard<T>): Guard<{ message: T }> {
  return (value): value is { message: T } => isRecord(value) && guard(value.message);
}
