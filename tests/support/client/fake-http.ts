import { convertedOf, type Http, type HttpCall, type HttpOutcome } from "../../../src/platform/http.ts";

/**
 * The answer of a fake server to one call: data as `message`, a refusal with its status, no answer, or the page of a
 * proxy that gave up waiting for the server.
 */
export type FakeAnswer =
  | { message: unknown }
  | { status: number; code?: string; errors?: Record<string, string>; message?: unknown }
  | "silence"
  | "proxyPage";

type FakeCall = Omit<HttpCall<unknown>, "convert">;
type Route = FakeAnswer | ((call: FakeCall) => FakeAnswer | Promise<FakeAnswer>);

export interface FakeHttp extends Http {
  /** `METHOD path body` of each call, in order. */
  calls: string[];
}

/** An HTML page with 504, as calls see it. */
export const PROXY_PAGE: HttpOutcome<never> = {
  kind: "refusal",
  status: 504,
  refusal: { code: null, errors: {}, message: undefined, retryAfterMs: null },
  protocol: null,
};

/** Answers by `METHOD path`; what has no route is answered by nobody. An answer of the wrong shape is not taken. */
export function createFakeHttp(routes: Readonly<Record<string, Route>>): FakeHttp {
  const calls: string[] = [];
  return {
    calls,
    open: async () => Promise.reject(new TypeError("nobody answers")),
    image: async () => ({ kind: "unreachable", why: "network" }),
    async call<T, Out = T>(call: HttpCall<T, Out>): Promise<HttpOutcome<Out>> {
      const key = `${call.method ?? "GET"} ${call.path}`;
      calls.push(call.body === undefined ? key : `${key} ${JSON.stringify(call.body)}`);
      const route = routes[key] ?? "silence";
      const answer = typeof route === "function" ? await route(call) : route;
      if (answer === "silence") return { kind: "unreachable", why: "network" };
      if (answer === "proxyPage") return PROXY_PAGE;
      if (!("status" in answer)) {
        return call.accept(answer)
          ? { kind: "answer", value: convertedOf(call, answer), protocol: 1 }
          : { kind: "unreachable", why: "notOurs" };
      }
      const { status, code = null, errors = {}, message = null } = answer;
      return {
        kind: "refusal",
        status,
        refusal: { code, errors, message, retryAfterMs: null },
        protocol: 1,
      };
    },
  };
}
