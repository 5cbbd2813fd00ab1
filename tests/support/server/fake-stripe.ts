import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";

export const SECRET_KEY = "sk_test_understory";
export const PUBLISHABLE_KEY = "pk_test_understory";
export const WEBHOOK_SECRET = "whsec_understory";

interface FakeCard {
  id: string;
  object: "card";
  brand: string;
  last4: string;
  exp_month: number;
  exp_year: number;
}

interface FakeCustomer {
  id: string;
  object: "customer";
  email: string;
  name: string;
  metadata: Record<string, string>;
  default_source: string | null;
  deleted?: true;
}

interface FakeCharge {
  id: string;
  object: "charge";
  customer: string;
  amount: number;
  currency: string;
  created: number;
  description: string | null;
  status: string;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export interface StripeRequest {
  readonly method: string;
  readonly path: string;
  readonly key: string | null;
  readonly form: Readonly<Record<string, string>>;
}

/** An answer of Stripe that stands for what it was asked. "silence": the connection stays open without an answer. */
type Fault = { readonly status: number; readonly error?: Record<string, string> } | "silence";

const TOKENS: Readonly<Record<string, { brand: string; last4: string } | "declined" | "bank">> = {
  visa: { brand: "Visa", last4: "4242" },
  mastercard: { brand: "MasterCard", last4: "4444" },
  declined: "declined",
  bank: "bank",
};

/**
 * A server on a free port of this machine that behaves as Stripe's documentation says, for Stripe's own package:
 * customers with one default source, tokens that are used once, declines, charges in pages, idempotency keys with
 * their errors, and any fault that a test asks for.
 */
export class FakeStripe {
  readonly requests: StripeRequest[] = [];
  readonly customers = new Map<string, FakeCustomer>();
  /** Newest first, as Stripe lists them. */
  readonly charges: FakeCharge[] = [];
  readonly #cards = new Map<string, FakeCard>();
  readonly #answered = new Map<string, { call: string; answer: Answer | null }>();
  readonly #usedTokens = new Set<string>();
  readonly #faults: Fault[] = [];
  readonly #server = createServer((request, response) => void this.#take(request, response));
  #count = 0;

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The settings of a server with billing by this Stripe. */
  get env(): Record<string, string> {
    return {
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_BASE: this.url,
    };
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  /** The next requests get these answers, each one of them, and nothing else happens. */
  failNext(...faults: readonly Fault[]): void {
    this.#faults.push(...faults);
  }

  /** A token as the card form makes it; `kind` names what becomes of it. */
  token(kind: "visa" | "mastercard" | "declined" | "bank"): string {
    this.#count += 1;
    return `tok_${kind}_${this.#count}`;
  }

  addCharge(customer: string, charge: Partial<FakeCharge>): FakeCharge {
    this.#count += 1;
    const made: FakeCharge = {
      id: `ch_${String(this.#count).padStart(6, "0")}`,
      object: "charge",
      customer,
      amount: 1000,
      currency: "usd",
      created: 1_700_000_000 + this.#count,
      description: null,
      status: "succeeded",
      ...charge,
    };
    this.charges.unshift(made);
    return made;
  }

  /** An event's body and its header, signed at a time. */
  event(
    event: { id: string; type: string; created: number; object: unknown },
    signedAtMs: number,
    secret = WEBHOOK_SECRET,
  ): { payload: string; headers: Record<string, string> } {
    const { object, ...rest } = event;
    const payload = JSON.stringify({ object: "event", ...rest, data: { object } }, null, 2);
    const timestamp = Math.floor(signedAtMs / 1000);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
    return { payload, headers: { "content-type": "application/json", "stripe-signature": signature } };
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const url = new URL(request.url ?? "/", this.url);
    const method = request.method ?? "GET";
    const key = (request.headers["idempotency-key"] as string | undefined) ?? null;
    const form = Object.fromEntries(new URLSearchParams(body));
    const asked = { method, path: url.pathname, key, form };
    this.requests.push(asked);
    const fault = this.#faults.shift();
    if (fault === "silence") return;
    if (fault !== undefined) {
      const error = { type: "api_error", message: "Something went wrong there.", ...fault.error };
      send(response, { status: fault.status, body: { error } });
      return;
    }
    if (request.headers.authorization !== `Bearer ${SECRET_KEY}`) {
      send(response, refused(401, { message: "Invalid API Key provided: sk_test_*****wrong" }));
      return;
    }
    if (method !== "POST" || key === null) {
      send(response, this.#answer(asked, url.searchParams));
      return;
    }
    const call = `${method} ${url.pathname} ${body}`;
    const before = this.#answered.get(key);
    if (before === undefined) {
      const answer = this.#answer(asked, url.searchParams);
      this.#answered.set(key, { call, answer });
      send(response, answer);
    } else if (before.call !== call || before.answer === null) {
      const message = `Keys for idempotent requests can only be used with the same parameters: ${key}`;
      send(response, { status: 400, body: { error: { type: "idempotency_error", message } } });
    } else {
      response.setHeader("idempotent-replayed", "true");
      send(response, before.answer);
    }
  }

  #answer({ method, path, form }: StripeRequest, query: URLSearchParams): Answer {
    if (path === "/v1/charges" && method === "GET") return this.#listCharges(query);
    if (path === "/v1/customers" && method === "POST") return this.#createCustomer(form);
    const [, token] = /^\/v1\/(?:tokens|sources)\/(\w+)$/.exec(path) ?? [];
    if (token !== undefined) return readToken(token);
    const [, id] = /^\/v1\/customers\/(\w+)$/.exec(path) ?? [];
    const customer = id === undefined ? undefined : this.customers.get(id);
    if (customer === undefined) {
      return refused(404, { code: "resource_missing", param: "id", message: `No such customer: '${id}'` });
    }
    if (method === "DELETE") return this.#deleteCustomer(customer);
    if (customer.deleted) {
      const { id: deletedId, object, deleted } = customer;
      if (method === "GET") return { status: 200, body: { id: deletedId, object, deleted } };
      return refused(404, { code: "resource_missing", param: "id", message: `No such customer: '${id}'` });
    }
    if (method === "POST") return this.#updateCustomer(customer, form);
    return { status: 200, body: this.#withSource(customer) };
  }

  #createCustomer(form: Readonly<Record<string, string>>): Answer {
    this.#count += 1;
    const customer: FakeCustomer = {
      id: `cus_${this.#count}`,
      object: "customer",
      email: form.email ?? "",
      name: form.name ?? "",
      metadata: { userId: form["metadata[userId]"] ?? "" },
      default_source: null,
    };
    this.customers.set(customer.id, customer);
    return { status: 200, body: customer };
  }

  #updateCustomer(customer: FakeCustomer, form: Readonly<Record<string, string>>): Answer {
    const { source = "" } = form;
    const [, kind = ""] = /^tok_(\w+)_\d+$/.exec(source) ?? [];
    const card = TOKENS[kind];
    if (card === undefined) {
      const message = `No such token: '${source}'`;
      return refused(400, { code: "resource_missing", param: "source", message });
    }
    if (this.#usedTokens.has(source)) {
      const message = "You cannot use a Stripe token more than once.";
      return refused(400, { code: "token_already_used", message });
    }
    if (card === "declined") {
      const message = "Your card was declined.";
      const error = { type: "card_error", code: "card_declined", decline_code: "generic_decline", message };
      return { status: 402, body: { error } };
    }
    this.#usedTokens.add(source);
    if (card === "bank") {
      customer.default_source = "ba_1";
      return { status: 200, body: { ...customer, default_source: { id: "ba_1", object: "bank_account" } } };
    }
    const id = `card_${source.slice(4)}`;
    this.#cards.set(id, { id, object: "card", ...card, exp_month: 8, exp_year: 2031 });
    customer.default_source = id;
    return { status: 200, body: this.#withSource(customer) };
  }

  #deleteCustomer(customer: FakeCustomer): Answer {
    if (customer.deleted) {
      return refused(404, { code: "resource_missing", param: "id", message: "No such customer" });
    }
    customer.deleted = true;
    return { status: 200, body: { id: customer.id, object: "customer", deleted: true } };
  }

