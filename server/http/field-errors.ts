import type { FastifySchemaValidationError } from "fastify/types/schema.js";
import { SERVER_MESSAGES } from "../../src/messages/server/common-answers.ts";

/** A fault that a schema check found. */
export type FieldFault = FastifySchemaValidationError;

const TEXT = SERVER_MESSAGES.fields;

/** Faults as the error body names them: one sentence a field, the path with dots, the list's place as a number. */
export function fieldErrorsOf(faults: readonly FieldFault[]): Record<string, string> {
  const errors = new Map<string, string>();
  const alternatives = new Map<string, string[]>();
  for (const fault of faults) {
    const path = fault.instancePath.split("/").slice(1).map(unescapePointer).join(".");
    if (fault.keyword === "required") {
      for (const name of asTexts(fault.params.requiredProperties)) {
        errors.set(path === "" ? name : `${path}.${name}`, TEXT.required);
      }
      continue;
    }
    if (fault.keyword === "const") {
      alternatives.set(path, [...(alternatives.get(path) ?? []), String(fault.params.allowedValue)]);
    }
    // For "null or else" the fault of the other branch is reported, because it says more.
    if (fault.keyword === "type" && fault.params.type === "null") continue;
    const place = path === "" ? "general" : path;
    if (fault.keyword !== "anyOf" && !errors.has(place)) errors.set(place, sentenceFor(fault));
  }
  for (const [path, values] of alternatives) {
    if (path !== "") errors.set(path, TEXT.oneOf(values));
  }
  return Object.fromEntries(errors);
}

/** The first faults, and under `general` how many more there are. */
export function namedFaults(errors: Readonly<Record<string, string>>, most: number): Record<string, string> {
  const all = Object.entries(errors);
  if (all.length <= most) return { ...errors };
  return {
    ...Object.fromEntries(all.slice(0, most)),
    general: SERVER_MESSAGES.moreFaults(all.length - most),
  };
}

function sentenceFor({ keyword, params }: FieldFault): string {
  const limit = Number(params.limit);
  switch (keyword) {
    case "type":
      return TYPE_SENTENCES[String(params.type)] ?? TEXT.other;
    case "enum":
      return TEXT.oneOf(asTexts(params.allowedValues));
    case "maxLength":
      return TEXT.tooLong(limit);
    case "minLength":
      return limit === 1 ? TEXT.required : TEXT.tooShort(limit);
    case "maxItems":
      return TEXT.tooMany(limit);
    case "minItems":
      return TEXT.tooFew(limit);
    case "minimum":
      return TEXT.atLeast(limit);
    case "maximum":
      return TEXT.atMost(limit);
    default:
      return TEXT.other;
  }
}

const TYPE_SENTENCES: Readonly<Record<string, string>> = {
  string: TEXT.text,
  number: TEXT.number,
  integer: TEXT.integer,
  boolean: TEXT.flag,
  array: TEXT.list,
  object: TEXT.object,
};

function asTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function unescapePointer(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}
