/** Everything that left the phones: the server's tables are compared with it. */

export interface PostedItem {
  insightId: string;
  deviceId: string;
  insightStatus: string;
}

const VIOLATIONS_KEPT = 200;

export class Ledger {
  readonly violations: string[] = [];
  readonly #say: (sentence: string) => void;
  /** By idempotency key, as first sent. */
  readonly #bodies = new Map<string, { userId: number; body: string; times: number }>();

  constructor(say: (sentence: string) => void) {
    this.#say = say;
  }

  /** A batch is immutable: no other body may be sent under its key. */
  posted(userId: number, key: string, body: string): void {
    if (key === "") this.violate(`a batch of user ${userId} left without a key`);
    const known = this.#bodies.get(key);
    if (known === undefined) this.#bodies.set(key, { userId, body, times: 1 });
    else {
      known.times += 1;
      if (known.body !== body) this.violate(`the batch ${key} was sent with two bodies`);
      if (known.userId !== userId) this.violate(`the batch ${key} was sent by two people`);
    }
  }

  violate(sentence: string): void {
    if (this.violations.length === VIOLATIONS_KEPT) return;
    this.violations.push(sentence);
    this.#say(`VIOLATION: ${sentence}`);
  }

  batches(): { key: string; userId: number; items: PostedItem[] }[] {
    return Array.from(this.#bodies, ([key, { userId, body }]) => ({
      key,
      userId,
      items: (JSON.parse(body) as { insights: PostedItem[] }).insights,
    }));
  }

  /** Batches that were sent more than once, summed. */
  repeats(): number {
    return Array.from(this.#bodies.values(), ({ times }) => times - 1).reduce((sum, more) => sum + more, 0);
  }
}
