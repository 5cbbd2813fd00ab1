import type { FastifyInstance } from "fastify";
import type { FastifySchemaValidationError } from "fastify/types/schema.js";
import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { Settings } from "typebox/system";
import { isRecord } from "../../src/domain/record-guard.ts";
import { ListFaults } from "../http/list-faults.ts";

/** How many faults of one request, or of one item of a list, a check looks for. */
const MOST_FAULTS = 200;

/**
 * Checks requests by the schemas of src/protocol. A body is taken as it is; numbers and flags of a query arrive as
 * text and are parsed strictly. Unknown fields are ignored.
 */
export function validateBySchema(app: FastifyInstance): void {
  Settings.Set({ maxErrors: MOST_FAULTS });
  const faults = new ListFaults(MOST_FAULTS);
  app.setValidatorCompiler<TSchema>(({ schema, httpPart }) => {
    const compiled = Compile(schema);
    const isText = httpPart === "querystring" || httpPart === "params" || httpPart === "headers";
    return (data: unknown) => {
      const value = isText ? readTexts(schema, data) : (data ?? {});
      if (compiled.Check(value)) return { value };
      return { error: faults.of(schema, value) as FastifySchemaValidationError[] & Error };
    };
  });
  app.setSchemaErrorFormatter((errors) =>
    Object.assign(new Error("validation"), { validation: errors, statusCode: 400 }),
  );
}

function readTexts(schema: TSchema, data: unknown): unknown {
  if (!isRecord(data)) return {};
  const properties: Record<string, { type?: unknown }> =
    "properties" in schema ? (schema.properties as Record<string, { type?: unknown }>) : {};
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, readText(properties[name]?.type, value)]),
  );
}

/** "12" as 12 where a number is expected; text that is no plain number stays text, and the schema refuses it. */
function readText(type: unknown, value: unknown): unknown {
  if (typeof value !== "string") return value;
  if (type === "integer") return /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  if (type === "number") return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  if (type === "boolean") return value === "true" ? true : value === "false" ? false : value;
  return value;
}
