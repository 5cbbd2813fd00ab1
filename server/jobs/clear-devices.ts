import type { Dependencies } from "../dependencies.ts";
import {
  deleteDevice,
  deleteSomeCollections,
  deleteSomeInsights,
  deleteSomeReports,
  findUnusedFiles,
  forgetUnusedFiles,
  hasClearings,
  postponeUnusedFiles,
  takeClearing,
} from "./clear-devices-repository.ts";

type Needs = Pick<Dependencies, "db" | "clock">;

/** Rows of one transaction: few enough that other writers of SQLite wait for tens of milliseconds at most. */
const INSIGHTS_A_SLICE = 250;
const ROWS_A_SLICE = 1_000;
/** A photograph is stored before the row that names it; a file waits at least so long before it is removed. */
const UNUSED_FILE_WAIT_MS = 10 * 60_000;
const FILES_A_ROUND = 100;

/**
 * Deletes one slice of what a cleared Sentinel has left, in one transaction. A process that ends between two slices
 * loses nothing: the next one goes on.
 *
 * @returns whether there was anything to delete
 */
export async function clearDevicesOnce({ db, clock }: Needs): Promise<boolean> {
  if (!(await hasClearings(db))) return false;
  const nowMs = clock.now();
  return db.write(async (transaction) => {
    const deviceRef = await takeClearing(db, transaction);
    if (deviceRef === null) return false;
    const slice = { deviceRef, limit: INSIGHTS_A_SLICE, nowMs };
    if ((await deleteSomeInsights(db, transaction, slice)) > 0) return true;
    if ((await deleteSomeReports(transaction, deviceRef, ROWS_A_SLICE)) > 0) return true;
    if ((await deleteSomeCollections(transaction, deviceRef, ROWS_A_SLICE)) > 0) return true;
    await deleteDevice(transaction, deviceRef);
    return true;
  });
}

/** Removes photographs and thumbnails from the store that no row names any more. @returns how many */
export async function removeUnusedFiles({
  db,
  clock,
  photos,
}: Needs & Pick<Dependencies, "photos">): Promise<number> {
  const beforeMs = clock.now() - UNUSED_FILE_WAIT_MS;
  const files = await findUnusedFiles(db, beforeMs, FILES_A_ROUND);
  const [removed, kept]: [string[], string[]] = [[], []];
  for (const { content_hash, used } of files) {
    if (used !== null) continue;
    const isRemoved = await photos.remove(content_hash, beforeMs);
    (isRemoved ? removed : kept).push(content_hash);
  }
  const inUse = files.flatMap(({ content_hash, used }) => (used === null ? [] : [content_hash]));
  await forgetUnusedFiles(db, [...removed, ...inUse]);
  await postponeUnusedFiles(db, kept, clock.now());
  return removed.length;
}
