import "fake-indexeddb/auto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { composeSession } from "../../../src/app/composition/compose-session.ts";
import { type AccountStore, createAccountStore } from "../../../src/state/account-store.ts";
import { CACHED_USER_KEY } from "../../../src/state/session.ts";
import type { AsyncPhase } from "../../../src/state/session-store.ts";
import { drawnPhoto } from "../../support/server/access/access-world.ts";
import { makeTestApp, TEST_PASSWORD, type TestApp } from "../../support/server/test-app.ts";
import { Device } from "./client-harness.ts";

let app: TestApp;
let device: Device;

beforeAll(async () => {
  app = await makeTestApp();
});
afterEach(() => device.close());
afterAll(() => app.close());

const PROFILE = { firstName: "Ada", lastName: "Otieno", country: "Uganda" };
const NEW_PASSWORD = "Lichen-on-Bark-9";

async function signedIn(name: string) {
  const user = await app.addUser(name);
  device = new Device(app);
  const world = device.world();
  const { http, session } = composeSession(world);
  await session.getState().login({ email: user.email, password: TEST_PASSWORD });
  const account = createAccountStore({ http, session });
  /** The phases of one write from here on. */
  const phasesOf = (name: "userUpdate" | "photoUpdate" | "passwordChange") => {
    const phases: AsyncPhase[] = [];
    account.subscribe((state: AccountStore, before: AccountStore) => {
      if (state[name] !== before[name]) phases.push(state[name]);
    });
    return phases;
  };
  const userNow = () => {
    const { session: now } = session.getState();
    return now.phase === "signedIn" ? now.user : null;
  };
  return { user, world, session, account, phasesOf, userNow };
}

const breakDown = (path: string) => (request: { path: string }) =>
  request.path === path
    ? Response.json({ code: "internal", errors: {} }, { status: 500 })
    : ("pass" as const);

describe("the writes to one's own account", () => {
  it("track the update of the user, and show what was saved at once, the next time without a connection too [API-05]", async () => {
    const { account, phasesOf, userNow, world } = await signedIn("updating");
    const phases = phasesOf("userUpdate");
    expect(account.getState().userUpdate).toBe("idle");
    expect(await account.getState().saveProfile(PROFILE)).toBeNull();
    expect(phases).toEqual(["beginning", "success"]);
    expect(device.network.to("/api/user").at(-1)?.body).toEqual(PROFILE);
    expect(userNow()).toMatchObject(PROFILE);
    expect(await world.keyValues.get(CACHED_USER_KEY)).toMatchObject(PROFILE);

    expect(await account.getState().saveProfile({ ...PROFILE, country: "" })).toHaveProperty("country");
    device.network.fault = breakDown("/api/user");
    expect(await account.getState().saveProfile({ ...PROFILE, country: "Ghana" })).toEqual({});
    expect(phases.slice(2)).toEqual(["beginning", "failure", "beginning", "failure"]);
    expect(userNow()).toMatchObject(PROFILE);
  });

  it("track the update of the photo, and show it at once [API-06]", async () => {
    const { account, phasesOf, userNow } = await signedIn("picturing");
    const phases = phasesOf("photoUpdate");
    const photo = new Blob([new Uint8Array(await drawnPhoto())], { type: "image/jpeg" });
    expect(await account.getState().savePhoto(photo)).toBeNull();
    expect(phases).toEqual(["beginning", "success"]);
    expect(userNow()?.imageUrl).toMatch(/^\/api\/user\/image\//);
    expect(await account.getState().savePhoto(new Blob(["no picture"]))).toHaveProperty("image");
    device.network.fault = breakDown("/api/user/image");
    expect(await account.getState().savePhoto(photo)).toEqual({});
    expect(phases.slice(2)).toEqual(["beginning", "failure", "beginning", "failure"]);
  });

  it("track the change of the password, and tell its refusals apart [API-07]", async () => {
    const { account, phasesOf, session } = await signedIn("changing");
    const phases = phasesOf("passwordChange");
    const change = (currPassword: string, newPassword: string) =>
      account.getState().changePassword({ currPassword, newPassword });
    expect(await change(TEST_PASSWORD, "weak")).toBe("unfit");
    expect(await change("Wrong-Password-1", NEW_PASSWORD)).toBe("wrong");
    device.network.fault = breakDown("/api/changePassword");
    expect(await change(TEST_PASSWORD, NEW_PASSWORD)).toBe("other");
    device.network.fault = () => "pass";
    expect(await change(TEST_PASSWORD, NEW_PASSWORD)).toBeNull();
    expect(phases).toEqual([...Array(3).fill(["beginning", "failure"]), ["beginning", "success"]].flat());
    expect(session.getState().session.phase).toBe("signedIn");
  });
});
