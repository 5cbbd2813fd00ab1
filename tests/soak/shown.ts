import type { Random } from "../../server/demo/random.ts";
import { INSIGHT_STATUSES, type InsightStatus } from "../../src/domain/insight/insight.ts";
import type { SeenInsight } from "../../src/domain/insight/seen-insight.ts";
import type { Ledger, Picture } from "./ledger.ts";
import type { Phone, PhoneTab } from "./phone.ts";
import { pause, pictureOf } from "./soak-database.ts";
import type { Steps } from "./steps.ts";

/** What a person sees in a tab, and how a screen makes actions of it. */

export interface RangerParts {
  userId: number;
  /** Of this phone: a person may have two. */
  name: string;
  phone: Phone;
  random: Random;
  ledger: Ledger;
  /** Insights that no other person acts on, with their Sentinel. */
  own: ReadonlyMap<string, string>;
  /** Insights that others act on too. */
  shared: ReadonlyMap<string, string>;
  /** Whether the server says of a bulk update that it is completed. */
  isCompleted: (bulkId: string) => Promise<boolean>;
}

export interface RangerFigures {
  crashes: number;
  looks: number;
  returned: number;
  undone: number;
  /** Steps of more insights than the list holds. */
  pastCap: number;
  /** Actions on insights that arrived meanwhile. */
  late: number;
}

/** The rows that a screen shows at the moment, the newest first, with what the mirror holds of each insight. */
export async function rowsOf(tab: PhoneTab, limit = 1_000_000) {
  const query = {
    filter: { showArchived: true },
    sort: { column: "time" as const, descending: true },
    grouped: false,
    offset: 0,
    limit,
  };
  return (await tab.insights.page(query)).rows;
}

/** The server's status is named too: it may be another one than when an unsaved action was made. */
export async function targetsIn(
  tab: PhoneTab,
  statuses: ReadonlyMap<string, InsightStatus>,
  { own, shared, seen }: Pick<RangerParts, "own" | "shared"> & { seen: ReadonlyMap<string, SeenInsight> },
) {
  const rows = new Map((await rowsOf(tab)).map((row) => [row.insightId, row.serverStatus]));
  return Array.from(statuses, ([insightId, base]) => {
    const facts = seen.get(insightId);
    const serverStatus = rows.get(insightId);
    const deviceId = own.get(insightId) ?? shared.get(insightId) ?? "";
    const known = serverStatus == null ? {} : { serverStatus };
    return { insightId, base, deviceId, ...known, ...(facts !== undefined && { seen: facts }) };
  });
}

/** The shown statuses of insights in a tab that may be behind, and those that each of them has in neither history. */
export async function choiceBehind(tab: PhoneTab, ids: readonly string[], steps: Steps) {
  const seen = new Map<string, InsightStatus>();
  const taken = new Set<InsightStatus>();
  for (const id of ids) {
    const row = await tab.insights.insight(id);
    // Missing while the mirror is filled anew; and a second tab may lag behind the one that acted.
    if (row?.status == null || !steps.mayShow(id).has(row.status)) continue;
    seen.set(id, row.status);
    const beneath = row.serverStatus === null ? [] : [row.serverStatus];
    for (const one of [...beneath, ...steps.mayShow(id), ...steps.mayLieBeneath(id)]) taken.add(one);
  }
  return { seen, free: INSIGHT_STATUSES.filter((status) => !taken.has(status)) };
}

export function seenOf({ timeStampMs, fileCtimeMs, className }: SeenInsight): SeenInsight {
  return { timeStampMs, fileCtimeMs, className };
}

/** Decisions about insights that arrived meanwhile: each is one about the picture that the person saw. */
export class LateDecisions {
  readonly #of: Pick<RangerParts, "userId" | "ledger">;
  /** By insight, as this person acted on it last. */
  readonly #pictures = new Map<string, Picture>();

  constructor(of: Pick<RangerParts, "userId" | "ledger">) {
    this.#of = of;
  }

  decide(rows: readonly { insightId: string; latitude: number | null }[], status: InsightStatus): void {
    for (const { insightId, latitude } of rows) {
      this.#pictures.set(insightId, pictureOf(latitude));
      this.again(new Map([[insightId, status]]));
    }
  }

  /** Undo and redo decide anew. */
  again(changes: ReadonlyMap<string, InsightStatus>): void {
    const { ledger, userId } = this.#of;
    for (const [id, status] of changes) {
      const picture = this.#pictures.get(id);
      if (picture !== undefined) ledger.decided(userId, id, status, picture);
    }
  }
}

/** Where an insight stands in one tab, for the report of a violation. */
export async function traceOf(tab: PhoneTab, insightId: string): Promise<string> {
  const { unsaved, batches } = tab.outbox.getState();
  const row = await tab.insights.insight(insightId);
  const listed = unsaved.find((action) => action.insightId === insightId)?.insightStatus;
  const phases = batches.map(({ phase, count, status }) => `${phase} ${count} ${status}`).join(", ");
  return `(now ${row?.status}, server ${row?.serverStatus}, list ${listed}, batches ${phases})`;
}

export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(10);
}
