import type { View, WriteStep, WriteTransaction } from "../db/database.ts";

interface Sights {
  insightMs: number;
  /** Null where none of them has a picture. */
  imageMs: number | null;
}

/** The times of the newest insight and of the newest photo of each Sentinel, over rows that are written in bulk. */
export class LastSights {
  readonly #byDevice = new Map<number, Sights>();

  /** @param sightMs by the camera-time rule, never beyond now */
  add(deviceRef: number, sightMs: number, hasImage: boolean): void {
    const known = this.#byDevice.get(deviceRef) ?? { insightMs: sightMs, imageMs: null };
    this.#byDevice.set(deviceRef, {
      insightMs: Math.max(known.insightMs, sightMs),
      imageMs: hasImage ? Math.max(known.imageMs ?? sightMs, sightMs) : known.imageMs,
    });
  }

  /**
   * Moves the Sentinels' times forward, never back. A row whose times stay is not written, so that the feed does not
   * send it.
   */
  async write(transaction: WriteTransaction): Promise<void> {
    for (const move of this.#moves(transaction)) await move.execute();
  }

  /** As `write`, for `writeAtOnce`. */
  steps(view: View): WriteStep[] {
    return [...this.#moves(view)].map((move) => ({ query: move.compile() }));
  }

  *#moves(view: View) {
    // In the order of keys, so that two writers cannot deadlock.
    for (const [deviceRef, { insightMs, imageMs }] of [...this.#byDevice].sort(([a], [b]) => a - b)) {
      yield moveOf(view, deviceRef, "last_insight_at", insightMs);
      if (imageMs !== null) yield moveOf(view, deviceRef, "last_image_at", imageMs);
    }
  }
}

function moveOf(view: View, deviceRef: number, column: "last_insight_at" | "last_image_at", sightMs: number) {
  return view
    .updateTable("devices")
    .set({ [column]: sightMs })
    .where("device_ref", "=", deviceRef)
    .where((eb) => eb.or([eb(column, "is", null), eb(column, "<", sightMs)]));
}
