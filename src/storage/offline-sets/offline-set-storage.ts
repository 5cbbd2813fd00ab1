import {
  fitsBudget,
  isCovered,
  type OfflineSet,
  type OfflineSetHold,
} from "../../domain/offline/offline-set.ts";
import type {
  MirrorDatabase,
  OfflineSetPart,
  OfflineSetPicture,
  StoredOfflineSet,
} from "../mirror/mirror-database.ts";
import type { MirrorStorage } from "../mirror/mirror-storage.ts";

const WANTED = 0;
const STATE_OF = { fetched: 1, missing: 2, failed: 3 } as const;

/** How many pictures are written in one go, so that other writers get their turn. */
const SLICE = 2_000;

/** The epoch of the leading tab: a tab that was overtaken can no longer write. */
export interface Lead {
  readonly epoch: number;
}

/**
 * Offline sets, and how far each of their pictures has come.
 *
 * The stored names `packs`, `packMembers`, `packPictures`, `packParts` and `packId` are older than the term; they stay,
 * because databases on devices have them.
 */
export interface OfflineSetStorage {
  all(): Promise<StoredOfflineSet[]>;
  get(packId: string): Promise<StoredOfflineSet | undefined>;
  add(set: StoredOfflineSet): Promise<void>;
  /** A person's change of a set; any tab may. No effect where the set was removed meanwhile. */
  change(packId: string, change: (set: StoredOfflineSet) => Partial<OfflineSet>): Promise<void>;
  /** Removes a set; the caller removes its pictures. */
  remove(packId: string): Promise<void>;
  /**
   * Stores the gathered members and pictures, in place of those of a gathering that was cut off.
   * @throws FencedError
   */
  gathered(packId: string, found: Gathered, lead: Lead): Promise<void>;
  /** The next pictures to fetch, in order. */
  next(packId: string, limit: number): Promise<OfflineSetPicture[]>;
  /**
   * Counts bytes before they are received. False, and nothing is counted, where they are beyond the budget: then the
   * set holds.
   */
  charge(packId: string, bytes: number, lead: Lead): Promise<boolean>;
  /** Stores how a picture's fetch ended, and corrects the bytes charged for it. @throws FencedError */
  settle(picture: OfflineSetPicture, end: PictureEnd, lead: Lead): Promise<void>;
  hold(packId: string, hold: OfflineSetHold, lead: Lead): Promise<void>;
  /** Makes the failed pictures wanted again. */
  askAgain(packId: string): Promise<void>;
  /**
   * All pictures of all sets were removed from this device: they are wanted again, and fetched when a person resumes.
   */
  emptied(): Promise<void>;
  /** The fetched pictures of a set were deleted on this device by somebody else: they are wanted again. */
  lost(packId: string, lead: Lead): Promise<void>;
  part(picture: OfflineSetPicture): Promise<OfflineSetPart | undefined>;
  keepPart(part: OfflineSetPart): Promise<void>;
  /** Counts the pictures of a set by state anew. */
  recount(packId: string, lead: Lead): Promise<void>;
  /** All sets, each with whether the mirror covers its needs. */
  look(): Promise<OfflineSetSight[]>;
  /** Calls back at once and with every change of a set or of the mirror's retention, in any tab. */
  watch(listener: (sights: readonly OfflineSetSight[]) => void): () => void;
}

/** A set, and whether the mirror covers its needs. */
export interface OfflineSetSight {
  readonly set: StoredOfflineSet;
  readonly covered: boolean;
}

export interface Gathered {
  insightIds: readonly string[];
  pictures: readonly Pick<OfflineSetPicture, "deviceId" | "photoUrl" | "thumbnail">[];
}

export interface PictureEnd {
  /** `refused`: by the server, which counts as a try; `cut`: by anything else, which does not. */
  kind: "fetched" | "missing" | "failed" | "refused" | "cut";
  /** Bytes of the picture on this device. */
  stored: number;
  /** Bytes that were charged and not received. */
  unspent: number;
}

export function openOfflineSetStorage(mirror: MirrorStorage): OfflineSetStorage {
  return { ...setsOf(mirror), ...picturesOf(mirror) };
}

/** The changes of a person and the reads of screens. Any tab may. */
type Sets = Pick<
  OfflineSetStorage,
  "all" | "get" | "add" | "change" | "remove" | "askAgain" | "emptied" | "look" | "watch"
>;

function setsOf(mirror: MirrorStorage): Sets {
  const { database } = mirror;
  const { packs, packMembers, packPictures, packParts, meta } = database;
  const look = async () => {
    const [retention, all] = await Promise.all([mirror.tables.retention(), packs.toArray()]);
    return all
      .map((set) => ({ set, covered: isCovered(set, retention) }))
      .sort((a, b) => a.set.madeAtMs - b.set.madeAtMs);
  };
  return {
    all: () => packs.toArray(),
    get: (packId) => packs.get(packId),
    async add(set) {
      await packs.add(set);
    },
    change: (packId, change) => database.transaction("rw", packs, () => changeSet(database, packId, change)),

    async remove(packId) {
      const tables = [packs, packMembers, packPictures, packParts, meta];
      await database.transaction("rw", tables, async () => {
        await packs.delete(packId);
        await packMembers.delete(packId);
        await picturesOfSet(database, packId).delete();
        await packParts
          .where("[packId+at]")
          .between([packId, 0], [packId, Number.POSITIVE_INFINITY])
          .delete();
        await mirror.namesChanged();
      });
    },

    askAgain: (packId) =>
      database.transaction("rw", packs, packPictures, async () => {
        const failed = packPictures.where("[packId+state]").equals([packId, STATE_OF.failed]);
        await failed.modify({ state: WANTED, tries: 0 });
        await changeSet(database, packId, () => ({ failed: 0, hold: null }));
      }),

    emptied: () =>
      database.transaction("rw", packs, packPictures, packParts, async () => {
        await packParts.clear();
        await packPictures.filter(({ state }) => state === STATE_OF.fetched).modify({ state: WANTED });
        await packs.toCollection().modify((set) => {
          Object.assign(set, { fetched: 0, stored: 0, hold: set.fetched > 0 ? "full" : set.hold });
        });
      }),

    look,
    watch: (listener) => mirror.follow(look, listener),
  };
}

