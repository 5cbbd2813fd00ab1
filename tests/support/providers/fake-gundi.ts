import type { Clock } from "../../../src/domain/clock.ts";
import { FakeProvider, type ProviderAnswer, type ReceivedRequest } from "./fake-provider.ts";

/** For so long Gundi takes an event that is the same as an earlier one for a repeat. */
const REPEAT_MS = 3_600_000;

export interface GundiEventSeen {
  readonly objectId: string;
  readonly apiKey: string;
  readonly event: Readonly<Record<string, unknown>>;
  /** By file name: Gundi tells attachments apart by it. */
  readonly attachments: Map<string, Buffer>;
}

/** Gundi's API for sensors, version 2, as far as it is documented. */
export class FakeGundi {
  /** Events that went on to the destinations. */
  readonly events: GundiEventSeen[] = [];
  readonly #taken = new Map<string, number>();
  /** Object ids of repeats: they were given out, and belong to nothing. */
  readonly #dropped = new Set<string>();
  readonly #clock: Clock;
  #serial = 0;
  provider!: FakeProvider;

  private constructor(clock: Clock) {
    this.#clock = clock;
  }

  static async start(clock: Clock): Promise<FakeGundi> {
    const gundi = new FakeGundi(clock);
    gundi.provider = await FakeProvider.start((request) => gundi.#answer(request));
    return gundi;
  }

  #answer(request: ReceivedRequest): ProviderAnswer {
    const apiKey = String(request.headers.apikey ?? "");
    if (apiKey === "") return { status: 401, body: '{"message":"No API key found in request"}' };
    if (apiKey === "revoked-key") return { status: 401, body: '{"message":"Unauthorized"}' };
    if (request.path === "/v2/events/") return this.#takeEvent(request, apiKey);
    const id = /^\/v2\/events\/([^/]+)\/attachments\/$/.exec(request.path)?.[1];
    if (id !== undefined) return this.#takeAttachment(request, id);
    return { status: 404, body: '{"detail":"Not found."}' };
  }

  #takeEvent(request: ReceivedRequest, apiKey: string): ProviderAnswer {
    const event: unknown = JSON.parse(request.body.toString());
    if (Array.isArray(event)) return { status: 400, body: '{"detail":"One bad item fails the list."}' };
    this.#serial += 1;
    const objectId = `00000000-0000-0000-0000-${String(this.#serial).padStart(12, "0")}`;
    const same = `${apiKey} ${request.body.toString()}`;
    const takenAt = this.#taken.get(same);
    const nowMs = this.#clock.now();
    if (takenAt !== undefined && nowMs - takenAt < REPEAT_MS) this.#dropped.add(objectId);
    else {
      this.#taken.set(same, nowMs);
      this.events.push({ objectId, apiKey, event: event as Record<string, unknown>, attachments: new Map() });
    }
    return {
      status: 200,
      body: JSON.stringify({ object_id: objectId, created_at: new Date(nowMs).toISOString() }),
    };
  }

  #takeAttachment(request: ReceivedRequest, objectId: string): ProviderAnswer {
    const event = this.events.find((seen) => seen.objectId === objectId);
    const text = request.body.toString("latin1");
    const fileName = /name="file"; filename="([^"]+)"/.exec(text)?.[1];
    if (fileName === undefined) return { status: 400, body: '{"detail":"No file was submitted."}' };
    if (event === undefined && !this.#dropped.has(objectId)) {
      return { status: 404, body: '{"detail":"Not found."}' };
    }
    const begin = text.indexOf("\r\n\r\n") + 4;
    const end = text.lastIndexOf("\r\n--");
    event?.attachments.set(fileName, request.body.subarray(begin, end));
    return { status: 200, body: JSON.stringify({ object_id: `att-${objectId}`, created_at: "" }) };
  }
}
