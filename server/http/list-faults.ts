import type { TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import { isRecord } from "../../src/domain/record-guard.ts";
import type { FieldFault } from "./field-errors.ts";

/** Up to so many entries, the faults of a list are looked for in all of them. */
const SHORT_LIST = 100;

interface Parts {
  readonly type?: string;
  readonly items?: TSchema;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly anyOf?: readonly TSchema[];
}

/**
 * The faults of a body that its schema refuses. Naming faults takes a thousand times as long as finding that there are
 * some: of a list that is too long nothing else is said, and in a long one only the wrong entries are looked at.
 */
export class ListFaults {
  readonly #compiled = new Map<TSchema, Validator>();
  readonly #most: number;

  /** @param most how many faults are named */
  constructor(most: number) {
    this.#most = most;
  }

  of(schema: TSchema, value: unknown, path = ""): FieldFault[] {
    const list = listIn(schema);
    if (list !== null && isLong(list, value)) return this.#ofList(list, value as unknown[], path);
    const { properties } = schema as Parts;
    if (properties === undefined || !isRecord(value)) return this.#named(schema, value, path);
    const longs = Object.keys(properties).filter((name) => isLong(listIn(properties[name]), value[name]));
    if (longs.length === 0) return this.#named(schema, value, path);
    const shortened = Object.fromEntries(
      Object.keys(properties)
        .filter((name) => Object.hasOwn(value, name))
        .map((name) => [name, longs.includes(name) ? [] : value[name]]),
    );
    const places = longs.map((name) => `${path}/${name}`);
    const others = this.#named(schema, shortened, path).filter(
      ({ instancePath }) => !places.includes(instancePath),
    );
    return [
      ...others,
      ...longs.flatMap((name) => this.of(properties[name] as TSchema, value[name], `${path}/${name}`)),
    ];
  }

  #ofList(schema: TSchema & Parts, list: readonly unknown[], path: string): FieldFault[] {
    const { items, maxItems } = schema;
    if (maxItems !== undefined && list.length > maxItems) {
      return [{ keyword: "maxItems", instancePath: path, schemaPath: "", params: { limit: maxItems } }];
    }
    if (items === undefined) return this.#named(schema, list, path);
    const faults: FieldFault[] = [];
    const entry = this.#compile(items);
    for (const [at, one] of list.entries()) {
      if (faults.length >= this.#most) break;
      if (!entry.Check(one)) faults.push(...this.of(items, one, `${path}/${at}`));
    }
    return faults.length > 0 ? faults : this.#named(schema, list, path);
  }

  #named(schema: TSchema, value: unknown, path: string): FieldFault[] {
    const faults = this.#compile(schema).Errors(value) as FieldFault[];
    return path === ""
      ? faults
      : faults.map((fault) => ({ ...fault, instancePath: `${path}${fault.instancePath}` }));
  }

  #compile(schema: TSchema): Validator {
    const compiled = this.#compiled.get(schema) ?? Compile(schema);
    this.#compiled.set(schema, compiled as Validator);
    return compiled as Validator;
  }
}

/** Whether a list is long, or one of its entries may hold a list that is. */
function isLong(list: Parts | null, value: unknown): boolean {
  if (list === null || !Array.isArray(value)) return false;
  const { properties = {} } = (list.items ?? {}) as Parts;
  return value.length > SHORT_LIST || Object.values(properties).some((one) => listIn(one) !== null);
}

/** The list that a schema asks for, by itself or beside values that are none. */
function listIn(schema: TSchema | undefined): (TSchema & Parts) | null {
  const { type, anyOf = [] } = (schema ?? {}) as Parts;
  if (schema !== undefined && type === "array") return schema;
  const lists = anyOf.filter((one) => (one as Parts).type === "array");
  return lists.length === 1 ? (lists[0] ?? null) : null;
}
