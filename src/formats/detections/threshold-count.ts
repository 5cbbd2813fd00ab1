import type { NoticeRecord } from "../import-record.ts";
import type { DetectionList } from "./read-detections.ts";

/** The least confidence where a person gives none: every detection of the file is used. */
export const DEFAULT_THRESHOLD = 0;

/** Counts the detections of a file that the threshold leaves out. */
export class ThresholdCount {
  readonly value: number;
  readonly #file: string;
  #below = 0;
  #emptied = 0;
  #unnamed = 0;

  constructor(file: string, threshold = DEFAULT_THRESHOLD) {
    this.#file = file;
    this.value = threshold;
  }

  count({ detections, blank, below }: DetectionList): void {
    this.#below += below;
    if (below > 0 && detections.length === 0 && blank === null) this.#emptied += 1;
  }

  /** Counts a picture whose class is left out. */
  countUnnamed(): void {
    this.#unnamed += 1;
  }

  notices(): NoticeRecord[] {
    const file = this.#file;
    const notices: NoticeRecord[] = [
      { kind: "notice", code: "threshold", file, count: this.#below, example: String(this.value) },
    ];
    if (this.#emptied > 0)
      notices.push({ kind: "notice", code: "emptied_by_threshold", file, count: this.#emptied });
    if (this.#unnamed > 0)
      notices.push({ kind: "notice", code: "unnamed_by_threshold", file, count: this.#unnamed });
    return notices;
  }
}
