import { Compile } from "typebox/compile";
import { afterAll, beforeAll, expect } from "vitest";
import { issueCode } from "../../../server/features/integrations/confirmation-code.ts";
import { Integration } from "../../../src/protocol/calls/integration-calls.ts";
import type { DatabaseKind } from "./databases.ts";
import { makeTestApp, type TestApp, type TestUser } from "./test-app.ts";

export const INTEGRATIONS_URL = "/api/integrations";

export type Body = Record<string, unknown>;

const isIntegration = Compile(Integration);

/** A server with text messages for the tests of a describe, and the calls about integrations on it. */
export function useIntegrationWorld(kind: DatabaseKind) {
  let test: TestApp;
  let users = 0;
  /** How often the worker was woken, and what it does then. */
  const wake = { count: 0, work: async (): Promise<unknown> => undefined };
  beforeAll(async () => {
    test = await makeTestApp({
      kind,
      env: {
        TWILIO_ACCOUNT_SID: `AC${"1".repeat(32)}`,
        TWILIO_AUTH_TOKEN: "twilio-token-of-the-test",
        TWILIO_FROM: "+15550001111",
      },
      deliveryWorker: {
        wake: () => {
          wake.count += 1;
          void wake.work();
        },
      },
    });
  });
  afterAll(() => test.close());

  async function newUser(): Promise<TestUser> {
    users += 1;
    return test.addUser(`user${users}`);
  }

  const send = (as: TestUser, method: "GET" | "POST" | "PUT" | "DELETE", path = "", body?: Body) =>
    test.call(method, `${INTEGRATIONS_URL}${path}`, { as, ...(body === undefined ? {} : { body }) });

  async function done(as: TestUser, method: "POST" | "PUT", path: string, body: Body) {
    const answer = await send(as, method, path, body);
    expect(answer.statusCode, answer.body).toBe(200);
    const { message } = answer.json();
    expect(isIntegration.Check(message), answer.body).toBe(true);
    return message;
  }

  async function list(as: TestUser) {
    const { message } = (await send(as, "GET")).json();
    for (const one of message) expect(isIntegration.Check(one)).toBe(true);
    return message;
  }

  async function refused(
    as: TestUser,
    [method, path, body]: readonly ["POST" | "PUT" | "DELETE", string, Body?],
    status: number,
  ): Promise<Record<string, string>> {
    const answer = await send(as, method, path, body);
    expect(answer.statusCode, answer.body).toBe(status);
    const { general, ...errors } = answer.json().errors;
    expect(typeof general).toBe("string");
    return errors;
  }

  const addEmails = (as: TestUser, ...emails: string[]) =>
    done(as, "POST", "", { platform: "email", options: { emails } });

  /** The code of an address, as its message would have brought it. */
  async function codeFor(as: TestUser, address: string): Promise<string> {
    const { target_id } = await test.db.reader
      .selectFrom("integration_targets")
      .select("target_id")
      .where("user_id", "=", as.userId)
      .where("address", "=", address)
      .executeTakeFirstOrThrow();
    const code = await test.db.write((transaction) => issueCode(transaction, target_id, test.clock.now()));
    return code ?? "";
  }

  const confirm = (as: TestUser, platform: string, body: Body) =>
    send(as, "POST", `/${platform}/confirm`, body);

  async function confirmed(as: TestUser, platform: string, target: string) {
    const answer = await confirm(as, platform, { code: await codeFor(as, target), target });
    expect(answer.statusCode, answer.body).toBe(200);
  }

  const deliveriesOf = (as: TestUser, kind: string) =>
    test.db.reader
      .selectFrom("deliveries")
      .selectAll()
      .where("user_id", "=", as.userId)
      .where("kind", "=", kind)
      .orderBy("delivery_id")
      .execute();

  return {
    get test() {
      return test;
    },
    wake,
    newUser,
    send,
    done,
    list,
    refused,
    addEmails,
    codeFor,
    confirm,
    confirmed,
    deliveriesOf,
  };
}
