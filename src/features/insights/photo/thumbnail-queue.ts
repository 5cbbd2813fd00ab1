import type { Timers } from "../../../platform/timers.ts";
import type { PhotoAddress, PhotoAnswer, PhotoLoader } from "../../../sync/sync-status.ts";

export interface ThumbnailQueue {
  /** The thumbnail of a photo; waits for its turn. Rejects with an AbortError when given up. */
  load(photo: PhotoAddress, signal: AbortSignal): Promise<PhotoAnswer>;
  /**
   * Starts no further requests and gives no answers that arrive meanwhile, because their rows are about to be replaced. Returns a function to
   * resume.
   */
  hold(): () => void;
}

/** Requests at once, so that thumbnails leave bandwidth for others. */
const AT_ONCE = 6;
/** Kept in memory, 5 to 10 kB each, so that a row that moves does not flicker. */
const MOST_ANSWERS = 300;

/** Answers within this time are given together, which saves renders. */
const TOGETHER_MS = 32;

/** Loads thumbnails, the latest request first, because its row is looked at now. */
export function createThumbnailQueue(photos: PhotoLoader, timers: Timers): ThumbnailQueue {
  const answers = new Map<string, PhotoAnswer>();
  const waiting: { photo: PhotoAddress; signal: AbortSignal; settle: Settle }[] = [];
  let underWay = 0;
  let holds = 0;
  let arrived: (() => void)[] = [];

  const giveArrived = () => {
    if (holds > 0) return;
    const together = arrived;
    arrived = [];
    for (const one of together) one();
  };
  const giveSoon = (give: () => void) => {
    arrived.push(give);
    if (arrived.length === 1) timers.after(TOGETHER_MS, giveArrived);
  };
  const startNext = () => {
    while (holds === 0 && underWay < AT_ONCE) {
      const next = waiting.pop();
      if (next === undefined) return;
      if (next.signal.aborted) continue;
      underWay += 1;
      photos
        .thumbnail(next.photo, next.signal)
        .then(
          (answer) => {
            store(answers, keyOf(next.photo), answer);
            giveSoon(() => next.settle.resolve(answer));
          },
          (error: unknown) => giveSoon(() => next.settle.reject(error)),
        )
        .finally(() => {
          underWay -= 1;
          startNext();
        });
    }
  };

  return {
    hold() {
      holds += 1;
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        holds -= 1;
        giveArrived();
        startNext();
      };
    },
    load(photo, signal) {
      const known = answers.get(keyOf(photo));
      if (known !== undefined) return Promise.resolve(known);
      return new Promise((resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
        waiting.push({ photo, signal, settle: { resolve, reject } });
        startNext();
      });
    },
  };
}

interface Settle {
  resolve(answer: PhotoAnswer): void;
  reject(error: unknown): void;
}

/** Only pictures are cached: a missing one may be there the next time. */
function store(answers: Map<string, PhotoAnswer>, key: string, answer: PhotoAnswer): void {
  if (answer.kind !== "image") return;
  answers.set(key, answer);
  for (const oldest of answers.keys()) {
    if (answers.size <= MOST_ANSWERS) return;
    answers.delete(oldest);
  }
}

function keyOf(photo: PhotoAddress): string {
  return `${photo.deviceId}\n${photo.photoUrl}`;
}
