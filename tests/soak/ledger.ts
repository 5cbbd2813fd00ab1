/**
 * Everything that left the phones: the server's tables are compared with it.
 *
 * A server that goes back to a backup loses what it had confirmed since, and no phone can bring that back. The ledger
 * forgets exactly those batches that are not in the backup and that no phone held any more when the server stopped for
 * the last time in its old history. A phone holds a batch until it has heard that the server completed it, and has read the
 * server's rows after that. A batch that a phone held at that moment must be in the new history once, whatever the phone had
 * heard about it; and a batch that no phone held must have been completed in the old one.
 */

export interface PostedItem {
  insightId: string;
  deviceId: string;
  insightStatus: string;
}

/** Names what an insight shows, whatever id it has. */
export type Picture = number;

const VIOLATIONS_KEPT = 200;

export class Ledger {
  readonly violations: string[] = [];
  readonly #say: (sentence: string) => void;
  /** By idempotency key, as first sent. */
  readonly #bodies = new Map<string, { userId: number; items: string; times: number }>();

  readonly #forgotten = new Set<string>();
  readonly #decisions = new Set<string>();

  constructor(say: (sentence: string) => void) {
    this.#say = say;
  }

  /** A batch is immutable: no other actions may be sent under its key. Only their age grows. */
  posted(userId: number, key: string, body: string): void {
    if (key === "") this.violate(`a batch of user ${userId} left without a key`);
    const known = this.#bodies.get(key);
    const items = itemsOf(body);
    if (known === undefined) this.#bodies.set(key, { userId, items, times: 1 });
    else {
      known.times += 1;
      if (known.items !== items) this.violate(`the batch ${key} was sent with two bodies`);
      if (this.#forgotten.has(key))
        this.violate(`the batch ${key} was sent again after its phone let go of it`);
      if (known.userId !== userId) this.violate(`the batch ${key} was sent by two people`);
    }
  }

  /** The server went back to a backup without this batch, which no phone held. */
  forget(key: string): void {
    this.#forgotten.add(key);
  }

  isForgotten(key: string): boolean {
    return this.#forgotten.has(key);
  }

  /** A person saw this picture under an id that may come to name another one, and decided this of it. */
  decided(userId: number, insightId: string, status: string, picture: Picture): void {
    this.#decisions.add([userId, insightId, status, picture].join(" "));
  }

  hasDecided(userId: number, insightId: string, status: string, picture: Picture): boolean {
    return this.#decisions.has([userId, insightId, status, picture].join(" "));
  }

  violate(sentence: string): void {
    if (this.violations.length === VIOLATIONS_KEPT) return;
    this.violations.push(sentence);
    this.#say(`VIOLATION: ${sentence}`);
  }

  /** The number of actions that the server lost with their history. */
  forgottenActions(): number {
    return this.batches().reduce(
      (sum, { key, items }) => sum + (this.#forgotten.has(key) ? items.length : 0),
      0,
    );
  }

  batches(): { key: string; userId: number; items: PostedItem[] }[] {
    return Array.from(this.#bodies, ([key, { userId, items }]) => ({
      key,
      userId,
      items: JSON.parse(items) as PostedItem[],
    }));
  }

  /** Batches that were sent more than once, summed. */
  repeats(): number {
    return Array.from(this.#bodies.values(), ({ times }) => times - 1).reduce((sum, more) => sum + more, 0);
  }
}

/** The actions of a body, without their age. */
function itemsOf(body: string): string {
  const { insights } = JSON.parse(body) as { insights: (PostedItem & { ageMs?: number })[] };
  return JSON.stringify(insights.map(({ ageMs: _, ...item }) => item));
}
