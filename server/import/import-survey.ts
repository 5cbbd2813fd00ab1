import type { DeviceRecord } from "../../src/formats/import-record.ts";
import type { View } from "../db/database.ts";
import {
  chooseDevice,
  type DatasetNaming,
  type DeviceChoice,
  datasetOf,
  doubtfulDevice,
} from "./device-choice.ts";
import { findFilledByImports, type StoredDevice } from "./device-repository.ts";
import { ImportHalt } from "./import-halt.ts";

/**
 * The changes to known rows that an import makes unasked: up to this share of them, or fewer than `least`. A new
 * export of a project has a few corrected rows; another dataset under the same name has hardly an equal one.
 */
export const UNASKED_CHANGES = { share: 0.1, least: 20 };

interface Candidate {
  readonly deviceId: string;
  readonly dataset: string;
  readonly device: StoredDevice;
  /** Rows of the package that the Sentinel has, and how many of these would lose a value that they have. */
  known: number;
  replaced: number;
}

/** The comparison of a package with the Sentinels that it seems to name, before anything is written. */
export class ImportSurvey {
  readonly #naming: DatasetNaming;
  readonly #candidates = new Map<number, Candidate>();
  /** Sentinels that a deployment, which becomes a new one, may have made before. */
  readonly #doubtful: { readonly deviceId: string; readonly device: StoredDevice }[] = [];

  constructor(naming: DatasetNaming) {
    this.#naming = naming;
  }

  /** As `chooseDevice`; of a deployment whose id another dataset has, the rows are compared with that one's. */
  choose(record: DeviceRecord, stored: ReadonlyMap<string, StoredDevice>): DeviceChoice {
    const choice = chooseDevice(record, this.#naming, stored);
    if (choice.kind === "fresh") {
      const device = doubtfulDevice(record, this.#naming, stored);
      if (device !== null) this.#doubtful.push({ deviceId: record.deviceId, device });
    }
    const rival = this.#naming.given === null ? stored.get(record.deviceId) : undefined;
    const isTaken = choice.kind === "fresh" || (choice.kind === "refused" && choice.code === "other_dataset");
    if (choice.kind !== "known" && !(isTaken && rival !== undefined && rival.user_id !== null)) return choice;
    const device = choice.kind === "known" ? choice.device : (rival as StoredDevice);
    const dataset = datasetOf(record, this.#naming);
    const { deviceId } = record;
    this.#candidates.set(Number(device.device_ref), { deviceId, dataset, device, known: 0, replaced: 0 });
    return { kind: "known", device };
  }

  count(deviceRef: number, known: number, replaced: number): void {
    const candidate = this.#candidates.get(deviceRef);
    if (candidate === undefined) return;
    candidate.known += known;
    candidate.replaced += replaced;
  }

  /**
   * @param mayUpdate whether a person asked for changes of any number
   * @returns the deployments whose Sentinels, without a recorded dataset, are of another dataset
   * @throws ImportHalt where a person has to name the dataset, or to ask for the changes
   */
  async verdict(view: View, mayUpdate: boolean): Promise<ReadonlySet<string>> {
    const all = [...this.#candidates.values()];
    for (const { deviceId, dataset, device, known } of all) {
      if (device.dataset === null || device.dataset === dataset) continue;
      const details = { device: deviceId, other: device.dataset, rows: String(known) };
      if (dataset === "") throw new ImportHalt("needs_dataset", details);
      if (known > 0) throw new ImportHalt("known_elsewhere", { ...details, dataset });
    }
    await this.#checkDoubtful(view);
    const strangers = all.filter(({ dataset, device, known }) => {
      return device.dataset === null && dataset !== "" && known === 0;
    });
    const refs = strangers.map(({ device }) => Number(device.device_ref));
    const filled = await findFilledByImports(view, refs);
    if (!mayUpdate) checkChanges(all);
    const apart = strangers.filter(({ device }) => filled.has(Number(device.device_ref)));
    return new Set(apart.map(({ deviceId }) => deviceId));
  }

  /** @throws ImportHalt */
  async #checkDoubtful(view: View): Promise<void> {
    const refs = this.#doubtful.map(({ device }) => Number(device.device_ref));
    const filled = await findFilledByImports(view, refs);
    const found = this.#doubtful.find(({ device }) => filled.has(Number(device.device_ref)));
    if (found === undefined) return;
    const { deviceId, device } = found;
    throw new ImportHalt("unrecorded_project", { device: device.device_id, deployment: deviceId });
  }
}

/** @throws ImportHalt */
function checkChanges(candidates: readonly Candidate[]): void {
  const unnamed = candidates.filter(({ dataset }) => dataset === "");
  const overwritten = sumOf(unnamed, "replaced");
  if (overwritten > 0)
    throw new ImportHalt("would_overwrite", countsOf(overwritten, sumOf(unnamed, "known")));
  const [known, replaced] = [sumOf(candidates, "known"), sumOf(candidates, "replaced")];
  if (replaced >= UNASKED_CHANGES.least && replaced > known * UNASKED_CHANGES.share)
    throw new ImportHalt("many_changes", countsOf(replaced, known));
}

function sumOf(candidates: readonly Candidate[], field: "known" | "replaced"): number {
  return candidates.reduce((sum, candidate) => sum + candidate[field], 0);
}

function countsOf(replaced: number, known: number) {
  const { share, least } = UNASKED_CHANGES;
  return {
    replaced: String(replaced),
    known: String(known),
    percent: String(share * 100),
    least: String(least),
  };
}
