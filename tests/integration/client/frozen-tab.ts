import type { ClientWorld } from "../../../src/app/composition/client-world.ts";

/**
 * A tab that the system can freeze: until it thaws it gets no answers, messages or timers, and does not lose its
 * locks.
 */
export class FreezableTab {
  /** Paths that this tab requested. */
  readonly asked: string[] = [];
  #frozen: Promise<void> | null = null;
  #thaw = () => {};

  freeze(): void {
    this.#frozen = new Promise((resolve) => {
      this.#thaw = resolve;
    });
  }

  thaw(): void {
    this.#frozen = null;
    this.#thaw();
  }

  readonly world = (world: ClientWorld): ClientWorld => {
    const late = async <T>(work: Promise<T>): Promise<T> => {
      try {
        return await work;
      } finally {
        await this.#frozen;
      }
    };
    const whenAwake = (work: () => void) => {
      if (this.#frozen === null) work();
      else void this.#frozen.then(work);
    };
    return {
      ...world,
      fetch: (input, init) => {
        this.asked.push(new URL(String(input), "http://app.test").pathname);
        return late(world.fetch(input, init));
      },
      locks: {
        hold: (name, work, signal) => late(world.locks.hold(name, work, signal)),
        take: (name, work) => late(world.locks.take(name, work)),
      },
      timers: {
        after: (delayMs, callback) => world.timers.after(delayMs, () => whenAwake(callback)),
        elapsedMs: () => world.timers.elapsedMs(),
      },
      openChannel: (name, onMessage) =>
        world.openChannel(name, (message) => whenAwake(() => onMessage(message))),
    };
  };
}
