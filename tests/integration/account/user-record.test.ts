import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { FakeStripe } from "../../support/server/fake-stripe.ts";
import { imageForm } from "../../support/server/image-form.ts";
import { makeTestApp, type TestApp } from "../../support/server/test-app.ts";

const PROFILE = {
  firstName: "Wangari",
  lastName: "Otieno",
  phoneNumber: "+254 700 123456",
  country: "Kenya",
  username: "wangari",
  email: "wangari@example.org",
};
const PASSWORD = "Lichen-on-Bark-9";

describe.each(DATABASE_KINDS)("the record of a user on $name", (kind) => {
  let stripe: FakeStripe;
  let test: TestApp;
  beforeAll(async () => {
    stripe = await new FakeStripe().start();
    test = await makeTestApp({ kind, env: { ...stripe.env, SIGNUP: "open" } });
  });
  afterAll(async () => {
    await test.close();
    await stripe.close();
  });

  it("has the profile, the password, the photo, the number, the card and the charges [ACC-23]", async () => {
    const signup = await test.call("POST", "/api/signup", {
      body: { ...PROFILE, password: PASSWORD, confirmPassword: PASSWORD },
    });
    expect(signup.statusCode).toBe(200);
    const signIn = (password: string) =>
      test.call("POST", "/api/login", { body: { email: PROFILE.email, password } });
    expect((await signIn("Lichen-on-Stone-9")).statusCode).toBe(401);
    const as: string = (await signIn(PASSWORD)).json().token;
    const get = async (path: string) => (await test.call("GET", path, { as })).json();

    const { userCredentials } = await get("/api/user");
    const userIdSql: number = userCredentials.userIdSql;
    expect(Number.isInteger(userIdSql)).toBe(true);
    expect(userCredentials).toMatchObject({ ...PROFILE, imageUrl: null });
    expect(JSON.stringify(userCredentials)).not.toContain(PASSWORD);
    expect(await get("/api/getCard")).toEqual({ card: { card: null } });
    expect(await get("/api/getCharges")).toEqual({ message: [] });

    const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: "#3a5f42" } });
    const { body, headers } = await imageForm(new Uint8Array(await picture.png().toBuffer()));
    const { imageUrl } = (await test.call("POST", "/api/user/image", { as, body, headers })).json();
    expect(imageUrl).toMatch(/^\/api\/user\/image\//);
    expect((await get("/api/user")).userCredentials).toEqual({ ...userCredentials, imageUrl });

    await test.call("POST", "/api/setSource", { as, body: { token: stripe.token("visa") } });
    const customer = [...stripe.customers.values()].find(({ email }) => email === PROFILE.email);
    expect(customer?.metadata).toEqual({ userId: String(userIdSql) });
    const { id, created } = stripe.addCharge(customer?.id ?? "", { amount: 1250, description: "Plan" });
    test.clock.advance(24 * 3600_000);
    expect(await get("/api/getCard")).toEqual({
      card: { card: { brand: "Visa", last4: "4242", exp_month: 8, exp_year: 2031 } },
    });
    expect(await get("/api/getCharges")).toEqual({
      message: [{ id, created, description: "Plan", amount: 1250, currency: "usd", status: "succeeded" }],
    });
  });
});
