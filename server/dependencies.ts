import type { Clock, Ids } from "../src/domain/clock.ts";
import type { Config } from "./config.ts";
import type { Database } from "./db/database.ts";
import type { Senders } from "./delivery/sender.ts";
import type { PushKeys } from "./features/push/push-keys.ts";
import type { ModelStore } from "./files/model-store.ts";
import type { PhotoStore } from "./files/photo-store.ts";
import type { Mailer } from "./providers/mailer.ts";
import type { Payments } from "./providers/payments.ts";
import type { PostPush } from "./providers/web-push.ts";

/** Everything that the application needs from outside. main.ts and the tests each make their own. */
export interface Dependencies {
  readonly config: Config;
  readonly db: Database;
  readonly photos: PhotoStore;
  readonly models: ModelStore;
  readonly mailer: Mailer;
  readonly senders: Senders;
  /** Null where billing is not set up. */
  readonly payments: Payments | null;
  /** By which browsers know this server. */
  readonly pushKeys: PushKeys;
  readonly postPush: PostPush;
  readonly clock: Clock;
  /** For limits: goes on as it did when the clock is set. */
  readonly steadyClock: Clock;
  readonly ids: Ids;
}
