import { describe, expect, it } from "vitest";
import { type AssignKind, saveAssignment } from "../../../../src/features/admin/assign/assign-calls.ts";
import type { Http, HttpCall, HttpOutcome } from "../../../../src/platform/http.ts";

type Outcome = HttpOutcome<unknown>;
const answer = (ids: readonly string[]): Outcome => ({
  kind: "answer",
  protocol: 1,
  value: { message: ids.map((id) => ({ id, name: id, description: null, components: [] })) },
});
const refusal = (status: number, errors: Record<string, string>): Outcome => ({
  kind: "refusal",
  status,
  refusal: { code: "invalid", errors, message: null, retryAfterMs: null },
  protocol: 1,
});

function save(
  outcomes: Outcome[],
  { base = ["1", "2"], chosen = ["2", "3"], kind = "releases" as AssignKind },
) {
  const calls: Pick<HttpCall<unknown>, "method" | "path" | "body">[] = [];
  const http = {
    async call({ method, path, body }: HttpCall<unknown>) {
      calls.push({ method, path, body } as (typeof calls)[number]);
      return outcomes[calls.length - 1] ?? { kind: "unreachable", why: "network" };
    },
  } as unknown as Http;
  const outcome = saveAssignment(http, {
    kind,
    userId: "7",
    base: new Set(base),
    chosen: new Set(chosen),
  });
  return { calls, outcome };
}

describe("saving what is assigned to a user", () => {
  it("reads the list again, and sends the whole of the chosen one", async () => {
    const { calls, outcome } = save([answer(["2", "1"]), answer(["2", "3"])], {});
    expect(await outcome).toEqual({ kind: "saved" });
    const path = "/api/internal/users/7/modelRelease";
    expect(calls).toEqual([
      { method: undefined, path, body: undefined },
      { method: "PUT", path, body: { algReleaseIds: ["2", "3"] } },
    ]);
  });

  it.each([
    ["devices", "devices", "deviceIds"],
    ["algs", "algs", "algIds"],
  ] as const)("names the list of %s as the contract does", async (kind, part, field) => {
    const { calls, outcome } = save([answer(["1", "2"]), answer(["2", "3"])], { kind });
    await outcome;
    expect(calls[1]).toEqual({
      method: "PUT",
      path: `/api/internal/users/7/${part}`,
      body: { [field]: ["2", "3"] },
    });
  });

  it("sends nothing where another one has changed the list since, and tells what it is now", async () => {
    const { calls, outcome } = save([answer(["1", "2", "9"])], {});
    expect(await outcome).toEqual({ kind: "changed", latest: new Set(["1", "2", "9"]) });
    expect(calls).toHaveLength(1);
  });

  it("is done where the list already is as it was to become", async () => {
    const { calls, outcome } = save([answer(["3", "2"])], {});
    expect(await outcome).toEqual({ kind: "saved" });
    expect(calls).toHaveLength(1);
  });

  it("names the rows that the server would not take by their ids", async () => {
    const refused = refusal(400, {
      general: "Please check.",
      "algReleaseIds.1": "There is no such release.",
    });
    const { outcome } = save([answer(["1", "2"]), refused], {});
    expect(await outcome).toEqual({
      kind: "failed",
      problem: "Please check.",
      rows: new Map([["3", "There is no such release."]]),
    });
  });

  it.each([
    ["before the list is read", [{ kind: "unreachable", why: "timeout" }]],
    ["after it was sent", [answer(["1", "2"]), { kind: "unreachable", why: "timeout" }]],
  ] as [string, Outcome[]][])("says so where the server does not answer %s", async (_when, outcomes) => {
    const outcome = await save(outcomes, {}).outcome;
    expect(outcome).toMatchObject({ kind: "failed", rows: new Map() });
  });
});