/** How far the pictures of a set have come. Only the leading tab writes, but for beginnings of pictures. */
function picturesOf(mirror: MirrorStorage): Omit<OfflineSetStorage, keyof Sets> {
  const { database } = mirror;
  const { packs, packMembers, packPictures, packParts, meta } = database;
  const fenced = (lead: Lead) => mirror.expectLead(lead);
  return {
    async gathered(packId, { insightIds, pictures }, lead) {
      await database.transaction("rw", packPictures, meta, async () => {
        await fenced(lead);
        await picturesOfSet(database, packId).delete();
      });
      for (let from = 0; from < pictures.length; from += SLICE) {
        const slice = pictures.slice(from, from + SLICE);
        await database.transaction("rw", packPictures, meta, async () => {
          await fenced(lead);
          await packPictures.bulkPut(
            slice.map((picture, at) => ({ ...picture, packId, at: from + at, state: WANTED, tries: 0 })),
          );
        });
      }
      // Set last: a page that is killed before this gathers anew.
      await database.transaction("rw", [packs, packMembers, packPictures, meta], async () => {
        await fenced(lead);
        if ((await packs.get(packId)) === undefined) {
          await picturesOfSet(database, packId).delete();
          return;
        }
        await packMembers.put({ packId, insightIds });
        await changeSet(database, packId, () => ({ insights: insightIds.length, wanted: pictures.length }));
        await mirror.namesChanged();
      });
    },

    next: (packId, limit) =>
      packPictures.where("[packId+state]").equals([packId, WANTED]).limit(limit).toArray(),

    charge: (packId, bytes, lead) =>
      database.transaction("rw", packs, meta, async () => {
        await fenced(lead);
        const set = await packs.get(packId);
        if (set === undefined || set.hold !== null) return false;
        const fits = fitsBudget(set, bytes);
        await packs.put({ ...set, ...(fits ? { received: set.received + bytes } : { hold: "budget" }) });
        return fits;
      }),

    async settle(picture, { kind, stored, unspent }, lead) {
      const { packId, at } = picture;
      await database.transaction("rw", packs, packPictures, packParts, meta, async () => {
        await fenced(lead);
        const now = await packPictures.get([packId, at]);
        // The set was removed meanwhile, or the tab that led before has stored the end already.
        if (now === undefined || now.state !== WANTED) return;
        if (kind === "cut" || kind === "refused") {
          if (kind === "refused") await packPictures.put({ ...now, tries: now.tries + 1 });
        } else {
          await packPictures.put({ ...now, state: STATE_OF[kind] });
          await packParts.delete([packId, at]);
        }
        await changeSet(database, packId, (set) => ({
          received: set.received - unspent,
          stored: set.stored + stored,
          ...(kind === "cut" || kind === "refused" ? {} : { [kind]: set[kind] + 1 }),
        }));
      });
    },

    lost: (packId, lead) =>
      database.transaction("rw", packs, packPictures, meta, async () => {
        await fenced(lead);
        const fetched = packPictures.where("[packId+state]").equals([packId, STATE_OF.fetched]);
        await fetched.modify({ state: WANTED });
        await changeSet(database, packId, () => ({ fetched: 0, stored: 0 }));
      }),

    hold: (packId, hold, lead) =>
      database.transaction("rw", packs, meta, async () => {
        await fenced(lead);
        await changeSet(database, packId, (set) => ({ hold: set.hold ?? hold }));
      }),

    recount: (packId, lead) =>
      database.transaction("rw", packs, packPictures, meta, async () => {
        await fenced(lead);
        const count = (state: number) => packPictures.where("[packId+state]").equals([packId, state]).count();
        const [wanted, fetched, missing, failed] = await Promise.all([
          picturesOfSet(database, packId).count(),
          count(STATE_OF.fetched),
          count(STATE_OF.missing),
          count(STATE_OF.failed),
        ]);
        await changeSet(database, packId, () => ({ wanted, fetched, missing, failed }));
      }),

    part: ({ packId, at }) => packParts.get([packId, at]),
    async keepPart(part) {
      await packParts.put(part);
    },
  };
}

async function changeSet(
  { packs }: MirrorDatabase,
  packId: string,
  change: (set: StoredOfflineSet) => Partial<OfflineSet>,
): Promise<void> {
  const set = await packs.get(packId);
  if (set !== undefined) await packs.put({ ...set, ...change(set) });
}

function picturesOfSet({ packPictures }: MirrorDatabase, packId: string) {
  return packPictures.where("[packId+at]").between([packId, 0], [packId, Number.POSITIVE_INFINITY]);
}
