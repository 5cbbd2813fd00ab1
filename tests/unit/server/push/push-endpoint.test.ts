import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPushEndpoint, isPushKeyPair } from "../../../../server/features/push/push-endpoint.ts";
import { isPublicAddress, publicLookup } from "../../../../server/providers/public-https.ts";

describe("the endpoint of a browser", () => {
  it.each([
    "https://fcm.googleapis.com/fcm/send/abc:def",
    "https://updates.push.services.mozilla.com/wpush/v2/gAAAA",
    "https://web.push.apple.com/QGu",
    "https://wns2-am3p.notify.windows.com/w/?token=BQY",
  ])("is taken from a push service: %s", (endpoint) => {
    expect(isPushEndpoint(endpoint)).toBe(true);
  });

  it.each([
    "http://fcm.googleapis.com/fcm/send/abc",
    "https://127.0.0.1/x",
    "https://2130706433/x",
    "https://[::1]/x",
    "https://localhost/x",
    "https://metadata.google.internal/computeMetadata",
    "https://router.lan/x",
    "https://intranet/x",
    "https://user:word@push.example.org/x",
    "https://push.example.org:8080/x",
    "https://push.example.org/x#part",
    "https://push.example.org/x\r\nX-Header: 1",
    "javascript:alert(1)",
    "file:///etc/passwd",
    "",
    `https://push.example.org/${"x".repeat(2000)}`,
  ])("is refused where no push service can be: %j", (endpoint) => {
    expect(isPushEndpoint(endpoint)).toBe(false);
  });

  it("needs keys with which a message can be encrypted", () => {
    const point = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
    const auth = "BTBZMqHH6r4Tts7J_aSIgg";
    expect(isPushKeyPair({ p256dh: point, auth })).toBe(true);
    expect(isPushKeyPair({ p256dh: point.replace("ZIIg", "ZIIh"), auth })).toBe(false);
    expect(isPushKeyPair({ p256dh: point, auth: `${auth}AA` })).toBe(false);
    expect(isPushKeyPair({ p256dh: "", auth: "" })).toBe(false);
    expect(isPushKeyPair({ p256dh: `${point}\n`, auth })).toBe(false);
  });
});

describe("the addresses that a push service may have", () => {
  it.each([
    ...["127.0.0.1", "10.1.2.3", "172.31.255.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"],
    ...["224.0.0.1", "255.255.255.255", "198.18.0.1"],
    ...["::1", "::", "fe80::1", "fd00::1", "fc00::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8"],
    ...["64:ff9b::7f00:1", "2002:7f00:1::", "2001:db8::1", "2001::1", "nonsense", ""],
  ])("are not %j", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(["8.8.8.8", "142.250.185.74", "34.107.221.82", "172.32.0.1", "2a00:1450:4001:80e::200a"])(
    "may be %s",
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it("are refused as a whole where one of a name's addresses is not public", () => {
    const isRefused = (addresses: readonly string[], all: boolean) => {
      let failed = false;
      publicLookup((_host, answer) =>
        answer(
          null,
          addresses.map((address) => ({ address, family: 4 })),
        ),
      )("push.example.org", { all }, (error) => {
        failed = error !== null;
      });
      return failed;
    };
    for (const all of [true, false]) {
      expect(isRefused(["8.8.8.8", "8.8.4.4"], all)).toBe(false);
      expect(isRefused(["8.8.8.8", "10.0.0.1"], all)).toBe(true);
      expect(isRefused([], all)).toBe(true);
    }
  });

  it("are never one of a private network, whatever its number", () => {
    const octet = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(
        fc.constantFrom("10", "127", "0", "192.168", "169.254"),
        octet,
        octet,
        octet,
        (net, a, b, c) => {
          const address = [...net.split("."), a, b, c].slice(0, 4).join(".");
          expect(isPublicAddress(address)).toBe(false);
        },
      ),
    );
  });
});
