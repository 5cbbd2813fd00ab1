// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { act, cleanup } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { useServerList } from "../../../../src/client/use-server-list.ts";
import { CHARGES_PATH, isCharge } from "../../../../src/features/account/billing/billing-calls.ts";
import { useCardUpdate } from "../../../../src/features/account/billing/use-card-update.ts";
import type { Http } from "../../../../src/platform/http.ts";
import { createAccountStore } from "../../../../src/state/account-store.ts";
import { createSessionStore } from "../../../../src/state/session.ts";
import { createFakeHttp, type FakeAnswer } from "../../../support/client/fake-http.ts";
import { ADA, createFakeSession } from "../../../support/client/fake-session.ts";
import { renderScreen } from "../../../support/client/render-screen.tsx";

afterEach(cleanup);

/** What a screen sees of an operation, under the names of its own. */
type Phase = string;
type Begin = (http: Http) => { phase(): Phase; start(): Promise<unknown> };

function userFetch(http: Http) {
  const session = createSessionStore({
    http,
    local: { get: () => "Bearer t", set: () => undefined, remove: () => undefined },
    keyValues: { get: async () => undefined, set: async () => undefined, remove: async () => undefined },
    data: { clear: async () => undefined, clearOthers: async () => undefined },
    sentences: { unreachable: "", refused: "" },
  });
  return { phase: () => session.getState().userFetch, start: () => session.getState().start() };
}

function account(http: Http) {
  return createAccountStore({ http, session: createFakeSession() });
}

function cardUpdate(http: Http) {
  const seen: { control?: ReturnType<typeof useCardUpdate> } = {};
  const Probe = () => {
    seen.control = useCardUpdate({ onSet: () => undefined, onUnknown: () => undefined });
    return null;
  };
  renderScreen(<Probe />, { http }, { address: "/" });
  return {
    phase: () => seen.control?.update.kind ?? "",
    start: async () => seen.control?.run(async () => ({ kind: "source", token: "tok_1" })),
  };
}

function chargesFetch(http: Http) {
  const seen: { list?: string } = {};
  const Probe = () => {
    const { kind } = useServerList({ path: CHARGES_PATH, row: isCharge }).list;
    seen.list = ({ loading: "beginning", loaded: "success" } as Record<string, string>)[kind] ?? "failure";
    return null;
  };
  return {
    phase: () => seen.list ?? "idle",
    start: async () => renderScreen(<Probe />, { http }, { address: "/" }),
  };
}

const OK = { message: "ok" };
const OPERATIONS: readonly [name: string, route: string, answer: object, begin: Begin][] = [
  ["the user fetch", "GET /api/user", { userCredentials: ADA }, userFetch],
  [
    "the user update",
    "POST /api/user",
    { userCredentials: ADA },
    (http) => {
      const store = account(http);
      const profile = { firstName: "Ada", lastName: "Ranger", country: "Kenya" };
      return {
        phase: () => store.getState().userUpdate,
        start: () => store.getState().saveProfile(profile),
      };
    },
  ],
  [
    "the photo update",
    "POST /api/user/image",
    { imageUrl: "/api/user/image?v=1" },
    (http) => {
      const store = account(http);
      return {
        phase: () => store.getState().photoUpdate,
        start: () => store.getState().savePhoto(new Blob(["x"])),
      };
    },
  ],
  [
    "the password change",
    "POST /api/changePassword",
    OK,
    (http) => {
      const store = account(http);
      const passwords = { currPassword: "a", newPassword: "b" };
      return {
        phase: () => store.getState().passwordChange,
        start: () => store.getState().changePassword(passwords),
      };
    },
  ],
  ["the card update", "POST /api/setSource", { card: { card: null } }, cardUpdate],
  ["the charges fetch", "GET /api/getCharges", { message: [] }, chargesFetch],
];

describe.each(OPERATIONS)("%s", (_, route, answer, begin) => {
  it.each([
    ["success", answer as FakeAnswer],
    ["failure", { status: 503 }],
    ["failure", "silence" as const],
  ])("is idle, then at its beginning, and ends in %s with %j (promise B2) [API-03]", async (end, given) => {
    let answerNow: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answerNow = resolve;
    });
    const http = createFakeHttp({
      [route]: async () => {
        await held;
        return given;
      },
    });
    const operation = begin(http);
    expect(operation.phase()).toBe("idle");
    let ended: Promise<unknown> = Promise.resolve();
    await act(async () => {
      ended = operation.start();
    });
    expect(operation.phase()).toBe("beginning");
    await act(async () => {
      answerNow();
      await ended;
    });
    await expect.poll(operation.phase).toBe(end);
  });
});
