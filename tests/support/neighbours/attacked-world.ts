import { sql } from "kysely";
import type { Database } from "../../../server/db/database.ts";
import { openSession } from "../../../server/features/sessions/service.ts";
import { hashSecret, newSecret } from "../../../server/features/sessions/token.ts";
import { InsightWorld, type Person } from "../server/insight-world.ts";
import type { OpenedDatabase } from "../server/opened-database.ts";
import type { Attacker } from "./attacks.ts";

/** Rows of the attacker: members of one collection, and rows with the longest class lists. */
export interface AttackedRows {
  readonly members: number;
  readonly largeRows: number;
}

/** As many as one page shows, and more. */
const NEIGHBOURS_ROWS = 200;

/** A member with all that the attacks need, and another one with a Sentinel that sends. */
export interface AttackedPeople {
  readonly attacker: Omit<Attacker, "url">;
  readonly neighbour: Neighbour;
}

export interface Neighbour {
  readonly token: string;
  readonly deviceId: string;
  readonly deviceKey: string;
  /** Oldest first. */
  readonly insightIds: readonly string[];
}

/** Fills a database; a server in another process is meant to serve it. */
export async function addAttackedPeople(
  opened: OpenedDatabase,
  { members, largeRows }: AttackedRows = { members: 20_000, largeRows: 2_000 },
): Promise<AttackedPeople> {
  const world = await InsightWorld.over(opened);
  try {
    const [attacker, neighbour] = [await world.person(), await world.person()];
    const { ref, id: deviceId } = await world.device(attacker);
    const collection_id = await world.collection(ref, { start: 0, end: 1 });
    await world.insights(ref, new Array(members).fill({ collection_id }));
    await world.insights(ref, new Array(largeRows).fill({ class_list: LARGE_LIST }));
    const own = await world.device(neighbour);
    const insightIds = await world.insights(own.ref, new Array(NEIGHBOURS_ROWS).fill({}));
    return {
      attacker: { token: await tokenOf(world, attacker), deviceId, deviceKey: await keyOf(world, ref) },
      neighbour: {
        token: await tokenOf(world, neighbour),
        deviceId: own.id,
        deviceKey: await keyOf(world, own.ref),
        insightIds,
      },
    };
  } finally {
    await world.app.close();
  }
}

/** As long as a class list may be. */
const LARGE_LIST = Array.from({ length: 20 }, (_, at) => ({
  className: `${at}`.padEnd(100, "é"),
  averageConfidence: 0.123,
}));

/**
 * Makes the query behind `GET /api/features` one without an end, as no query of the product is. Rows and columns stay
 * as they are for everything else.
 */
export async function makeFeaturesEndless(db: Database): Promise<void> {
  await db.write(async (transaction) => {
    // The query would end at once for a user without a row.
    await sql`
      insert into user_features (user_id, key, enabled) select user_id, 'collections', 0 from users
    `.execute(transaction);
    await sql`alter table user_features rename to stored_features`.execute(transaction);
    await sql`
      create view user_features as
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers)
      select * from stored_features where (select count(*) from numbers) > 0
    `.execute(transaction);
  });
}

/** Valid by the clock of the machine, which the other process has. */
function tokenOf(world: InsightWorld, { userId }: Person): Promise<string> {
  const deps = { ...world.deps, clock: { now: () => Date.now() } };
  return world.db.write((transaction) => openSession(deps, transaction, userId, null));
}

async function keyOf({ db }: InsightWorld, device_ref: number): Promise<string> {
  const key = newSecret();
  const row = { device_ref, key_hash: hashSecret(key), made_at: 0 };
  await db.write((transaction) => transaction.insertInto("device_keys").values(row).execute());
  return key;
}
