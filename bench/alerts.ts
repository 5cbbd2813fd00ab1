import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { SQLITE_FILE_NAME } from "../server/db/open-database.ts";
import { insertUser } from "../server/features/account/repository.ts";
import { evaluateAllAlerts } from "../server/features/alerts/evaluation-service.ts";
import { HOUR_MS } from "../src/domain/time.ts";
import { type OpenedDatabase, openMigrated } from "../tests/support/server/opened-database.ts";
import { type Bench, type Figure, median, rounded } from "./bench.ts";

const DEVICES = 10_000;
const GROUPS = 20;
/** Sentinels whose alert is raised in a run, and as many whose alert ends. */
const CHANGES = 500;
const RUNS = 5;
const NOW_MS = Date.UTC(2026, 10, 20);
const MOST_MS = 2_000;
const MOST_OF_BARE = 3;
const ROWS_A_READ = 2000;
const DEVICES_A_WRITE = 200;

/**
 * The evaluation of all alerts of 10,000 Sentinels in SQLite, of which a twentieth begins to fail and a twentieth has
 * recovered. Baseline: the queries that this takes, with better-sqlite3 alone.
 */
export const bench: Bench = {
  name: "alerts",
  async run(): Promise<Figure[]> {
    const opened = await openMigrated(null);
    const bare = new Sqlite(join(opened.dataDir, SQLITE_FILE_NAME));
    for (const pragma of ["synchronous = FULL", "foreign_keys = ON", "cache_size = -65536"])
      bare.pragma(pragma);
    try {
      await fill(opened);
      const own: number[] = [];
      const theirs: number[] = [];
      // The first run fills the caches of both sides.
      for (let run = 0; run <= RUNS; run += 1) {
        reset(bare);
        const ownMs = await timeOf(() => evaluateAllAlerts(opened.db, NOW_MS));
        check(bare);
        reset(bare);
        const bareMs = await timeOf(async () => runBareQueries(bare));
        check(bare);
        if (run > 0) own.push(ownMs);
        if (run > 0) theirs.push(bareMs);
      }
      return figuresOf(median(own), median(theirs));
    } finally {
      bare.close();
      await opened.close();
    }
  },
};

function figuresOf(ownMs: number, bareMs: number): Figure[] {
  const ratio = ownMs / bareMs;
  const common = { value: rounded(ownMs), unit: "ms", baseline: rounded(bareMs), ratio: rounded(ratio) };
  return [
    {
      ...common,
      id: "alerts.evaluate.10k_devices.ms",
      goal: `≤ ${MOST_MS} ms`,
      pass: ownMs <= MOST_MS,
    },
    {
      ...common,
      id: "alerts.evaluate.10k_devices.vs_bare",
      goal: `≤ ${MOST_OF_BARE}×`,
      pass: ratio <= MOST_OF_BARE,
    },
  ];
}

async function fill({ db }: OpenedDatabase): Promise<void> {
  await db.write(async (transaction) => {
    const userId = await insertUser(transaction, {
      email: "bench@example.org",
      username: "bench",
      firstName: "Bench",
      lastName: "Bench",
      phoneNumber: "",
      country: "Kenya",
      passwordHash: "",
      role: "member",
      nowMs: 0,
    });
    const refs = Array.from({ length: DEVICES }, (_, at) => at + 1);
    const user_id = Number(userId);
    const insert = db.dialect.insertMany.bind(db.dialect, transaction);
    await insert(
      "devices",
      refs.map((device_ref) => ({ device_ref, device_id: `B-${device_ref}`, created_at: 0 })),
    );
    await insert(
      "device_users",
      refs.map((device_ref) => ({ device_ref, user_id, after_insight_id: 0, granted_at: 0 })),
    );
    const groups = Array.from({ length: GROUPS }, (_, at) => at + 1);
    await insert(
      "groups",
      groups.map((id) => ({ group_id: id, user_id, group_name: `${id}`, created_on: 0, updated_on: 0 })),
    );
    await insert(
      "group_devices",
      refs.map((device_ref) => ({ user_id, device_ref, group_id: (device_ref % GROUPS) + 1 })),
    );
    await insert(
      "group_alert_settings",
      groups.map((group_id) => ({ group_id, ignored: 0, thresholds: null })),
    );
    await insert(
      "device_arrivals",
      refs.map((device_ref) => ({
        device_ref,
        first_at: NOW_MS - 1000 * HOUR_MS,
        insight_at: NOW_MS - HOUR_MS,
        trigger_at: NOW_MS - HOUR_MS,
        battery_voltage: device_ref <= CHANGES ? 3 : 4,
        battery_at: NOW_MS - HOUR_MS,
      })),
    );
  });
}

