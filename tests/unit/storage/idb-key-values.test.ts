import "fake-indexeddb/auto";
import { describe, expect, it } from "vitest";
import { idbKeyValues } from "../../../src/storage/idb-key-values.ts";

describe("small persisted values", () => {
  it("come back from idb-keyval's own store as they were, until they are removed [OFF-38]", async () => {
    await idbKeyValues.set("user", { userIdSql: 7 });
    expect(await idbKeyValues.get("user")).toEqual({ userIdSql: 7 });
    const names = (await indexedDB.databases()).map(({ name }) => name);
    expect(names).toContain("keyval-store");
    await idbKeyValues.remove("user");
    expect(await idbKeyValues.get("user")).toBeUndefined();
  });

  it("are simply not there where the browser refuses", async () => {
    await expect(idbKeyValues.set("function", () => 1)).resolves.toBeUndefined();
    expect(await idbKeyValues.get("function")).toBeUndefined();
  });
});
