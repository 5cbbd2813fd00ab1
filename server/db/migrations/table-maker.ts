import { type CreateTableBuilder, type Kysely, sql } from "kysely";
import type { Schema } from "../schema.ts";
import type { MigrationSide } from "./migration-side.ts";

export function tableMaker(db: Kysely<Schema>, side: MigrationSide) {
  return (name: keyof Schema) => new TableMaker(name, db.schema.createTable(name), side);
}

export type MakeTable = ReturnType<typeof tableMaker>;
type OnDelete = "cascade" | "set null" | "restrict";

/**
 * The schema builder of Kysely in the words of this schema; every column is `not null` unless its word says otherwise.
 *
 * Why not the builder itself: a column there is a chain of type, nullability and default, and its type differs by the
 * database (`MigrationSide`). With one word for each kind of column a migration names a kind once for both databases,
 * and a forgotten `notNull` cannot make them differ.
 */
class TableMaker {
  #table: CreateTableBuilder<string, string>;
  readonly #name: string;
  readonly #side: MigrationSide;

  constructor(name: string, table: CreateTableBuilder<string, never>, side: MigrationSide) {
    this.#name = name;
    this.#table = table as unknown as CreateTableBuilder<string, string>;
    this.#side = side;
  }

  identity(name: string): this {
    this.#table = this.#table.addColumn(name, this.#side.identityType, this.#side.identity);
    return this;
  }

  text(...names: string[]): this {
    for (const name of names)
      this.#table = this.#table.addColumn(name, this.#side.text as never, (c) => c.notNull());
    return this;
  }

  textOrNull(...names: string[]): this {
    for (const name of names) this.#table = this.#table.addColumn(name, this.#side.text as never);
    return this;
  }

  textKey(name: string): this {
    this.#table = this.#table.addColumn(name, this.#side.text as never, (c) => c.primaryKey().notNull());
    return this;
  }

  textOf(name: string, start: string): this {
    this.#table = this.#table.addColumn(name, this.#side.text as never, (c) => c.notNull().defaultTo(start));
    return this;
  }

  int(...names: string[]): this {
    for (const name of names) this.#table = this.#table.addColumn(name, "bigint", (c) => c.notNull());
    return this;
  }

  intOrNull(...names: string[]): this {
    for (const name of names) this.#table = this.#table.addColumn(name, "bigint");
    return this;
  }

  flag(...names: string[]): this {
    for (const name of names)
      this.#table = this.#table.addColumn(name, "integer", (c) => c.notNull().defaultTo(0));
    return this;
  }

  realOrNull(...names: string[]): this {
    for (const name of names) this.#table = this.#table.addColumn(name, "double precision");
    return this;
  }

  ref(name: string, target: string, onDelete: OnDelete): this {
    this.#table = this.#table.addColumn(name, "bigint", (c) =>
      c.notNull().references(target).onDelete(onDelete),
    );
    return this;
  }

  refOrNull(name: string, target: string, onDelete: OnDelete): this {
    this.#table = this.#table.addColumn(name, "bigint", (c) => c.references(target).onDelete(onDelete));
    return this;
  }

  xid(): this {
    this.#table = this.#table.addColumn("xid", this.#side.xidType as never, this.#side.xid);
    return this;
  }

  async create(primaryKey?: readonly string[]): Promise<void> {
    const table = primaryKey
      ? this.#table.addPrimaryKeyConstraint(`${this.#name}_key`, [...primaryKey])
      : this.#table;
    await table.execute();
  }
}

export interface Index {
  readonly table: keyof Schema;
  readonly columns: readonly string[];
  readonly unique?: true;
  /** Only rows with this value in this column are in it. */
  readonly where?: readonly [column: string, value: string];
}

export async function createIndexes(db: Kysely<Schema>, indexes: readonly Index[]): Promise<void> {
  for (const { table, columns, unique, where } of indexes) {
    const all = db.schema
      .createIndex([table, ...(where ? [where[1]] : []), "by", ...columns].join("_"))
      .on(table)
      .columns([...columns]);
    const index = where === undefined ? all : all.where(sql.ref(where[0]), "=", where[1]);
    await (unique ? index.unique() : index).execute();
  }
}
