import type { Clock } from "../../src/domain/clock.ts";
import { throttled } from "../http/api-error.ts";
import { TokenBuckets } from "./token-bucket.ts";

const MAX_KNOWN_PAIRS = 20_000;

/**
 * Slows down guessing: wrong passwords are counted by account and by address, links and sign-ups too.
 *
 * An address from which an account was signed in to before has a count of its own, so that a stranger who exhausts an
 * account's attempts does not lock its user out; from other addresses the wait is half a minute at most. An account
 * that does not exist is counted like one that does.
 */
export class AttemptGuard {
  readonly #passwordsByAddress: TokenBuckets;
  readonly #passwordsByAccount: TokenBuckets;
  readonly #passwordsByPair: TokenBuckets;
  readonly #linksByAddress: TokenBuckets;
  readonly #linksByAccount: TokenBuckets;
  readonly #codesByAddress: TokenBuckets;
  readonly #signupsByAddress: TokenBuckets;
  readonly #knownPairs = new Set<string>();

  constructor(clock: Clock) {
    this.#passwordsByAddress = new TokenBuckets(clock, 30, 20_000);
    this.#passwordsByAccount = new TokenBuckets(clock, 10, 30_000);
    this.#passwordsByPair = new TokenBuckets(clock, 10, 30_000);
    this.#linksByAddress = new TokenBuckets(clock, 20, 60_000);
    this.#linksByAccount = new TokenBuckets(clock, 3, 10 * 60_000);
    this.#codesByAddress = new TokenBuckets(clock, 20, 30_000);
    this.#signupsByAddress = new TokenBuckets(clock, 30, 60_000);
  }

  /**
   * Counts an attempt at a password before the check, so that concurrent attempts count too.
   *
   * @returns a function to call when the password was right: the attempt is uncounted
   * @throws ApiError throttled
   */
  beginPassword(address: string, account: string): () => void {
    const place = addressKey(address);
    const pair = `${account}\n${place}`;
    const [accountBuckets, accountKey] = this.#knownPairs.has(pair)
      ? [this.#passwordsByPair, pair]
      : [this.#passwordsByAccount, account];
    refuseWhile(Math.max(this.#passwordsByAddress.waitS(place), accountBuckets.waitS(accountKey)));
    this.#passwordsByAddress.take(place);
    accountBuckets.take(accountKey);
    return () => {
      this.#passwordsByAddress.giveBack(place);
      accountBuckets.giveBack(accountKey);
      this.#remember(pair);
    };
  }

  /** @throws ApiError throttled */
  beginSignup(address: string): void {
    takeOrRefuse(this.#signupsByAddress, addressKey(address));
  }

  /** @throws ApiError throttled */
  beginCode(address: string): void {
    takeOrRefuse(this.#codesByAddress, addressKey(address));
  }

  /**
   * Whether a link may be mailed now: an account gets a few, then one in ten minutes, each valid for thirty. Further
   * requests are accepted without a mail, because the earlier mails still work.
   *
   * @throws ApiError throttled where one address asks too often
   */
  mayMailLink(address: string, account: string): boolean {
    takeOrRefuse(this.#linksByAddress, addressKey(address));
    if (this.#linksByAccount.waitS(account) > 0) return false;
    this.#linksByAccount.take(account);
    return true;
  }

  /** Forgets attempts at the former password of an account. */
  forgive(account: string): void {
    this.#passwordsByAccount.forget(account);
  }

  #remember(pair: string): void {
    this.#knownPairs.delete(pair);
    this.#knownPairs.add(pair);
    if (this.#knownPairs.size <= MAX_KNOWN_PAIRS) return;
    for (const oldest of this.#knownPairs) {
      this.#knownPairs.delete(oldest);
      break;
    }
  }
}

/**
 * The unit that is counted as one address: an IPv4 address, or the first 64 bits of an IPv6 one, which one household
 * has.
 */
export function addressKey(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (!plain.includes(":")) return plain;
  const [head = "", tail] = plain.split("%", 1).join("").split("::");
  const first = head === "" ? [] : head.split(":");
  const last = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const groups = [...first, ...Array.from({ length: zeros }, () => "0"), ...last];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}

function takeOrRefuse(buckets: TokenBuckets, key: string): void {
  refuseWhile(buckets.waitS(key));
  buckets.take(key);
}

function refuseWhile(waitS: number): void {
  if (waitS > 0) throw throttled(waitS);
}
