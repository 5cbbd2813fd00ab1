import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { imageForm } from "../../support/server/image-form.ts";
import { makeTestApp, TEST_PASSWORD, type TestApp, type TestUser } from "../../support/server/test-app.ts";

const NEW_PASSWORD = "Lichen-on-Bark-9";
const FIVE_MB = 5 * 1024 * 1024;

describe.each(DATABASE_KINDS)("one's own account on $name", (kind) => {
  let test: TestApp;
  beforeAll(async () => {
    test = await makeTestApp({ kind });
  });
  afterAll(() => test.close());

  async function upload(user: TestUser, bytes: Uint8Array, field?: string) {
    const { body, headers } = await imageForm(new Uint8Array(bytes), field);
    return test.call("POST", "/api/user/image", { as: user, body, headers });
  }

  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: "#3a5f42" } });

  it("saves first name, last name and country, and answers the user [ACC-24]", async () => {
    const user = await test.addUser("profile");
    const answer = await test.call("POST", "/api/user", {
      as: user,
      body: { firstName: " Wangari ", lastName: "Otieno", country: "Uganda", email: "other@example.org" },
    });
    expect(answer.statusCode).toBe(200);
    const { userCredentials } = answer.json();
    expect(userCredentials).toMatchObject({ firstName: "Wangari", lastName: "Otieno", country: "Uganda" });
    expect(userCredentials.email).toBe(user.email);
    expect((await test.call("GET", "/api/user", { as: user })).json()).toEqual({ userCredentials });
  });

  it("names every empty field of a profile and changes nothing", async () => {
    const user = await test.addUser("empty");
    const body = { firstName: " ", lastName: "Otieno", country: "" };
    const answer = await test.call("POST", "/api/user", { as: user, body });
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json().errors).sort()).toEqual(["country", "firstName", "general"]);
    const { userCredentials } = (await test.call("GET", "/api/user", { as: user })).json();
    expect(userCredentials).toMatchObject({ firstName: "empty", lastName: "Test", country: "Kenya" });
  });

  it("takes the photo of the field image and answers its path, under which its owner reads it [ACC-25]", async () => {
    const user = await test.addUser("pictured");
    const answer = await upload(user, await picture(900, 600).png().toBuffer());
    expect(answer.statusCode).toBe(200);
    const { imageUrl } = answer.json();
    expect(answer.json()).toEqual({ imageUrl: expect.stringMatching(/^\/api\/user\/image\/[\da-f]{32}$/) });
    const { userCredentials } = (await test.call("GET", "/api/user", { as: user })).json();
    expect(userCredentials.imageUrl).toBe(imageUrl);
    const image = await test.call("GET", imageUrl, { as: user });
    expect(image.headers["content-type"]).toBe("image/webp");
    expect(image.headers["cache-control"]).toBe("private");
    const { width, height, format } = await sharp(image.rawPayload).metadata();
    expect({ width, height, format }).toEqual({ width: 512, height: 512, format: "webp" });
    const again = { "if-none-match": String(image.headers.etag) };
    expect((await test.call("GET", imageUrl, { as: user, headers: again })).statusCode).toBe(304);
    expect((await test.call("GET", imageUrl, { as: await test.addUser("curious") })).statusCode).toBe(404);
  });

  it("stores a photo upright and without the place in its metadata, and forgets the former one", async () => {
    const user = await test.addUser("located");
    // Left half red, right half blue; turned by its orientation the red is on top.
    const half = { create: { width: 100, height: 200, channels: 3 as const, background: "#ff0000" } };
    const bytes = await sharp({ create: { width: 200, height: 200, channels: 3, background: "#0000ff" } })
      .composite([{ input: half, left: 0, top: 0 }])
      .withExif({ IFD0: { Make: "Secretcam" }, IFD3: { GPSLatitudeRef: "S", GPSLatitude: "1/1 17/1 0/1" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const first = (await upload(user, bytes)).json().imageUrl;
    const { rawPayload } = await test.call("GET", first, { as: user });
    const { exif, xmp, iptc, orientation } = await sharp(rawPayload).metadata();
    expect({ exif, xmp, iptc, orientation }).toEqual({
      exif: undefined,
      xmp: undefined,
      iptc: undefined,
      orientation: undefined,
    });
    expect(rawPayload.includes("Secretcam")).toBe(false);
    const { data } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true });
    const [red = 0, , blue = 0] = data;
    expect(red).toBeGreaterThan(200);
    expect(blue).toBeLessThan(60);
    const second = (await upload(user, bytes)).json().imageUrl;
    expect(second).not.toBe(first);
    expect((await test.call("GET", first, { as: user })).statusCode).toBe(404);
  });

  it("does not make a small photo larger", async () => {
    const user = await test.addUser("small");
    const { imageUrl } = (await upload(user, await picture(90, 64).webp().toBuffer())).json();
    const { width } = await sharp((await test.call("GET", imageUrl, { as: user })).rawPayload).metadata();
    expect(width).toBe(64);
  });

  it("refuses what is no picture, too large, damaged or missing, and leaves the photo as it is", async () => {
    const user = await test.addUser("refused");
    const { imageUrl } = (await upload(user, await picture(64, 64).png().toBuffer())).json();
    const whole = await sharp(Buffer.from(Float32Array.from({ length: 75_000 }, Math.sin).buffer), {
      raw: { width: 300, height: 250, channels: 4 },
    })
      .png()
      .toBuffer();
    const refusals = [
      [await upload(user, Buffer.from("GIF89a, or so it says")), 415, "unsupported_type"],
      [await upload(user, Buffer.alloc(FIVE_MB + 1, 0xff)), 413, "too_large"],
      [await upload(user, whole.subarray(0, whole.length / 2)), 400, "invalid"],
      [await upload(user, whole, "avatar"), 400, "invalid"],
      [await upload(user, Buffer.alloc(0)), 400, "invalid"],
      [await test.call("POST", "/api/user/image", { as: user }), 400, "invalid"],
    ] as const;
    for (const [answer, status, code] of refusals) {
      expect({ status: answer.statusCode, code: answer.json().code }).toEqual({ status, code });
      expect(answer.json().errors.image).toMatch(/\w/);
    }
    const cut = await imageForm(new Uint8Array(whole));
    const answer = await test.call("POST", "/api/user/image", {
      as: user,
      body: cut.body.subarray(0, cut.body.length - 200),
      headers: cut.headers,
    });
    expect(answer.statusCode).toBe(400);
    expect((await test.call("GET", imageUrl, { as: user })).statusCode).toBe(200);
  });

  it("refuses a small file that would unfold to more than a hundred million pixels", async () => {
    const user = await test.addUser("unfolding");
    const bytes = await sharp({
      create: { width: 10_100, height: 10_000, channels: 3, background: "#000000" },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9, palette: true })
      .toBuffer();
    expect(bytes.length).toBeLessThan(FIVE_MB);
    expect((await upload(user, bytes)).statusCode).toBe(413);
  });

  it("changes the password, and ends every other session of the user [ACC-26]", async () => {
    const user = await test.addUser("changing");
    const elsewhere = await test.signInAgain(user);
    const stranger = await test.addUser("unrelated");
    const answer = await test.call("POST", "/api/changePassword", {
      as: user,
      body: { currPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ message: "ok" });
    expect((await test.call("GET", "/api/user", { as: user })).statusCode).toBe(200);
    expect((await test.call("GET", "/api/user", { as: elsewhere })).statusCode).toBe(401);
    expect((await test.call("GET", "/api/user", { as: stranger })).statusCode).toBe(200);
    const login = (password: string) =>
      test.call("POST", "/api/login", { body: { email: user.email, password } });
    expect((await login(TEST_PASSWORD)).statusCode).toBe(401);
    expect((await login(NEW_PASSWORD)).statusCode).toBe(200);
  });

  it("lets a reset link of before a change of the password work no more", async () => {
    const user = await test.addUser("linked");
    await test.call("POST", "/api/resetPassword", { body: { email: user.email } });
    const code = /#code=([\w-]+)/.exec((await test.mailBox.next()).text)?.[1];
    const change = { currPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD };
    await test.call("POST", "/api/changePassword", { as: user, body: change });
    const body = { email: user.email, password: "Moss-under-Fern-3", code };
    expect((await test.call("POST", "/api/resetPassword", { body })).statusCode).toBe(400);
  });

  it("refuses a password that is weak, the current one or common, before it looks at the current one", async () => {
    const user = await test.addUser("weak");
    for (const newPassword of ["short-A1", "no-upper-case", "NO-LOWER-CASE", "NoSpecialOne1", "Password1!"]) {
      const body = { currPassword: "Wrong-Password-1", newPassword };
      const answer = await test.call("POST", "/api/changePassword", { as: user, body });
      expect(answer.statusCode).toBe(400);
      expect(answer.json().errors.newPassword).toBe("Your password does not meet the defined requirements");
    }
    const same = { currPassword: TEST_PASSWORD, newPassword: TEST_PASSWORD };
    expect((await test.call("POST", "/api/changePassword", { as: user, body: same })).statusCode).toBe(400);
  });

  it("says that the current password is wrong, and counts it by session, which is no way to lock anybody out", async () => {
    const user = await test.addUser("guessing");
    const guess = () =>
      test.call("POST", "/api/changePassword", {
        as: user,
        body: { currPassword: "Wrong-Password-1", newPassword: NEW_PASSWORD },
      });
    const answer = await guess();
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({
      code: "wrong_password",
      errors: { currPassword: "The entered password is not correct" },
    });
    for (let count = 1; count < 10; count += 1) expect((await guess()).statusCode).toBe(403);
    expect((await guess()).statusCode).toBe(429);
    const change = { currPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD };
    const changed = (as: TestUser) => test.call("POST", "/api/changePassword", { as, body: change });
    expect((await changed(user)).statusCode).toBe(429);
    const { email } = user;
    const login = await test.call("POST", "/api/login", { body: { email, password: TEST_PASSWORD } });
    expect(login.statusCode).toBe(200);
    expect((await changed({ ...user, token: login.json().token })).statusCode).toBe(200);
  });
});
