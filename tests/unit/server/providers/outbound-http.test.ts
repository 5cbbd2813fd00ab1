import { describe, expect, it } from "vitest";
import { isPublicAddress, outboundHttp } from "../../../../server/providers/outbound-http.ts";
import { FakeProvider } from "../../../support/providers/fake-provider.ts";

const post = (url: string) => ({ method: "POST" as const, url: new URL(url), headers: {}, body: "" });

describe("requests that leave the server", () => {
  it.each([
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "169.254.169.254",
    "172.31.255.255",
    "192.168.1.1",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:10.0.0.1",
    "64:ff9b::a00:1",
    "fc00::1",
    "fe80::1",
    "ff02::1",
    "2001:db8::1",
    "2002:a00:1::",
    "no address",
  ])("%s is no public address", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(["1.1.1.1", "93.184.216.34", "172.32.0.1", "2606:4700::1111", "2a00:1450:4001::1"])(
    "%s is a public address",
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

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

  it.each([
    ["plain HTTP", "http://push.example.org/"],
    ["a private address", "https://10.0.0.1/"],
    ["an address of this machine", "https://[::1]/"],
    ["a mapped address", "https://[::ffff:127.0.0.1]/"],
    ["an address in another notation", "https://2130706433/"],
    ["a name of this machine", "https://localhost:9/"],
    ["a password in the address", "https://user:word@push.example.org/"],
  ])("of public hosts, %s is refused before anything is sent", async (_, url) => {
    const http = outboundHttp({ publicHosts: true });
    const failure = await http(post(url)).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: "OutboundFailure", kind: "forbidden" });
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
