/** Lets work through while it is open; closing it waits for the work inside, and holds back what comes. */
export class Turnstile {
  readonly #inside = new Set<Promise<unknown>>();
  #closed: { readonly over: Promise<void>; readonly end: () => void } | null = null;

  async through<Value>(work: () => Promise<Value>): Promise<Value> {
    while (this.#closed !== null) await this.#closed.over;
    const done = work();
    this.#inside.add(done);
    return done.finally(() => this.#inside.delete(done));
  }

  /** Resolves when nothing is inside any more. */
  async close(): Promise<void> {
    let end = () => {};
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#closed = { over, end };
    await Promise.allSettled(this.#inside);
  }

  open(): void {
    this.#closed?.end();
    this.#closed = null;
  }
}
