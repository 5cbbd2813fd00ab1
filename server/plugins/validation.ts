import type { FastifyInstance } from "fastify";
import type { FastifySchemaValidationError } from "fastify/types/schema.js";
import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { Settings } from "typebox/system";
import { SERVER_MESSAGES } from "../../src/messages/server.ts";

const TEXT = SERVER_MESSAGES.fields;
/** How many faults of one request are named; a list of a thousand wrong items needs no thousand sentences. */
const MAX_NAMED_FAULTS = 200;

/**
 * Requests are checked by the schemas of src/protocol. A body is taken as it is; numbers and flags of a query
 * arrive as text and are read strictly. Fields that the schema does not know pass and are ignored.
 */
export function validateBySchema(app: FastifyInstance): void {
  Settings.Set({ maxErrors: MAX_NAMED_FAULTS });
  app.setValidatorCompiler<TSchema>(({ schema, httpPart }) => {
    const compiled = Compile(schema);
    const isText = httpPart === "querystring" || httpPart === "params" || httpPart === "headers";
    return (data: unknown) => {
      const value = isText ? readTexts(schema, data) : (data ?? {});
      if (compiled.Check(value)) return { value };
      return { error: compiled.Errors(value) as FastifySchemaValidationError[] & Error };
    };
  });
  app.setSchemaErrorFormatter((errors) =>
    Object.assign(new Error("validation"), { validation: errors, statusCode: 400 }),
  );
}

/** Faults as the error body names them: one sentence a field, the path with dots, the list's place as a number. */
export function fieldErrorsOf(faults: readonly FastifySchemaValidationError[]): Record<string, string> {
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
    const place = path === "" ? "general" : path;
    if (fault.keyword !== "anyOf" && !errors.has(place)) errors.set(place, sentenceFor(fault));
  }
  for (const [path, values] of alternatives) {
    if (path !== "") errors.set(path, TEXT.oneOf(values));
  }
  return Object.fromEntries(errors);
}

function sentenceFor({ keyword, params }: FastifySchemaValidationError): string {
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

function readTexts(schema: TSchema, data: unknown): unknown {
  if (typeof data !== "object" || data === null) return {};
  const properties: Record<string, { type?: unknown }> =
    "properties" in schema ? (schema.properties as Record<string, { type?: unknown }>) : {};
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, readText(properties[name]?.type, value)]),
  );
}

/** "12" as 12 where a number is due; whatever is no plain number stays text, and the schema refuses it. */
function readText(type: unknown, value: unknown): unknown {
  if (typeof value !== "string") return value;
  if (type === "integer") return /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  if (type === "number") return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  if (type === "boolean") return value === "true" ? true : value === "false" ? false : value;
  return value;
}

function asTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function unescapePointer(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}
