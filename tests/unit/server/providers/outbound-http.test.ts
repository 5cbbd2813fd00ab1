import { describe, expect, it } from "vitest";
import { outboundHttp } from "../../../../server/providers/outbound-http.ts";
import { FakeProvider } from "../../../support/providers/fake-provider.ts";

const post = (url: string) => ({ method: "POST" as const, url: new URL(url), headers: {}, body: "" });

describe("requests that leave the server", () => {
  it("only the configured origin is called", async () => {
    const provider = await FakeProvider.start(() => ({ status: 200, body: "hello" }));
    const other = await FakeProvider.start(() => ({ status: 200 }));
    try {
      const http = outboundHttp({ origin: provider.url });
      expect(await http(post(`${provider.url}/path`))).toMatchObject({ status: 200, text: "hello" });
      await expect(http(post(other.url))).rejects.toMatchObject({ kind: "forbidden" });
      expect(other.requests).toEqual([]);
    } finally {
      await Promise.all([provider.stop(), other.stop()]);
    }
  });

  it("a redirect is an answer and is not followed", async () => {
    const inside = await FakeProvider.start(() => ({ status: 200, body: "secret" }));
    const provider = await FakeProvider.start(() => ({ status: 302, headers: { location: inside.url } }));
    try {
      const answer = await outboundHttp({ origin: provider.url })(post(provider.url));
      expect(answer.status).toBe(302);
      expect(inside.requests).toEqual([]);
    } finally {
      await Promise.all([provider.stop(), inside.stop()]);
    }
  });

  it("64 kB of an answer are read", async () => {
    const provider = await FakeProvider.start(() => ({ status: 200 }));
    provider.faults.push("endless");
    try {
      const { text } = await outboundHttp({ origin: provider.url })(post(provider.url));
      expect(text).toHaveLength(64 * 1024);
    } finally {
      await provider.stop();
    }
  });

  it("a request that is answered with silence ends after its time, and may have been taken", async () => {
    const provider = await FakeProvider.start(() => ({ status: 200 }));
    provider.faults.push("silence");
    const cutOff = new AbortController();
    provider.onSilence = () => cutOff.abort();
    try {
      const http = outboundHttp({ origin: provider.url });
      const failure = await http({ ...post(provider.url), signal: cutOff.signal }).catch(
        (error: unknown) => error,
      );
      expect(failure).toMatchObject({ kind: "unanswered" });
    } finally {
      await provider.stop();
    }
  });
});
