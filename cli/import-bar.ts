import { Presets, SingleBar } from "cli-progress";
import type { ImportProgress } from "../server/import/import-package.ts";
import type { ReadCounter } from "../server/import/read-counter.ts";
import { IMPORT_MESSAGES } from "../src/messages/command-line/import.ts";

/** A progress bar on a terminal; none where the output goes elsewhere. */
export class ImportBar {
  readonly #counter: ReadCounter;
  readonly #bar = new SingleBar(
    {
      format: "{phase} {bar} {percentage}% | {rows}",
      stream: process.stderr,
      clearOnComplete: true,
      hideCursor: true,
    },
    Presets.shades_classic,
  );
  #running = false;

  constructor(counter: ReadCounter) {
    this.#counter = counter;
  }

  start(): void {
    this.#running = true;
    this.#bar.start(this.#counter.total, 0, { phase: IMPORT_MESSAGES.progress.metadata, rows: "" });
  }

  show(progress: ImportProgress): void {
    if (progress.phase !== "photos") {
      this.#bar.setTotal(this.#counter.total);
      this.#bar.update(this.#counter.read, {
        phase: IMPORT_MESSAGES.progress[progress.phase],
        rows: progress.insights.toLocaleString("en"),
      });
    } else {
      this.#bar.setTotal(progress.total);
      this.#bar.update(progress.done, {
        phase: IMPORT_MESSAGES.progress.photos,
        rows: `${progress.done}/${progress.total}`,
      });
    }
  }

  stop(): void {
    if (this.#running) this.#bar.stop();
    this.#running = false;
  }
}
