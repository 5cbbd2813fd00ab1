import { describe, expect, it } from "vitest";
import { checkPassword } from "../../../../server/features/account/password-hash.ts";

describe("the queues before the hashing of passwords", () => {
  it("keep a turn for people who are known while strangers fill theirs; a refused one is not counted (neighbour 5)", async () => {
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    let counted = 0;
    const stranger = () =>
      checkPassword("x", "strangers", async () => {
        counted += 1;
        await ended;
        throw new Error("refused when its turn came");
      });
    const flood = Array.from({ length: 102 }, () => stranger().catch(() => "ended"));
    await expect(stranger()).rejects.toMatchObject({ status: 503, code: "unavailable" });
    expect(counted).toBe(2);
    expect(await checkPassword("x", "known", async () => null)).toBe(false);
    end();
    await Promise.all(flood);
    expect(counted).toBe(102);
  });
});
