import type { Random } from "../../server/demo/random.ts";
import { SUBJECTS, type SubjectName } from "../../server/demo/subjects.ts";
import type { Visit } from "./animal-visits.ts";
import type { SentinelProfile } from "./sentinel-profile.ts";

/** One frame as its Sentinel reports it, in the shape of `POST /api/ingest/insights`. */
export interface Sighting {
  readonly source_id: string;
  readonly class_name: string;
  readonly class_id: number;
  readonly class_list: readonly { className: string; averageConfidence: number }[];
  readonly confidence: number | null;
  readonly group_confidence: number | null;
  readonly is_from_lora: boolean;
  comms_source: SentinelProfile["comms"];
  readonly file_ctime: string;
  /** When a gateway first received it; the same in each repetition. */
  time_stamp: string | null;
  readonly collection_id: string | null;
  readonly window_start: string | null;
  readonly window_end: string | null;
}

/** A frame that waits to be sent, with the subject of its picture. */
export interface Frame {
  readonly sighting: Sighting;
  readonly subject: SubjectName;
  readonly night: boolean;
  readonly number: number;
}

const LOOKALIKES: Partial<Record<SubjectName, SubjectName>> = {
  deer: "boar",
  fox: "dog",
  dog: "fox",
  bear: "boar",
  boar: "bear",
  ocelot: "agouti",
  zebra: "elephant",
};

/**
 * The frames of a visit.
 *
 * @param visitNumber counts the Sentinel's visits; part of the names of its frames
 * @param clockErrorMs the error of its clock
 */
export function framesOf(
  profile: Pick<SentinelProfile, "deviceId" | "comms">,
  visit: Visit,
  visitNumber: number,
  clockErrorMs: number,
  random: Random,
): Frame[] {
  const { comms, deviceId } = profile;
  const overWords = comms === "lora" || comms === "satellite";
  const isBurst = visit.frames.length > 1 && !overWords;
  const iso = (trueMs: number) => new Date(trueMs + clockErrorMs).toISOString();
  const { className, classId } = SUBJECTS[visit.subject];
  // A Sentinel without pictures sends one frame of a burst.
  return visit.frames.slice(0, overWords ? 1 : undefined).map((atMs, number) => {
    const confidence = rounded(Math.min(0.99, Math.max(0.21, visit.certainty + random.bell() * 0.05)));
    const other = random.chance(0.3) ? LOOKALIKES[visit.subject] : undefined;
    return {
      subject: visit.subject,
      night: visit.night,
      number,
      sighting: {
        source_id: `${deviceId}-${visitNumber}-${number + 1}`,
        class_name: className,
        class_id: classId,
        class_list: [
          { className, averageConfidence: confidence },
          ...(other === undefined
            ? []
            : [{ className: SUBJECTS[other].className, averageConfidence: rounded((1 - confidence) * 0.6) }]),
        ],
        confidence: overWords ? null : confidence,
        group_confidence: isBurst || overWords ? rounded(visit.certainty) : null,
        is_from_lora: comms === "lora",
        comms_source: comms,
        file_ctime: iso(atMs),
        time_stamp: null,
        collection_id: isBurst ? `${deviceId}-${visitNumber}` : null,
        window_start: isBurst ? iso(visit.frames[0] ?? atMs) : null,
        window_end: isBurst ? iso(visit.frames.at(-1) ?? atMs) : null,
      },
    };
  });
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
