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

/** What a tab that leads names, so that one that was overtaken writes nothing any more. */
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
  add(pack: StoredOfflineSet): Promise<void>;
  /** What a person says about a set: any tab may. Nothing where it was unpacked meanwhile. */
  change(packId: string, change: (pack: StoredOfflineSet) => Partial<OfflineSet>): Promise<void>;
  /** Forgets a set; its pictures are the caller's. */
  remove(packId: string): Promise<void>;
  /**
   * Keeps what was gathered, in place of what may lie there of a gathering that was cut off.
   * @throws FencedError
   */
  gathered(packId: string, found: Gathered, lead: Lead): Promise<void>;
  /** The next pictures that are wanted, in their turn. */
  next(packId: string, limit: number): Promise<OfflineSetPicture[]>;
  /**
   * Counts bytes before they are received. False, and nothing is counted, where they are beyond the budget: then the
   * set holds.
   */
  charge(packId: string, bytes: number, lead: Lead): Promise<boolean>;
  /** Notes what became of a picture, and corrects what was charged for it. @throws FencedError */
  settle(picture: OfflineSetPicture, end: PictureEnd, lead: Lead): Promise<void>;
  hold(packId: string, hold: OfflineSetHold, lead: Lead): Promise<void>;
  /** Asks again for what was tried in vain. */
  askAgain(packId: string): Promise<void>;
  /** All pictures of all sets are gone from this device: they are wanted again, when a person says so. */
  emptied(): Promise<void>;
  part(picture: OfflineSetPicture): Promise<OfflineSetPart | undefined>;
  keepPart(part: OfflineSetPart): Promise<void>;
  /** Counts anew what became of the pictures of a set. */
  recount(packId: string, lead: Lead): Promise<void>;
  /** Whether the mirror has all that each set needs; with the sets. */
  look(): Promise<OfflineSetSight[]>;
  /** Calls back at once and with every change of a set or of what the mirror has, in any tab. */
  watch(listener: (sights: readonly OfflineSetSight[]) => void): () => void;
}

/** A set, and whether the mirror has all that it needs. */
export interface OfflineSetSight {
  readonly pack: StoredOfflineSet;
  readonly covered: boolean;
}

export interface Gathered {
  insightIds: readonly string[];
  pictures: readonly Pick<OfflineSetPicture, "deviceId" | "photoUrl" | "thumbnail">[];
}

export interface PictureEnd {
  /** `refused`: by the server, which counts as a try; `cut`: by anything else, which does not. */
  kind: "fetched" | "missing" | "failed" | "refused" | "cut";
  /** Of the picture on this device. */
  stored: number;
  /** What was charged and was not received after all. */
  unspent: number;
}

export function openOfflineSetStorage(mirror: MirrorStorage): OfflineSetStorage {
  return { ...setsOf(mirror), ...picturesOf(mirror) };
}

/** What a person changes, and what screens see. Any tab may. */
type Sets = Pick<
  OfflineSetStorage,
  "all" | "get" | "add" | "change" | "remove" | "askAgain" | "emptied" | "look" | "watch"
>;

function setsOf(mirror: MirrorStorage): Sets {
  const { database } = mirror;
  const { packs, packMembers, packPictures, packParts, meta } = database;
  const look = async () => {
    const [kept, all] = await Promise.all([mirror.tables.retention(), packs.toArray()]);
    return all
      .map((pack) => ({ pack, covered: isCovered(pack, kept) }))
      .sort((a, b) => a.pack.madeAtMs - b.pack.madeAtMs);
  };
  return {
    all: () => packs.toArray(),
    get: (packId) => packs.get(packId),
    async add(pack) {
      await packs.add(pack);
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
        await packs.toCollection().modify((pack) => {
          Object.assign(pack, { fetched: 0, stored: 0, hold: pack.fetched > 0 ? "full" : pack.hold });
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
      // Only now it is gathered: a page that is killed before begins anew.
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
        const pack = await packs.get(packId);
        if (pack === undefined || pack.hold !== null) return false;
        const fits = fitsBudget(pack, bytes);
        await packs.put({ ...pack, ...(fits ? { received: pack.received + bytes } : { hold: "budget" }) });
        return fits;
      }),

    async settle(picture, { kind, stored, unspent }, lead) {
      const { packId, at } = picture;
      await database.transaction("rw", packs, packPictures, packParts, meta, async () => {
        await fenced(lead);
        const now = await packPictures.get([packId, at]);
        // Unpacked meanwhile, or noted already by the tab that led before.
        if (now === undefined || now.state !== WANTED) return;
        if (kind === "cut" || kind === "refused") {
          if (kind === "refused") await packPictures.put({ ...now, tries: now.tries + 1 });
        } else {
          await packPictures.put({ ...now, state: STATE_OF[kind] });
          await packParts.delete([packId, at]);
        }
        await changeSet(database, packId, (pack) => ({
          received: pack.received - unspent,
          stored: pack.stored + stored,
          ...(kind === "cut" || kind === "refused" ? {} : { [kind]: pack[kind] + 1 }),
        }));
      });
    },

    hold: (packId, hold, lead) =>
      database.transaction("rw", packs, meta, async () => {
        await fenced(lead);
        await changeSet(database, packId, (pack) => ({ hold: pack.hold ?? hold }));
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
  change: (pack: StoredOfflineSet) => Partial<OfflineSet>,
): Promise<void> {
  const pack = await packs.get(packId);
  if (pack !== undefined) await packs.put({ ...pack, ...change(pack) });
}

function picturesOfSet({ packPictures }: MirrorDatabase, packId: string) {
  return packPictures.where("[packId+at]").between([packId, 0], [packId, Number.POSITIVE_INFINITY]);
}
