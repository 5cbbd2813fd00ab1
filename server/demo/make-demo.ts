import { availableParallelism } from "node:os";
import { lastSightMs } from "../../src/domain/device/device-report.ts";
import type { FractionBox } from "../../src/domain/insight/detection-box.ts";
import type { Database } from "../db/database.ts";
import type { ModelStore } from "../files/model-store.ts";
import type { PhotoStore, StoredPhoto } from "../files/photo-store.ts";
import type { InsightValues } from "../insight-store/insight-values.ts";
import { LastSights } from "../insight-store/last-sight-repository.ts";
import { insertPhotoFiles } from "../insight-store/photo-repository.ts";
import { makeDemoAccount } from "./demo-account.ts";
import { type DemoRefs, insightsOf, listVisits, type Visit } from "./demo-insights.ts";
import { type DemoSlice, insertSlice } from "./demo-repository.ts";
import { seededRandom } from "./random.ts";
import { type Scene, ScenePainter } from "./scene-photo.ts";
import { type Encounter, listEncounters } from "./scenes.ts";
import { DEMO_SENTINELS } from "./sentinels.ts";
import { SUBJECTS } from "./subjects.ts";

export interface DemoNeeds {
  readonly db: Database;
  readonly photos: Pick<PhotoStore, "put">;
  readonly models: Pick<ModelStore, "put">;
}

export interface DemoPlan {
  readonly insights: number;
  /** The demo's present: all that it shows happened before. */
  readonly nowMs: number;
  /** Fewer than the full eleven make a demo quickly, for tests. */
  readonly encountersASentinel?: number;
  readonly onDrawn?: (done: number, all: number) => void;
  readonly onInserted?: (done: number, all: number) => void;
}

interface Picture {
  readonly photo: StoredPhoto;
  /** JSON for the insights that show it, as a detector would write it; null where it sees nothing. */
  readonly boxes: string | null;
}
/** The stored photographs of each frame of each encounter. */
type Pictures = readonly (readonly (Picture | undefined)[])[];

const ROWS_A_SLICE = 20_000;

/** Fills an empty database with the demo: the same plan gives the same rows and pictures. */
export async function makeDemo(needs: DemoNeeds, plan: DemoPlan): Promise<void> {
  const encounters = listEncounters(plan.encountersASentinel);
  const visits = listVisits(plan.insights, encounters, plan.nowMs);
  const pictures = await drawPictures(needs, plan, encounters, visits);
  const refs = await makeDemoAccount(needs, plan.nowMs);
  await insertInsights(needs, plan, { encounters, visits, pictures, refs });
}

/**
 * Draws each frame of each encounter once. Its strip shows the time of the newest visit that uses it, because a
 * person sees that one first.
 */
