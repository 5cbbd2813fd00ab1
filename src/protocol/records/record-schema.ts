import { type TObject, type TSchema, type TUnsafe, Type } from "typebox";
import { charsKept, MOST_COUNTED, OBSERVATION_TEXTS } from "../../domain/insight/observation.ts";
import {
  type FieldKind,
  type FieldList,
  type FieldName,
  type FieldSpec,
  fieldsOf,
  type JsonRecord,
  type WireName,
  wireName,
} from "./record-fields.ts";

/** Schemas of records, for the server: TypeBox is too large for the browser's bundle. */

/** UTC ISO 8601 with milliseconds. */
export const Time = Type.String({ pattern: "^\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$" });
export const timeOrNull = Type.Union([Time, Type.Null()]);
export const textOrNull = Type.Union([Type.String(), Type.Null()]);
const numberOrNull = Type.Union([Type.Number(), Type.Null()]);

export const ModelClass = Type.Object({
  class_id: Type.Number(),
  label: Type.String(),
  original_label: Type.String(),
});

/** `box` is x, y, width and height as fractions of the picture, x and y from its upper left corner. */
const DetectionBox = Type.Object({
  className: Type.String(),
  confidence: numberOrNull,
  box: Type.Array(Type.Number({ minimum: 0, maximum: 1 }), { minItems: 4, maxItems: 4 }),
});

/** Each fact may be left out. */
const Observation = Type.Partial(
  Type.Object({
    count: Type.Integer({ minimum: 1, maximum: MOST_COUNTED }),
    ...Object.fromEntries(
      OBSERVATION_TEXTS.map((fact) => [fact, Type.String({ maxLength: charsKept(fact) })]),
    ),
  }),
);

const SCHEMAS: { readonly [Kind in FieldKind]: (spec: FieldSpec) => TSchema } = {
  id: () => Type.String(),
  key: () => Type.String(),
  text: () => Type.String(),
  number: () => Type.Number(),
  whole: () => Type.Integer(),
  flag: () => Type.Boolean(),
  time: () => Time,
  oneOf: ({ values = [] }) => Type.Union(values.map((value) => Type.Literal(value))),
  texts: () => Type.Array(Type.String()),
  scores: () => Type.Array(Type.Object({ className: Type.String(), averageConfidence: numberOrNull })),
  boxes: () => Type.Array(DetectionBox),
  observation: () => Observation,
  summary: () =>
    Type.Object({
      space_remaining: numberOrNull,
      image_count: numberOrNull,
      cycle_count: numberOrNull,
      startup_data: Type.Unknown(),
    }),
  classes: () => Type.Array(ModelClass),
  outcomes: () => Type.Array(Type.Unknown()),
};

type FieldSchemas<Fields extends FieldList> = {
  [Name in keyof JsonRecord<Fields>]: TUnsafe<JsonRecord<Fields>[Name]>;
};
type Descriptions<Fields extends FieldList> = {
  readonly [Name in FieldName<Fields> as WireName<Fields[Name], Name>]?: string;
};

/** The properties of a record's schema, by their names on the wire. */
export function fieldSchemas<Fields extends FieldList>(
  fields: Fields,
  descriptions: Descriptions<Fields> = {},
): FieldSchemas<Fields> {
  const described = descriptions as Readonly<Record<string, string | undefined>>;
  const schemas = fieldsOf(fields).map(([name, spec]) => {
    const wire = wireName(name, spec);
    return [wire, fieldSchema(spec, described[wire])];
  });
  return Object.fromEntries(schemas) as FieldSchemas<Fields>;
}

export function recordSchema<Fields extends FieldList>(
  fields: Fields,
  descriptions: Descriptions<Fields> = {},
): TObject<FieldSchemas<Fields>> {
  return Type.Object(fieldSchemas(fields, descriptions));
}

function fieldSchema(spec: FieldSpec, description: string | undefined): TSchema {
  const schema = SCHEMAS[spec.kind](spec);
  if (spec.orNull !== true && description === undefined) return schema;
  const options = description === undefined ? {} : { description };
  return spec.orNull === true ? Type.Union([schema, Type.Null()], options) : Type.Union([schema], options);
}
