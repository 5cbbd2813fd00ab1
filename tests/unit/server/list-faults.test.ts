import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { fieldErrorsOf } from "../../../server/http/field-errors.ts";
import { ListFaults } from "../../../server/http/list-faults.ts";

const Names = Type.Array(Type.String(), { maxItems: 500 });
const Body = Type.Object({
  name: Type.String(),
  groups: Type.Optional(Type.Array(Type.Object({ id: Type.String(), names: Names }), { maxItems: 500 })),
  classes: Type.Optional(Type.Union([Type.Literal("all"), Names])),
});
const errorsOf = (value: unknown) => fieldErrorsOf(new ListFaults(200).of(Body, value));
const many = (count: number, one: unknown) => new Array(count).fill(one);

describe("the faults of bodies with long lists (neighbour 3)", () => {
  it("name a list that is too long alone, wherever it stands, and look into none of its entries", () => {
    const untouched = new Proxy(many(501, 1), {
      get: (list, key) =>
        key === "length" ? 501 : key === Symbol.iterator ? expect.fail() : Reflect.get(list, key),
    });
    expect(errorsOf({ groups: untouched })).toEqual({
      name: "Please fill in this field.",
      groups: "This may hold at most 500 entries.",
    });
    expect(errorsOf({ name: "a", classes: untouched })).toEqual({
      classes: "This may hold at most 500 entries.",
    });
    expect(errorsOf({ name: "a", groups: [{ id: "1", names: untouched }] })).toEqual({
      "groups.0.names": "This may hold at most 500 entries.",
    });
  });

  it("name the wrong entries of a list that may be so long", () => {
    const good = { id: "1", names: [] };
    const groups = [
      ...many(300, good),
      { id: 1, names: [] },
      ...many(10, good),
      { id: "1", names: many(200, 2) },
    ];
    const errors = errorsOf({ name: "a", groups });
    expect(errors["groups.300.id"]).toBe("This must be text.");
    expect(errors["groups.311.names.199"]).toBe("This must be text.");
    expect(Object.keys(errors)).toHaveLength(201);
    expect(Object.keys(errorsOf({ name: "a", groups: many(500, 1) }))).toHaveLength(200);
  });
});