async function drawPictures(
  { photos, db }: DemoNeeds,
  { nowMs, onDrawn }: DemoPlan,
  encounters: readonly Encounter[],
  visits: readonly Visit[],
): Promise<Pictures> {
  const lastSeen = new Map(visits.map(({ encounter, atMs }) => [encounter, atMs]));
  const painter = new ScenePainter();
  const jobs = encounters.flatMap((encounter, at) =>
    lastSeen.has(at) ? encounter.frames.map((scene, frame) => ({ scene, at, frame })) : [],
  );
  const stored: (Picture | undefined)[][] = encounters.map(() => []);
  let [next, done] = [0, 0];
  onDrawn?.(done, jobs.length);
  const work = async (): Promise<void> => {
    for (let job = jobs[next++]; job; job = jobs[next++]) {
      const takenMs = (lastSeen.get(job.at) ?? nowMs) + job.frame * 4_000;
      const photo = await photos.put(await painter.paint(job.scene, takenMs));
      const frames = stored[job.at];
      if (frames) frames[job.frame] = { photo, boxes: boxesText(job.scene, await painter.boxes(job.scene)) };
      done += 1;
      onDrawn?.(done, jobs.length);
    }
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
  const files = stored.flat().flatMap((picture) => (picture ? [picture.photo] : []));
  await db.write((transaction) => insertPhotoFiles(db, transaction, files, nowMs));
  return stored;
}

/** The nearest is the surest. */
function boxesText(scene: Scene, boxes: readonly FractionBox[]): string | null {
  const { className } = SUBJECTS[scene.subject];
  const random = seededRandom(`${scene.seed} detector`);
  const surest = random.between(0.78, 0.97);
  const found = boxes.map((box, at) => ({
    className,
    confidence: Math.round(1000 * surest * random.between(0.85, 1) ** at) / 1000,
    box: box.map((side) => Math.round(side * 10_000) / 10_000),
  }));
  return found.length === 0 ? null : JSON.stringify(found);
}

interface DemoContent {
  readonly encounters: readonly Encounter[];
  readonly visits: readonly Visit[];
  readonly pictures: Pictures;
  readonly refs: DemoRefs;
}

/** In a new database the numbers of rows are known beforehand, so that all goes in without one being read back. */
async function insertInsights({ db }: DemoNeeds, plan: DemoPlan, content: DemoContent): Promise<void> {
  const { encounters, visits, pictures, refs } = content;
  const sights = new LastSights();
  let slice = emptySlice();
  let [insightId, collectionId, photoId] = [0, 0, 0];
  const flush = async (): Promise<void> => {
    const rows = slice;
    slice = emptySlice();
    await insertSlice(db, rows);
    plan.onInserted?.(insightId, plan.insights);
  };
  for (const [number, visit] of visits.entries()) {
    const encounter = encounters[visit.encounter];
    if (!encounter) continue;
    const isCollection = visit.frames > 1;
    if (isCollection) {
      collectionId += 1;
      slice.collections.push(collectionRow(collectionId, visit, number, refs));
    }
    const insights = insightsOf(
      visit,
      encounter,
      number,
      isCollection ? collectionId : null,
      refs,
      plan.nowMs,
    );
    for (const { values, scene } of insights) {
      insightId += 1;
      const picture = scene ? pictures[scene.encounter]?.[scene.frame] : undefined;
      const receivedMs = Number(values.time_stamp);
      if (picture) {
        photoId += 1;
        slice.photos.push(photoRow(photoId, insightId, picture.photo, values, receivedMs));
      }
      slice.insights.push({
        insight_id: insightId,
        ...values,
        photo_id: picture ? photoId : null,
        photo_created_at: picture ? receivedMs : null,
        boxes: picture?.boxes ?? null,
      });
      const cameraTime = { timeStampMs: receivedMs, fileCtimeMs: Number(values.file_ctime) };
      sights.add(Number(values.device_ref), lastSightMs(cameraTime, plan.nowMs), picture !== undefined);
    }
    if (slice.insights.length >= ROWS_A_SLICE) await flush();
  }
  await flush();
  await db.write((transaction) => sights.write(transaction));
}

function emptySlice(): DemoSlice {
  return { collections: [], insights: [], photos: [] };
}

function collectionRow(collectionId: number, visit: Visit, number: number, refs: DemoRefs): InsightValues {
  return {
    collection_id: collectionId,
    device_ref: refs.deviceRefs[visit.sentinel] ?? 0,
    source_id: `${DEMO_SENTINELS[visit.sentinel]?.deviceId}-burst-${number}`,
    window_start: visit.atMs,
    window_end: visit.atMs + (visit.frames - 1) * 4_000,
  };
}

function photoRow(
  photoId: number,
  insightId: number,
  picture: StoredPhoto,
  values: InsightValues,
  createdMs: number,
): InsightValues {
  return {
    photo_id: photoId,
    insight_id: insightId,
    device_ref: values.device_ref ?? 0,
    table_name: "insights",
    content_hash: picture.contentHash,
    source_name: `IMG_${String(photoId % 10_000).padStart(4, "0")}.JPG`,
    created_at: createdMs,
  };
}