/** Some Sentinels have a low battery and no alert, some an alert and a good battery. */
function reset(bare: Sqlite.Database): void {
  bare.exec(`delete from alerts; delete from tombstones;
    insert into alerts (user_id, device_ref, alert_type, summary, status, created_at)
    select user_id, device_ref, 'low_battery', '', 'new', 0 from device_users
    where device_ref > ${CHANGES} and device_ref <= ${2 * CHANGES}`);
}

function check(bare: Sqlite.Database): void {
  const count = (where: string) => bare.prepare(`select count(*) from alerts where ${where}`).pluck().get();
  const [raised, ended] = [count("status = 'new'"), count("ended_at is not null")];
  if (raised !== CHANGES || ended !== CHANGES) throw new Error(`${raised} were raised, ${ended} ended`);
}

const WATCHED = `
  select r.*, du.user_id, du.granted_at, d.last_seen, s.flags, s.thresholds, g.ignored as group_ignored,
    g.thresholds as group_thresholds
  from device_arrivals r
  join device_users du on du.device_ref = r.device_ref
  join devices d on d.device_ref = r.device_ref
  left join group_devices gd on gd.user_id = du.user_id and gd.device_ref = du.device_ref
  left join alert_settings s on s.user_id = du.user_id
  left join group_alert_settings g on g.group_id = gd.group_id`;

function runBareQueries(bare: Sqlite.Database): void {
  const running = bare.prepare(
    "select alert_id, device_ref, user_id, alert_type, ended_at from alerts where ended_at is null or ended_at > ?",
  );
  const page = bare.prepare(
    `${WATCHED} where r.device_ref > ? order by r.device_ref, du.user_id limit ${ROWS_A_READ}`,
  );
  const insert = bare.prepare(
    `insert into alerts (user_id, device_ref, alert_type, summary, status, created_at, since, threshold,
       battery_voltage)
     values (1, ?, 'low_battery', 'Battery at 3.00 V, the limit is 3.2 V.', 'new', ?, 0, 3.2, 3)
     on conflict do nothing`,
  );
  const resolve = bare.prepare(
    `update alerts set status = 'resolved', resolved_at = ?, resolved_cause = 'condition_ended'
     where device_ref = ? and status <> 'resolved'`,
  );
  const end = bare.prepare("update alerts set ended_at = ? where device_ref = ?");
  running.all(0);
  for (let behind = 0; behind < DEVICES; behind += ROWS_A_READ) {
    if (page.all(behind).length !== ROWS_A_READ) throw new Error("a page is short");
  }
  for (let from = 1; from <= 2 * CHANGES; from += DEVICES_A_WRITE) {
    const refs = Array.from({ length: DEVICES_A_WRITE }, (_, at) => from + at);
    const named = refs.join(",");
    bare.transaction(() => {
      bare.prepare(`${WATCHED} where r.device_ref in (${named})`).all();
      bare.prepare(`select * from alerts where ended_at is null and device_ref in (${named})`).all();
      for (const ref of refs) {
        if (ref <= CHANGES) insert.run(ref, NOW_MS);
        else {
          resolve.run(NOW_MS, ref);
          end.run(NOW_MS, ref);
        }
      }
    })();
  }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
