import type { Random } from "../../server/demo/random.ts";
import type { Pace } from "./pace.ts";
import type { Tally } from "./tally.ts";
import type { SimulatedAnswer, SimulatedCall, Transport } from "./transport.ts";

const TRIES = 4;
const PAUSE_MS = 500;

/**
 * The connection between one Sentinel and the server. It loses requests and answers, as in the field; the Sentinel
 * cannot tell which of the two was lost.
 */
export class DeviceLine {
  readonly #transport: Transport;
  readonly #key: string;
  readonly #link: { readonly random: Random; readonly lossChance: number };
  readonly #tools: { readonly pace: Pace; readonly tally: Tally };

  constructor(
    transport: Transport,
    key: string,
    link: { readonly random: Random; readonly lossChance: number },
    tools: { readonly pace: Pace; readonly tally: Tally },
  ) {
    this.#transport = transport;
    this.#key = key;
    this.#link = link;
    this.#tools = tools;
  }

  /**
   * Sends one call. @returns null where the Sentinel gets no answer: a request or an answer was lost, or the server
   * is not reachable
   */
  async send(call: Omit<SimulatedCall, "bearer">): Promise<SimulatedAnswer | null> {
    const { random, lossChance } = this.#link;
    const { tally } = this.#tools;
    const fate = random.next();
    if (fate < lossChance / 2) {
      tally.lost += 1;
      return null;
    }
    const answer = await this.#trySeveralTimes(call);
    if (fate < lossChance) {
      tally.lost += 1;
      return null;
    }
    return answer;
  }

  async #trySeveralTimes(call: Omit<SimulatedCall, "bearer">): Promise<SimulatedAnswer | null> {
    const { tally, pace } = this.#tools;
    for (let tries = 0; tries < TRIES; tries += 1) {
      tally.calls += 1;
      const answer = await this.#transport({ ...call, bearer: this.#key }).catch(() => null);
      if (answer !== null && answer.status < 429) {
        // A 409 means that a person dropped an update, or that more of a photograph was received than the Sentinel
        // knows.
        if (answer.status >= 400 && answer.status !== 409) tally.failed(`${answer.status} ${nameOf(call)}`);
        return answer;
      }
      if (answer?.status === 429) tally.throttled += 1;
      else tally.failed(`${answer?.status ?? "no answer"} ${nameOf(call)}`);
      await pace.rest((answer?.retryAfterS ?? 0) * 1000 || PAUSE_MS);
    }
    return null;
  }
}

function nameOf({ method, path }: Pick<SimulatedCall, "method" | "path">): string {
  return `${method} ${path.split("?")[0]?.replace(/(insights|update)\/[^/]+/, "$1/…")}`;
}
