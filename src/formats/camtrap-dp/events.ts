import type { SourceTime } from "../cells/source-time.ts";
import type { CollectionRecord, RecordPlace } from "../import-record.ts";
import type { MediaIndex, Medium } from "./media.ts";
import type { Classification } from "./observation.ts";

/** One classification of a whole event. */
export interface EventObservation {
  observationId: string;
  place: RecordPlace;
  time: SourceTime | null;
  classification: Classification;
}

/** An event (1.x) or sequence (0.1) that was classified as a whole. */
export interface JudgedEvent {
  deploymentId: string;
  /** The event's id, or that of its observation where the event has none. */
  eventId: string;
  startMs: number | null;
  endMs: number | null;
  observations: EventObservation[];
  /** Its pictures, as far as the package lists them. */
  media: readonly Medium[];
  /** The classes of observations of single pictures that name it. */
  namedClasses: Set<string>;
}

/** The events of a package that have an observation of their own. */
export class JudgedEvents {
  readonly #byKey = new Map<string, JudgedEvent>();
  readonly #byMedium = new Map<string, JudgedEvent>();

  find(deploymentId: string, eventId: string): JudgedEvent | undefined {
    return this.#byKey.get(`${deploymentId}\n${eventId}`);
  }

  all(): Iterable<JudgedEvent> {
    return this.#byKey.values();
  }

  add(deploymentId: string, eventId: string, observation: EventObservation, end: SourceTime | null): void {
    let event = this.find(deploymentId, eventId);
    if (event === undefined) {
      event = {
        deploymentId,
        eventId,
        startMs: null,
        endMs: null,
        observations: [],
        media: [],
        namedClasses: new Set(),
      };
      this.#byKey.set(`${deploymentId}\n${eventId}`, event);
    }
    event.observations.push(observation);
    event.startMs = least(event.startMs, observation.time?.epochMs ?? null);
    event.endMs = most(event.endMs, end?.epochMs ?? null);
  }

  /** Finds the pictures of each event: those of its sequence, else those taken between its start and its end. */
  findMedia(index: MediaIndex): void {
    for (const event of this.all()) {
      const { deploymentId, eventId, startMs, endMs } = event;
      const sequence = index.ofSequence(deploymentId, eventId);
      if (sequence.length > 0) event.media = sequence;
      else if (startMs !== null && endMs !== null) event.media = index.between(deploymentId, startMs, endMs);
      for (const medium of event.media) {
        if (!this.#byMedium.has(medium.mediaId)) this.#byMedium.set(medium.mediaId, event);
      }
    }
  }

  /** The event that an observation of one picture belongs to: the one it names, else the one of its picture. */
  eventOf(deploymentId: string, eventId: string | null, mediaId: string): JudgedEvent | undefined {
    if (eventId !== null) return this.find(deploymentId, eventId);
    return this.#byMedium.get(mediaId);
  }
}

/** An event becomes the collection of its pictures; null where no picture of it is known. */
export function collectionOf(event: JudgedEvent): CollectionRecord | null {
  if (event.media.length === 0 && event.namedClasses.size === 0) return null;
  const times = event.media.flatMap((medium) => (medium.time === null ? [] : [medium.time.epochMs]));
  return {
    kind: "collection",
    deviceId: event.deploymentId,
    sourceId: event.eventId,
    windowStartMs: event.startMs ?? (times.length > 0 ? Math.min(...times) : null),
    windowEndMs: event.endMs ?? (times.length > 0 ? Math.max(...times) : event.startMs),
  };
}

function least(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.min(a, b);
}

function most(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.max(a, b);
}
