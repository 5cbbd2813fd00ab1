import type { WriteTransaction } from "../../db/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { ApiError } from "../../http/api-error.ts";
import { addressKey } from "../../limits/address-key.ts";
import {
  AttemptBuckets,
  type AttemptRule,
  type Bucket,
  bucketOf,
  type Way,
} from "../attempts/attempt-buckets.ts";
import { checkPassword, type Queue } from "./password-hash.ts";

/** How often a password may be tried. */
export const PASSWORDS = {
  byAddress: { name: "password:address", capacity: 30, refillMs: 20_000 },
  byAccountAndAddress: { name: "password:account-address", capacity: 10, refillMs: 30_000 },
  byAccount: { name: "password:account", capacity: 50, refillMs: 30_000 },
  byDevice: { name: "password:device", capacity: 10, refillMs: 30_000 },
  bySession: { name: "password:session", capacity: 10, refillMs: 30_000 },
} as const satisfies Record<string, AttemptRule>;
const LINKS = {
  byAddress: { name: "link:address", capacity: 20, refillMs: 60_000 },
  byAccount: { name: "link:account", capacity: 3, refillMs: 10 * 60_000 },
  byDevice: { name: "link:device", capacity: 5, refillMs: 10 * 60_000 },
} as const satisfies Record<string, AttemptRule>;
export const WRONG_CODES: AttemptRule = { name: "code:address", capacity: 20, refillMs: 30_000 };
const SIGN_UPS: AttemptRule = { name: "signup:address", capacity: 30, refillMs: 60_000 };

/** The sender of an attempt: a stranger, or a device in which the account was signed in to before. */
export interface Visitor {
  readonly address: string;
  /** The account's key, whether or not there is such an account. */
  readonly account: string;
  /** The known device of this account that the request came from; null: none. */
  readonly knownDeviceId: number | null;
}

export interface CheckedPassword {
  readonly isRight: boolean;
  /** Uncounts the attempt: a right password is none. */
  giveBack(transaction: WriteTransaction): Promise<void>;
}

/**
 * Slows down guessing, so that nobody can use it to lock somebody out.
 *
 * A stranger's attempts are counted by address, by account and address, and by account. A device in which the account
 * was signed in to before has a bucket of its own, which no stranger can empty. Once that is empty it is a stranger:
 * whoever holds a stolen cookie may exhaust the bucket, but does not make its owner worse off than anybody. An account
 * that does not exist is counted like one that does.
 */
export class AttemptGuard {
  readonly #buckets: AttemptBuckets;

  constructor(needs: Pick<Dependencies, "db" | "steadyClock">) {
    this.#buckets = new AttemptBuckets(needs);
  }

  /** Counts and checks the password of a sign-in. @throws ApiError throttled; unavailable under too much work */
  checkSignIn(
    visitor: Visitor,
    password: string,
    findHash: () => Promise<string | null>,
  ): Promise<CheckedPassword> {
    const { address, account, knownDeviceId } = visitor;
    const place = addressKey(address);
    const asStranger = [
      bucketOf(PASSWORDS.byAddress, place),
      pairBucket(account, place),
      bucketOf(PASSWORDS.byAccount, account),
    ];
    if (knownDeviceId === null) return this.#check([asStranger], "strangers", password, findHash);
    const asKnown = [bucketOf(PASSWORDS.byDevice, String(knownDeviceId))];
    return this.#check([asKnown, asStranger], "known", password, findHash);
  }

  /**
   * The same for the password of somebody who is signed in. Only their session is counted, which nobody else has.
   * @throws ApiError throttled; unavailable under too much work
   */
  checkSignedIn(sessionId: number, password: string, hash: string): Promise<CheckedPassword> {
    const way = [bucketOf(PASSWORDS.bySession, String(sessionId))];
    return this.#check([way], "known", password, async () => hash);
  }

  /** @throws ApiError throttled */
  async countSignUp(address: string): Promise<void> {
    await this.#buckets.takeOrRefuse([bucketOf(SIGN_UPS, addressKey(address))]);
  }

  /** @throws ApiError throttled */
  async countWrongCode(address: string): Promise<void> {
    await this.#buckets.takeOrRefuse([bucketOf(WRONG_CODES, addressKey(address))]);
  }

  /** Counts a request for a mailed link. @throws ApiError throttled */
  async countLinkRequest({ address, knownDeviceId }: Visitor): Promise<void> {
    const asStranger = [bucketOf(LINKS.byAddress, addressKey(address))];
    const asKnown = knownDeviceId === null ? [] : [[bucketOf(LINKS.byDevice, String(knownDeviceId))]];
    const ways = [...asKnown, asStranger];
    await this.#buckets.refuseEmpty(ways);
    await this.#buckets.take(ways);
  }

  /**
   * Whether a link may be mailed now: an account gets a few, then one in ten minutes, each valid for thirty. Further
   * requests get the usual answer without a mail, because the earlier mails still work.
   */
  async mayMailLink(account: string): Promise<boolean> {
    const way = [bucketOf(LINKS.byAccount, account)];
    return this.#buckets.takeOrRefuse(way).then(
      () => true,
      (error: unknown) => {
        if (error instanceof ApiError && error.status === 429) return false;
        throw error;
      },
    );
  }

  /** Forgets attempts at the former password of an account: all but those from other addresses. */
  async forgive(transaction: WriteTransaction, account: string, address: string): Promise<void> {
    const buckets = [bucketOf(PASSWORDS.byAccount, account), pairBucket(account, addressKey(address))];
    await this.#buckets.refill(transaction, buckets);
  }

  /**
   * A refused attempt waits for no turn. A counted one has a turn first, so that under a flood no more is written than
   * is checked, and it is counted before the check, so that concurrent ones count.
   */
  async #check(
    ways: readonly Way[],
    queue: Queue,
    password: string,
    findHash: () => Promise<string | null>,
  ): Promise<CheckedPassword> {
    await this.#buckets.refuseEmpty(ways);
    let taken: Way = [];
    const isRight = await checkPassword(password, queue, async () => {
      taken = await this.#buckets.take(ways);
      return findHash();
    });
    return { isRight, giveBack: (transaction) => this.#buckets.giveBack(transaction, taken) };
  }
}

function pairBucket(account: string, place: string): Bucket {
  return bucketOf(PASSWORDS.byAccountAndAddress, account, place);
}
