import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ACCESS_ROWS, type AccessRow } from "../../support/server/access/access-rows.ts";
import { type AccessWorld, makeAccessWorld } from "../../support/server/access/access-world.ts";

const CALLERS = ["anonymous", "restricted", "member", "other", "staff", "expired"] as const;
type Caller = (typeof CALLERS)[number];

const CODES: Readonly<Record<number, readonly string[]>> = {
  401: ["signed_out", "wrong_credentials"],
  403: ["forbidden", "wrong_password"],
  404: ["not_found"],
};

describe("who may call what", () => {
  let world: AccessWorld;
  beforeAll(async () => {
    world = await makeAccessWorld();
  });
  afterAll(() => world.test.close());

  /** A session for every call, so that a call that ends its session does not affect others. */
  async function tokenOf(caller: Caller): Promise<string | undefined> {
    if (caller === "anonymous") return undefined;
    if (caller === "expired") return world.expired;
    return (await world.test.signInAgain(world.people[caller])).token;
  }

  async function ask(row: AccessRow, caller: Caller) {
    const [method, path] = splitRoute(row.route);
    return world.test.call(method, (await row.url?.(world)) ?? path, {
      as: await tokenOf(caller),
      body: row.body?.(world),
    });
  }

  it("has a row for every route, and a route for every row", () => {
    const routes = world.test.app.routeAccess
      .filter(({ method, url }) => method !== "HEAD" && !isPartOfDocs(url))
      .map(({ method, url }) => `${method} ${url}`);
    expect(ACCESS_ROWS.map(({ route }) => route).sort()).toEqual([...new Set(routes)].sort());
  });

  it("keeps to reading what lies beside the documentation's page", () => {
    const parts = world.test.app.routeAccess.filter(({ url }) => isPartOfDocs(url));
    expect(parts.length).toBeGreaterThan(0);
    expect(parts.every(({ method, access }) => ["GET", "HEAD"].includes(method) && access === "P")).toBe(
      true,
    );
  });

  it("lets the restricted user look at insights and start no bulk update [ROLE-04]", async () => {
    const { test, people, insightId, deviceId } = world;
    expect((await test.call("GET", "/api/insights/count", { as: people.restricted })).statusCode).toBe(200);
    const body = { insights: [{ insightId, deviceId, insightStatus: "archive" }] };
    const refused = await test.call("POST", "/api/updates/", { as: people.restricted, body });
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toEqual({
      code: "forbidden",
      errors: { general: "Your account may not do this." },
    });
  });

  it.each(ACCESS_ROWS)("$route answers everybody as its row says", async (row) => {
    const answers: Record<string, number> = {};
    for (const caller of CALLERS) {
      const answer = await ask(row, caller);
      answers[caller] = answer.statusCode;
      const codes = CODES[answer.statusCode];
      if (codes !== undefined) expect(codes).toContain(answer.json().code);
    }
    expect(answers).toEqual(Object.fromEntries(CALLERS.map((caller, at) => [caller, row.answers[at]])));
  });
});

function splitRoute(route: string): ["GET" | "POST" | "PUT" | "DELETE", string] {
  const [method, path] = route.split(" ");
  if (method !== "GET" && method !== "POST" && method !== "PUT" && method !== "DELETE") {
    throw new Error(`A row begins with GET, POST, PUT or DELETE: ${route}`);
  }
  return [method, path ?? ""];
}

function isPartOfDocs(url: string): boolean {
  return url.startsWith("/api/docs/") && url !== "/api/docs/json" && url !== "/api/docs/";
}
