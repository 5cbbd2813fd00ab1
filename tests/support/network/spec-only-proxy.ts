import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * The real server, reduced to the specification: its calls (section 7) and its fields. It announces no protocol,
 * accepts no idempotency key, returns no outcomes of items, and names insights, positions and photos by the
 * specification's other names. All other calls are unknown to it.
 */
export interface SpecOnlyProxy {
  readonly url: string;
  readonly port: number;
  /** The calls of the specification that came, in order: "GET /api/insights/count". */
  readonly calls: readonly string[];
  /** Calls outside of the specification. */
  readonly unknownCalls: readonly string[];
  /** Answers the next pages of insights only when so many of them have been asked for. */
  holdPages(count: number): void;
  stop(): Promise<void>;
}

/** Section 7 of the specification. */
const SPEC_CALLS = [
  "POST /api/login",
  "POST /api/signup",
  "POST /api/resetPassword",
  "GET|POST /api/user",
  "POST /api/user/image",
  "POST /api/changePassword",
  "GET /api/getCard",
  "POST /api/setSource",
  "GET /api/getCharges",
  "GET /api/getDevicesForUser",
  "GET /api/getModelsForUser/{id}",
  "GET /api/getDeployedModels",
  "GET /api/models/{id}/classes",
  "POST /api/updateDevice",
  "PUT /api/devices/{id}/display",
  "DELETE /api/dataClearing/{id}",
  "GET|POST /api/v2/marketplace/models",
  "GET|POST /api/v2/groups",
  "PUT|DELETE /api/v2/groups/{id}",
  "POST /api/v2/groups/{id}/devices",
  "DELETE /api/v2/groups/{id}/devices/{id}",
  "GET /api/alerts",
  "GET|PUT /api/alerts/settings",
  "PUT|DELETE /api/alerts/all",
  "PUT /api/alerts/statusUpdate/{id}",
  "GET|POST /api/integrations",
  "DELETE /api/integrations/{id}",
  "PUT /api/integrations/emails",
  "PUT /api/integrations/sms",
  "PUT /api/integrations/{id}/notifications",
  "PUT /api/integrations/{id}/groups",
  "GET /api/features",
  "PUT /api/features/{id}",
  "GET /api/insights/count",
  "GET /api/insights/paginated",
  "GET /api/collections/paginated",
  "GET /api/insights/photos",
  "GET /api/insights/overview",
  "GET /api/photo",
  "POST /api/updates/",
  "GET /api/updates",
  "GET|POST /api/devices/update",
  "PUT /api/devices/update/{id}",
  "GET|POST /api/modelRelease",
  "GET /api/modelRelease/approved",
  "GET /api/internal/users",
  "GET /api/internal/devices",
  "GET /api/internal/algs",
  "GET|PUT /api/internal/users/{id}/modelRelease",
  "GET|PUT /api/internal/users/{id}/devices",
  "GET|PUT /api/internal/users/{id}/algs",
  "PUT /api/internal/algs/{id}",
  "DELETE /api/internal/devices/{id}",
].map((call) => {
  const [methods = "", path = ""] = call.split(" ");
  return new RegExp(`^(${methods}) ${path.replaceAll("{id}", "[^/]+")}$`);
});

const PAGES = ["/api/insights/paginated", "/api/collections/paginated"];
/** The specification knows one header of a request; the others here are HTTP's own. */
const REQUEST_HEADERS = ["authorization", "content-type", "accept", "range", "if-none-match"];
const RESPONSE_HEADERS = ["content-type", "cache-control", "content-security-policy", "etag", "retry-after"];

type Json = Record<string, unknown>;

export async function startSpecOnlyProxy(targetUrl: string): Promise<SpecOnlyProxy> {
  const calls: string[] = [];
  const unknownCalls: string[] = [];
  let held = { missing: 0, release: () => {}, released: Promise.resolve() };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = "GET", url = "/" } = request;
    const { pathname, search } = new URL(url, targetUrl);
    const isCall = pathname.startsWith("/api/");
    const known = SPEC_CALLS.some((call) => call.test(`${method} ${pathname}`));
    if (isCall) (known ? calls : unknownCalls).push(`${method} ${pathname}${search}`);
    if (isCall && !known) {
      response.writeHead(404, { "content-type": "text/html" }).end(`<pre>Cannot ${method} ${pathname}</pre>`);
      return;
    }
    const body = await bodyOf(request);
    const upstream = await fetch(targetUrl + url, {
      method,
      headers: chosen(REQUEST_HEADERS, (name) => request.headers[name]),
      ...(body.length === 0 ? {} : { body: pathname === "/api/updates/" ? withoutBase(body) : body }),
    });
    const bytes = Buffer.from(await upstream.arrayBuffer());
    if (PAGES.includes(pathname) && held.missing > 0) {
      held.missing -= 1;
      if (held.missing === 0) held.release();
      await held.released;
    }
    response.writeHead(
      upstream.status,
      chosen(RESPONSE_HEADERS, (name) => upstream.headers.get(name) ?? undefined),
    );
    response.end(isCall && isJson(upstream) ? cutDown(`${method} ${pathname}`, bytes) : bytes);
  };

  const server: Server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    calls,
    unknownCalls,
    holdPages(count) {
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      held = { missing: count, release, released };
    },
    async stop() {
      held.release();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function chosen(
  names: readonly string[],
  textOf: (name: string) => string | string[] | undefined,
): Record<string, string> {
  const entries = names.map((name) => [name, textOf(name)] as const);
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

function isJson(response: Response): boolean {
  return (response.headers.get("content-type") ?? "").includes("json");
}

function withoutBase(body: Buffer): string {
  const { insights } = JSON.parse(body.toString()) as { insights: Json[] };
  return JSON.stringify({
    insights: insights.map(({ insightId, deviceId, insightStatus }) => ({
      insightId,
      deviceId,
      insightStatus,
    })),
  });
}

/**
 * Removes what only the wire contract adds. The user's role stays: the specification derives it from two ids that
 * only the server knows, and without a role the app lets no one save.
 */
function cutDown(call: string, bytes: Buffer): string {
  const { code: _, ...body } = JSON.parse(bytes.toString()) as Json;
  const { message } = body;
  switch (call) {
    case "GET /api/insights/paginated":
    case "GET /api/collections/paginated":
      return JSON.stringify({ message: (message as Json[]).map(plainInsight) });
    case "GET /api/insights/photos":
      return JSON.stringify({ message: (message as Json[]).flatMap(withDecoys) });
    case "GET /api/updates": {
      const { message: words, status } = (message ?? {}) as Json;
      return JSON.stringify(message === undefined ? body : { message: { message: words, status } });
    }
    default:
      return JSON.stringify(body);
  }
}

function plainInsight(insight: Json): Json {
  const { insight_id, source_id, latitude, longitude, photoUrl, photoCreatedAt, insights, ...rest } = insight;
  return { ...rest, lat: latitude, long: longitude, insights: (insights as Json[]).map(plainInsight) };
}

/**
 * A server of the specification may number insights by device and table, so the same number may belong to another
 * photo.
 */
function withDecoys(photo: Json): Json[] {
  const later = { ...photo, createdAt: "2999-01-01T00:00:00.000Z", path: "another-insight" };
  return [{ ...later, deviceId: "0" }, photo, { ...later, table: "another-table" }];
}
