import type { SourceTime } from "../cells/source-time.ts";
import { readDatedTable } from "../csv/dated-table.ts";
import type { RowFields } from "../csv/row-fields.ts";
import type { DeploymentPeriod } from "../deployment-period.ts";
import type { NoticeRecord, PhotoReference, RefusalRecord } from "../import-record.ts";
import { baseName, type PackageSource } from "../source/package-source.ts";

/** One picture of a package. */
export interface Medium {
  mediaId: string;
  deploymentId: string;
  /** The sequence it is of, where the source says so (0.1). */
  sequenceId: string | null;
  time: SourceTime | null;
  photo: PhotoReference | null;
}

/** All pictures of a package, by their id, by sequence and by the time they were taken. */
export class MediaIndex {
  readonly byId = new Map<string, Medium>();
  readonly #bySequence = new Map<string, Medium[]>();
  readonly #byDeployment = new Map<string, Medium[]>();
  #sorted = true;

  add(medium: Medium): void {
    this.byId.set(medium.mediaId, medium);
    push(this.#byDeployment, medium.deploymentId, medium);
    if (medium.sequenceId !== null)
      push(this.#bySequence, sequenceKey(medium.deploymentId, medium.sequenceId), medium);
    this.#sorted = false;
  }

  ofSequence(deploymentId: string, sequenceId: string): readonly Medium[] {
    return this.#bySequence.get(sequenceKey(deploymentId, sequenceId)) ?? [];
  }

  /** The pictures of a deployment from `startMs` to `endMs`, both included, oldest first. */
  between(deploymentId: string, startMs: number, endMs: number): readonly Medium[] {
    if (!this.#sorted) {
      for (const list of this.#byDeployment.values()) list.sort((a, b) => timeOf(a) - timeOf(b));
      this.#sorted = true;
    }
    const all = this.#byDeployment.get(deploymentId) ?? [];
    const found: Medium[] = [];
    for (let at = firstFrom(all, startMs); at < all.length; at += 1) {
      const medium = all[at];
      if (medium === undefined || timeOf(medium) > endMs) break;
      found.push(medium);
    }
    return found;
  }
}

/** Reads the media of a package into an index. */
export async function* readMedia(
  source: PackageSource,
  files: readonly string[],
  fields: RowFields,
  periods: ReadonlyMap<string, DeploymentPeriod>,
  index: MediaIndex,
): AsyncGenerator<RefusalRecord | NoticeRecord> {
  for await (const row of readDatedTable(source, files, ["mediaID", "deploymentID"], ["timestamp"], fields)) {
    if ("kind" in row) {
      yield row;
      continue;
    }
    const mediaId = row.text("mediaID");
    const deploymentId = row.text("deploymentID");
    const rounded = row.roundedId("mediaID", "deploymentID");
    if (rounded !== null) {
      yield rounded;
    } else if (mediaId === null || index.byId.has(mediaId)) {
      yield row.refusal("mediaID", mediaId === null ? "missing_id" : "duplicate_id", mediaId, "row");
    } else if (deploymentId === null || !periods.has(deploymentId)) {
      const code = deploymentId === null ? "missing_deployment" : "unknown_deployment";
      yield row.refusal("deploymentID", code, deploymentId, "row");
    } else {
      const path = row.text("filePath");
      const name = row.text("fileName") ?? (path === null ? null : baseName(path));
      index.add({
        mediaId,
        deploymentId,
        sequenceId: row.text("sequenceID"),
        time: fields.time(row, "timestamp"),
        photo: name === null ? null : { path, name },
      });
      yield* fields.takeRefusals();
    }
  }
}

function timeOf(medium: Medium): number {
  return medium.time?.epochMs ?? Number.POSITIVE_INFINITY;
}

function firstFrom(sorted: readonly Medium[], startMs: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const medium = sorted[middle];
    if (medium !== undefined && timeOf(medium) < startMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

function sequenceKey(deploymentId: string, sequenceId: string): string {
  return `${deploymentId}\n${sequenceId}`;
}

function push(map: Map<string, Medium[]>, key: string, medium: Medium): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [medium]);
  else list.push(medium);
}
