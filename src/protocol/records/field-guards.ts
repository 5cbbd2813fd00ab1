import { isRecord } from "../../domain/record-guard.ts";
import {
  type FieldKind,
  type FieldList,
  type FieldSpec,
  fieldsOf,
  type JsonRecord,
  wireName,
} from "./record-fields.ts";

/**
 * The check of a record in an answer: every field of the list is there with a value of its kind. Additions to the
 * specification may be missing, because other servers do not know them; other fields are ignored.
 */
export function guardOf<Fields extends FieldList>(
  fields: Fields,
): (value: unknown) => value is JsonRecord<Fields> {
  const checks = fieldsOf(fields).map(([name, spec]) => ({ name: wireName(name, spec), spec }));
  return (value): value is JsonRecord<Fields> =>
    isRecord(value) && checks.every(({ name, spec }) => isFieldValue(spec, value[name]));
}

function isFieldValue(spec: FieldSpec, value: unknown): boolean {
  if (value === undefined) return spec.addition === true;
  if (value === null) return spec.orNull === true;
  return CHECKS[spec.kind](value, spec);
}

const isText = (value: unknown) => typeof value === "string";
const isListOf = (value: unknown, holds: (entry: unknown) => boolean) =>
  Array.isArray(value) && value.every(holds);

const CHECKS: { readonly [Kind in FieldKind]: (value: unknown, spec: FieldSpec) => boolean } = {
  id: isText,
  key: isText,
  text: isText,
  number: Number.isFinite,
  whole: Number.isInteger,
  flag: (value) => typeof value === "boolean",
  time: (value) => typeof value === "string" && !Number.isNaN(Date.parse(value)),
  oneOf: (value, { values }) => values?.some((allowed) => allowed === value) === true,
  texts: (value) => isListOf(value, isText),
  scores: (value) => isListOf(value, isRecord),
  boxes: (value) => isListOf(value, isRecord),
  observation: isRecord,
  summary: isRecord,
  classes: (value) => isListOf(value, isRecord),
  outcomes: Array.isArray,
};
