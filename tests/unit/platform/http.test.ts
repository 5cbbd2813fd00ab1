import { describe, expect, it } from "vitest";
import { apiBase, createHttp, type HttpOutcome, type HttpParts } from "../../../src/platform/http.ts";
import { isMessage, isText } from "../../../src/platform/json-shape.ts";

const accept = isMessage(isText);
const json = (body: unknown, init?: ResponseInit) => Response.json(body, init);

function over(
  answer: (url: string, init: RequestInit) => Response | Promise<Response>,
  parts: Partial<HttpParts> = {},
) {
  return createHttp({
    base: "",
    authorization: () => null,
    fetch: async (input, init) => answer(String(input), init ?? {}),
    ...parts,
  });
}

describe("calls to the server", () => {
  it("go to this page's own origin, the named host, or the local emulator by flag [API-01]", async () => {
    expect(apiBase({})).toBe("");
    expect(apiBase({ VITE_API_BASE: "https://api.example.org/" })).toBe("https://api.example.org");
    expect(apiBase({ VITE_USE_EMULATOR: "true", VITE_API_BASE: "https://api.example.org" })).toBe(
      "http://127.0.0.1:8080",
    );
    let asked = "";
    const http = over(
      (url) => {
        asked = url;
        return json({ message: "x" });
      },
      { base: apiBase({ VITE_USE_EMULATOR: "true" }) },
    );
    await http.call({ path: "/api/x", query: { limit: 5, cursor: undefined }, accept });
    expect(asked).toBe("http://127.0.0.1:8080/api/x?limit=5");
  });

  it("send and keep the cookie of this device where they ask for it alone (neighbour 5)", async () => {
    const sent: unknown[] = [];
    const http = over((_, init) => {
      sent.push(init.credentials);
      return json({ message: "x" });
    });
    await http.call({ method: "POST", path: "/api/login", withCookie: true, accept });
    await http.call({ path: "/api/user", accept });
    await http.image({ path: "/api/photo", query: {} });
    await http.open({ path: "/api/photo", query: {}, signal: new AbortController().signal });
    expect(sent).toEqual(["same-origin", "omit", "omit", "omit"]);
  });

  it("carry the stored authorization as it is stored, and none while there is none [API-02]", async () => {
    const sent: (string | null)[] = [];
    let stored: string | null = "Bearer abc";
    const http = over(
      (_, init) => {
        sent.push(new Headers(init.headers).get("authorization"));
        return json({ message: "x" });
      },
      { authorization: () => stored },
    );
    await http.call({ path: "/api/x", accept });
    await http.image({ path: "/api/photo", query: {} });
    stored = null;
    await http.call({ path: "/api/x", accept });
    expect(sent).toEqual(["Bearer abc", "Bearer abc", null]);
  });

  it("compress a large body for a server that announces itself, and no more where that is refused", async () => {
    const sent: [string | null, string][] = [];
    let status = 200;
    const http = over(async (_, init) => {
      const encoding = new Headers(init.headers).get("content-encoding");
      const body = new Response(init.body ?? null).body ?? new ReadableStream();
      const text = encoding === null ? body : body.pipeThrough(new DecompressionStream("gzip"));
      sent.push([encoding, await new Response(text).text()]);
      return json({ message: "x" }, { status, headers: { "understory-protocol": "1" } });
    });
    const post = (body: string) => http.call({ method: "POST", path: "/api/x", body, accept });
    const large = "a large body ".repeat(1_000);
    await post(large);
    await post("a small body");
    await post(large);
    status = 415;
    await post(large);
    status = 200;
    await post("a small body");
    await post(large);
    expect(sent.map(([encoding]) => encoding)).toEqual([null, null, "gzip", "gzip", null, null]);
    expect(sent.map(([, text]) => JSON.parse(text).length)).toEqual(
      [large, "a small body", large, large, "a small body", large].map(({ length }) => length),
    );
  });

  it("are never compressed for a server that says nothing of itself", async () => {
    const encodings: (string | null)[] = [];
    const http = over((_, init) => {
      encodings.push(new Headers(init.headers).get("content-encoding"));
      return json({ message: "x" });
    });
    for (let call = 0; call < 2; call += 1) {
      await http.call({ method: "POST", path: "/api/x", body: "x".repeat(10_000), accept });
    }
    expect(encodings).toEqual([null, null]);
  });

  it("count only with JSON of the expected shape", async () => {
    const answers: [Response, string][] = [
      [json({ message: "x" }), "answer"],
      [json({ message: 1 }), "unreachable"],
      [json(["x"]), "unreachable"],
      [new Response("<html>", { headers: { "content-type": "text/html" } }), "unreachable"],
      [new Response("{", { headers: { "content-type": "application/json" } }), "unreachable"],
      [new Response("<html>", { status: 401, headers: { "content-type": "text/html" } }), "unreachable"],
      [json({ code: "not_found", errors: { general: "No." } }, { status: 404 }), "refusal"],
    ];
    for (const [response, kind] of answers) {
      expect((await over(() => response).call({ path: "/api/x", accept })).kind).toBe(kind);
    }
  });

  it("read a 5xx with any body as an error of the server, but not a portal's demand for a sign-in", async () => {
    const page = (status: number) => () =>
      new Response("<html>", { status, headers: { "content-type": "text/html", "retry-after": "9" } });
    const empty = { code: null, errors: {}, message: undefined, retryAfterMs: 9_000 };
    for (const status of [500, 502, 504]) {
      const outcome = await over(page(status)).call({ path: "/api/x", accept });
      expect(outcome).toEqual({ kind: "refusal", status, refusal: empty, protocol: null });
    }
    for (const portal of [page(511), () => json({ message: "sign in" }, { status: 511 })]) {
      const parts = { authorization: () => "Bearer x" };
      expect(await over(portal, parts).call({ path: "/api/x", accept })).toEqual({
        kind: "unreachable",
        why: "notOurs",
      });
    }
  });

  it("read a refusal as code, field map and pause, with the general sentence from wherever it stands", async () => {
    const refuse = async (body: unknown, headers = {}) =>
      over(() => json(body, { status: 429, headers })).call({ path: "/api/x", accept });
    expect(
      await refuse({ code: "throttled", errors: { email: "Bad." } }, { "retry-after": "7" }),
    ).toMatchObject({
      kind: "refusal",
      status: 429,
      refusal: { code: "throttled", errors: { email: "Bad." }, retryAfterMs: 7_000 },
    });
    expect(await refuse({ errors: { general: "A", x: 5 }, message: "B" })).toMatchObject({
      refusal: { errors: { general: "A" } },
    });
    expect(await refuse({ message: "B", error: "C" })).toMatchObject({
      refusal: { errors: { general: "B" } },
    });
    expect(await refuse({ error: "C" })).toMatchObject({ refusal: { errors: { general: "C" } } });
  });

  it("read a body in pieces, with a sign of life for the head and for each of them", async () => {
    const bytes = new TextEncoder().encode(JSON.stringify({ message: "Füchse, 🦊" }));
    // The body is cut inside ü, of two bytes, and twice inside the fox, of four.
    const fox = bytes.indexOf(0xf0);
    const ends = [bytes.indexOf(0xc3) + 1, fox + 1, fox + 3, bytes.length];
    const pieces = ends.map((end, at) => bytes.slice(ends[at - 1] ?? 0, end));
    const body = new ReadableStream({
      pull(stream) {
        const piece = pieces.shift();
        if (piece === undefined) stream.close();
        else stream.enqueue(piece);
      },
    });
    const response = new Response(body, { headers: { "content-type": "application/json" } });
    let signs = 0;
    const onProgress = () => {
      signs += 1;
    };
    expect(await over(() => response).call({ path: "/api/x", accept, onProgress })).toEqual({
      kind: "answer",
      value: { message: "Füchse, 🦊" },
      protocol: null,
    });
    expect(signs).toBe(5);
  });

  it("convert an accepted value in the turn in which it is parsed, and nothing else", async () => {
    const converted: { value: unknown; waited: boolean }[] = [];
    let waited = false;
    const judge = (value: unknown): value is { message: string } => {
      // Runs before anything that waits, if only for a promise that is resolved.
      queueMicrotask(() => {
        waited = true;
      });
      return accept(value);
    };
    const convert = (value: { message: string }) => {
      converted.push({ value, waited });
      return value.message.length;
    };
    const call = (body: unknown, status = 200) =>
      over(() => json(body, { status })).call({ path: "/api/x", accept: judge, convert });
    expect(await call({ message: "fox" })).toEqual({ kind: "answer", value: 3, protocol: null });
    expect((await call({ message: 1 })).kind).toBe("unreachable");
    expect((await call({ message: "no" }, 404)).kind).toBe("refusal");
    expect(converted).toEqual([{ value: { message: "fox" }, waited: false }]);
  });

  it("reject with the error of a conversion, which says nothing of the connection", async () => {
    const convert = () => {
      throw new RangeError("no memory");
    };
    const http = over(() => json({ message: "x" }));
    await expect(http.call({ path: "/api/x", accept, convert })).rejects.toThrow("no memory");
  });

  it("answer the type that is accepted, whatever the caller expects", () => {
    const http = over(() => json({ message: "x" }));
    // @ts-expect-error: a message is a text here.
    const call = (): Promise<HttpOutcome<{ message: number }>> => http.call({ path: "/api/x", accept });
    expect(call).toBeTypeOf("function");
  });

  it("say which protocol the server announces", async () => {
    const http = over(() => json({ message: "x" }, { headers: { "understory-protocol": "1" } }));
    expect(await http.call({ path: "/api/x", accept })).toMatchObject({ protocol: 1 });
    expect(await over(() => json({ message: "x" })).call({ path: "/api/x", accept })).toMatchObject({
      protocol: null,
    });
  });

  it("tell of a 401 and a 403 that the server gave, not of one that a portal made up", async () => {
    const told: string[] = [];
    const parts = { onDenied: (path: string) => told.push(path) };
    await over(() => json({ code: "signed_out" }, { status: 401 }), parts).call({ path: "/api/a", accept });
    await over(() => new Response("no", { status: 401 }), parts).call({ path: "/api/b", accept });
    await over(() => json({ code: "signed_out" }, { status: 401 }), parts).image({
      path: "/api/c",
      query: {},
    });
    await over(() => json({ code: "forbidden" }, { status: 403 }), parts).call({ path: "/api/d", accept });
    await over(() => json({ code: "not_found" }, { status: 404 }), parts).call({ path: "/api/e", accept });
    expect(told).toEqual(["/api/a", "/api/c", "/api/d"]);
  });

  it("end in time, or when the caller gives up, and never throw", async () => {
    const never = over(
      (_, init) =>
        new Promise((_resolve, reject) => {
          init.signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
        }),
    );
    expect(await never.call({ path: "/api/x", accept, timeoutMs: 1 })).toEqual({
      kind: "unreachable",
      why: "timeout",
    });
    const caller = new AbortController();
    const asked = never.call({ path: "/api/x", accept, signal: caller.signal });
    caller.abort();
    expect(await asked).toEqual({ kind: "unreachable", why: "givenUp" });
    const broken = over(() => {
      throw new TypeError("network");
    });
    expect(await broken.call({ path: "/api/x", accept })).toEqual({ kind: "unreachable", why: "network" });
  });

  it("take only a picture for a picture [INS-55, INS-56]", async () => {
    const image = new Response("bytes", { headers: { "content-type": "image/webp" } });
    const urls: string[] = [];
    const http = over((url) => {
      urls.push(url);
      return image;
    });
    const query = { thumbnail: "true", deviceId: "cam 1", photoUrl: "a/b" };
    expect((await http.image({ path: "/api/photo", query })).kind).toBe("answer");
    expect(urls).toEqual(["/api/photo?thumbnail=true&deviceId=cam+1&photoUrl=a%2Fb"]);
    const portal = over(() => new Response("<html>", { headers: { "content-type": "text/html" } }));
    expect(await portal.image({ path: "/api/photo", query })).toEqual({
      kind: "unreachable",
      why: "notOurs",
    });
    const missing = over(() => json({ code: "not_found" }, { status: 404 }));
    expect(await missing.image({ path: "/api/photo", query })).toEqual({ kind: "refusal", status: 404 });
  });
});
