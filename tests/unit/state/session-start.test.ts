import { describe, expect, it } from "vitest";
import type { Http } from "../../../src/platform/http.ts";
import { type KeyValues, LOCAL_KEYS, type LocalValues } from "../../../src/platform/stored-values.ts";
import type { User } from "../../../src/protocol/shapes.ts";
import { CACHED_USER_KEY, createSessionStore } from "../../../src/state/session.ts";
import { PROXY_PAGE } from "../../support/client/fake-http.ts";

const USER: User = {
  userIdSql: 7,
  firstName: "Wangari",
  lastName: "Maathai",
  phoneNumber: "",
  country: "",
  username: "wangari",
  email: "wangari@example.org",
  imageUrl: null,
  deletionAt: null,
  role: "member",
};

function sessionWith(http: Pick<Http, "call">, user: User = USER, changed: Partial<KeyValues> = {}) {
  const local = new Map<string, string>([
    [LOCAL_KEYS.token, "Bearer t"],
    [LOCAL_KEYS.userId, "7"],
  ]);
  const kept = new Map<string, unknown>([[CACHED_USER_KEY, user]]);
  const localValues: LocalValues = {
    get: (key) => local.get(key) ?? null,
    set: (key, value) => void local.set(key, value),
    remove: (key) => void local.delete(key),
  };
  const keyValues: KeyValues = {
    get: async (key) => kept.get(key),
    set: async (key, value) => void kept.set(key, value),
    remove: async (key) => void kept.delete(key),
    ...changed,
  };
  return createSessionStore({
    http: http as Http,
    local: localValues,
    keyValues,
    data: { clear: async () => undefined, clearOthers: async () => undefined },
    sentences: { unreachable: "unreachable", refused: "refused" },
  });
}

describe("a start with a person whom this device knows", () => {
  it("opens at once, however long the server takes", async () => {
    const session = sessionWith({ call: () => new Promise(() => undefined) });
    void session.getState().start();
    await expect
      .poll(() => session.getState().session)
      .toEqual({ phase: "signedIn", user: USER, fresh: false });
  });

  it("ends when the server then refuses the person", async () => {
    const refusal = { code: "signed_out", errors: {}, message: undefined, retryAfterMs: null };
    const session = sessionWith({
      call: async () => ({ kind: "refusal", status: 401, refusal, protocol: 1 }),
    });
    await session.getState().start();
    expect(session.getState().session).toEqual({ phase: "signedOut", reason: "refused" });
  });

  it("ends together with its token, also where the device's storage does not answer", async () => {
    const refusal = { code: "signed_out", errors: {}, message: undefined, retryAfterMs: null };
    const http: Pick<Http, "call"> = {
      call: async () => ({ kind: "refusal", status: 401, refusal, protocol: 1 }),
    };
    const session = sessionWith(http, USER, { remove: () => new Promise(() => undefined) });
    void session.getState().start();
    await expect.poll(() => session.getState().session).toEqual({ phase: "signedOut", reason: "refused" });
  });

  it("ends with the account that was to be deleted, so that nobody is asked to sign in to one that is gone (promise A8, fault 33)", async () => {
    const refusal = { code: "signed_out", errors: {}, message: undefined, retryAfterMs: null };
    const leaving = { ...USER, deletionAt: "2026-11-21T00:00:00.000Z" };
    const http: Pick<Http, "call"> = {
      call: async () => ({ kind: "refusal", status: 401, refusal, protocol: 1 }),
    };
    const session = sessionWith(http, leaving);
    await session.getState().start();
    expect(session.getState().session).toEqual({ phase: "signedOut", reason: "refused", leaving });
  });

  it("ends with an account that the server says is deleted, though this device never heard that it would be; only the server's own answer says so (promise A8, fault 33)", async () => {
    const refusal = {
      code: "signed_out",
      errors: {},
      message: { account: "deleted" },
      retryAfterMs: null,
    };
    for (const [protocol, ended] of [
      [1, { phase: "signedOut", reason: "deleted", leaving: USER }],
      [null, { phase: "signedOut", reason: "refused" }],
    ] as const) {
      const session = sessionWith({
        call: async () => ({ kind: "refusal", status: 401, refusal, protocol }),
      });
      await session.getState().start();
      expect(session.getState().session).toEqual(ended);
    }
  });
});

describe("a sign-in", () => {
  it("was not reached where a proxy answers for the server, and is refused only by the server itself", async () => {
    for (const [protocol, general] of [
      [null, "unreachable"],
      [1, "refused"],
    ] as const) {
      const session = sessionWith({ call: async () => ({ ...PROXY_PAGE, protocol }) as typeof PROXY_PAGE });
      const errors = await session.getState().login({ email: "a@b.c", password: "x" });
      expect(errors).toEqual({ general });
    }
  });
});

describe("the e-mail address of the last sign-in", () => {
  const answers: Pick<Http, "call"> = {
    call: (async ({ path }: { path: string }) => ({
      kind: "answer",
      protocol: 1,
      value: path === "/api/user" ? { userCredentials: USER } : { token: "t" },
    })) as unknown as Http["call"],
  };

  it("is known once a session has ended by itself, and not after Logout (hand 6)", async () => {
    const session = sessionWith(answers);
    const { login, lastEmail, logout } = session.getState();
    expect(lastEmail()).toBe("");
    await login({ email: USER.email, password: "secret" });
    expect(session.getState().session.phase).toBe("signedIn");
    expect(lastEmail()).toBe(USER.email);
    await logout("keep");
    expect(lastEmail()).toBe("");
  });
});
