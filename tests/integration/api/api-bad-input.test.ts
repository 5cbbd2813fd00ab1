import { Compile } from "typebox/compile";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ErrorBody } from "../../../src/protocol/error-codes.ts";
import { type AccessWorld, makeAccessWorld } from "../../support/server/access/access-world.ts";
import { type SpeakingDevice, speakingDevice } from "../../support/server/ingest-world.ts";

const errorBody = Compile(ErrorBody);
const STRANGE_TEXT = "\u0000'; drop table users; --\uD800<script>".repeat(20);
/** Values that are invalid for almost every field. */
const STRANGE_VALUES: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  "",
  STRANGE_TEXT,
  [],
  {},
  [[[]]],
  { a: { b: null } },
];

interface Call {
  method: "POST" | "PUT" | "DELETE" | "GET";
  url: string;
  fields: string[];
  hasBody: boolean;
}

interface OpenApiCall {
  requestBody?: { content: Record<string, { schema: { properties?: object } }> };
  parameters?: { name: string; in: string }[];
}

/** Every call of the OpenAPI document, so that new calls are covered without a change here. */
describe("bad input on every call", () => {
  let world: AccessWorld;
  let calls: Call[];
  let camera: SpeakingDevice;
  beforeAll(async () => {
    world = await makeAccessWorld();
    camera = await speakingDevice(world.test, "SENT-KEY");
    const { paths } = (await world.test.call("GET", "/api/docs/json")).json();
    calls = Object.entries(paths as Record<string, Record<string, OpenApiCall>>).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, call]) => {
        const schema = call.requestBody?.content["application/json"]?.schema;
        const queries = (call.parameters ?? []).filter((parameter) => parameter.in === "query");
        return {
          method: method.toUpperCase() as Call["method"],
          url: path.replace(/\{\w+\}/g, "1"),
          fields: schema ? Object.keys(schema.properties ?? {}) : queries.map(({ name }) => name),
          hasBody: schema !== undefined,
        };
      }),
    );
  });
  afterAll(() => world.test.close());

  function expectRefusal(answer: { statusCode: number; body: string; json(): unknown }, sent: string) {
    expect(answer.statusCode, sent).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode, sent).toBeLessThan(500);
    expectErrorBody(answer, sent);
  }

  function expectErrorBody(answer: { body: string; json(): unknown }, sent: string) {
    const body = answer.json() as ErrorBody;
    expect(errorBody.Check(body), sent).toBe(true);
    expect(typeof body.errors.general, sent).toBe("string");
    expect(answer.body, sent).not.toMatch(/\bat .+:\d+:\d+|node_modules|SQLITE|TypeError/);
  }

  /** Staff, who may make every call of people; and a Sentinel for calls of Sentinels, without a rate limit. */
  async function callerOf({ url }: Call): Promise<string | undefined> {
    if (!url.startsWith("/api/ingest/")) return (await world.test.signInAgain(world.people.staff)).token;
    world.test.clock.advance(1000);
    return camera.key;
  }

  async function send(call: Call, body: string, contentType = "application/json") {
    return world.test.call(call.method, call.url, {
      as: await callerOf(call),
      headers: { "content-type": contentType },
      body,
    });
  }

  it("refuses a body that is broken, or no JSON, on every call that takes one", async () => {
    const withBody = calls.filter(({ hasBody }) => hasBody);
    expect(withBody.length).toBeGreaterThan(4);
    for (const call of withBody) {
      for (const text of ['{"email":', "nonsense", "{'a':1}", "\u0000", '{"a":1}}']) {
        const sent = `${call.method} ${call.url} ${text}`;
        const answer = await send(call, text);
        expectRefusal(answer, sent);
        expect(answer.json().errors.general, sent).toBe("The request is not valid JSON.");
      }
      for (const text of ["null", "true", "7", '"text"', "[]", "{}"]) {
        expectRefusal(await send(call, text), `${call.method} ${call.url} ${text}`);
      }
      const form = await send(call, "a=1", "application/x-www-form-urlencoded");
      expect(form.statusCode, call.url).toBe(415);
    }
  });

  it("answers no strange value of any field with a fault of its own", async () => {
    for (const call of calls.filter(({ hasBody }) => hasBody)) {
      for (const field of call.fields) {
        for (const value of STRANGE_VALUES) {
          const sent = `${call.method} ${call.url} ${field}=${JSON.stringify(value)?.slice(0, 40)}`;
          const answer = await send(call, JSON.stringify({ [field]: value }));
          expect(answer.statusCode, sent).toBeLessThan(500);
          if (answer.statusCode !== 200) expectErrorBody(answer, sent);
        }
      }
    }
  });

  it("answers no strange query and no strange path with a fault of its own", async () => {
    const strange = [
      "",
      "-1",
      "1.5",
      "x",
      "1e3",
      "99999999999999999999",
      "%00",
      "%ED%A0%80",
      "a%27--",
      "[]",
      "null",
    ];
    for (const call of calls) {
      for (const value of strange) {
        const urls = call.fields.map((name) => `${call.url}?${name}=${value}&${name}=${value}`);
        if (!call.hasBody) urls.push(...call.fields.map((name) => `${call.url}?${name}=${value}`));
        if (value !== "" && call.url.endsWith("/1")) urls.push(call.url.replace(/1$/, value));
        for (const url of urls) {
          const answer = await world.test.call(call.method, url, { as: await callerOf(call) });
          expect(answer.statusCode, `${call.method} ${url}`).toBeLessThan(500);
          if (answer.statusCode >= 400) expectErrorBody(answer, `${call.method} ${url}`);
        }
      }
    }
  });

  it("names each wrong field by its path", async () => {
    const answer = await world.test.call("PUT", "/api/features/1", {
      as: world.people.member,
      body: { enabled: "yes" },
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({
      code: "invalid",
      errors: { enabled: "This must be true or false.", general: "Please check the marked fields." },
    });
    const nested = await world.test.call("POST", "/api/updates/", {
      as: world.people.member,
      body: {
        insights: [
          { insightId: "1", deviceId: "SENT-1", insightStatus: "archive" },
          { insightId: "1", deviceId: "SENT-1", insightStatus: "burnt" },
        ],
      },
    });
    expect(nested.statusCode).toBe(400);
    expect(Object.keys(nested.json().errors)).toContain("insights.1.insightStatus");
  });
});