  #withSource(customer: FakeCustomer): unknown {
    const { default_source } = customer;
    return { ...customer, default_source: default_source && this.#cards.get(default_source) };
  }

  #listCharges(query: URLSearchParams): Answer {
    const customer = query.get("customer") ?? "";
    if (!this.customers.has(customer)) {
      const message = `No such customer: '${customer}'`;
      return refused(400, { code: "resource_missing", param: "customer", message });
    }
    const own = this.charges.filter((charge) => charge.customer === customer);
    const after = query.get("starting_after");
    const start = after === null ? 0 : own.findIndex(({ id }) => id === after) + 1;
    const end = start + Number(query.get("limit") ?? 10);
    const list = { object: "list", url: "/v1/charges", has_more: end < own.length };
    return { status: 200, body: { ...list, data: own.slice(start, end) } };
  }
}

/** What a token is of; also of one that was used. */
function readToken(token: string): Answer {
  const [, kind = ""] = /^tok_(\w+)_\d+$/.exec(token) ?? [];
  const found = TOKENS[kind];
  if (found === undefined) {
    return refused(404, { code: "resource_missing", param: "token", message: `No such token: '${token}'` });
  }
  return {
    status: 200,
    body: { id: token, object: "token", type: found === "bank" ? "bank_account" : "card" },
  };
}

function refused(status: number, error: Record<string, string>): Answer {
  return { status, body: { error: { type: "invalid_request_error", ...error } } };
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { "content-type": "application/json", "request-id": "req_fake" });
  response.end(JSON.stringify(body));
}
