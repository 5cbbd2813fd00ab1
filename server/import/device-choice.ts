import type { DeviceRecord } from "../../src/formats/import-record.ts";
import type { StoredDevice } from "./device-repository.ts";
import type { IntakeRefusalCode } from "./import-refusal.ts";

/** How an import names its datasets. */
export interface DatasetNaming {
  /** The name that a person gave; null where the package's own counts. */
  readonly given: string | null;
  /** Deployments whose id belongs to a Sentinel of another dataset, although that is not recorded. */
  readonly apart: ReadonlySet<string>;
}

/** The Sentinel of a deployment: one that exists, or the id and name of one to be made. */
export type DeviceChoice =
  | { readonly kind: "known"; readonly device: StoredDevice }
  | { readonly kind: "fresh"; readonly deviceId: string; readonly deviceName: string | null }
  | { readonly kind: "refused"; readonly code: IntakeRefusalCode };

/** The name of a deployment's dataset; "" where it has none. */
export function datasetOf({ dataset }: DeviceRecord, { given }: DatasetNaming): string {
  return given ?? dataset ?? "";
}

/** The ids that the deployment's Sentinel may have: its own, and where another dataset has that one, both names. */
export function possibleIds({ deviceId }: DeviceRecord, dataset: string): string[] {
  if (dataset === "") return [deviceId];
  return [deviceId, withDataset(deviceId, dataset), withoutDataset(deviceId, dataset)];
}

/**
 * Finds the Sentinel of a deployment among those of its possible ids. A deployment is identified by its dataset and its
 * id, since projects number their deployments alike. A Sentinel without a recorded dataset is taken for the
 * deployment's.
 */
export function chooseDevice(
  record: DeviceRecord,
  naming: DatasetNaming,
  stored: ReadonlyMap<string, StoredDevice>,
): DeviceChoice {
  const dataset = datasetOf(record, naming);
  const { deviceId, deviceName } = record;
  const plain = stored.get(deviceId);
  const named = dataset === "" ? undefined : stored.get(withDataset(deviceId, dataset));
  if (named !== undefined && named.dataset === dataset) return knownOrForeign(named);
  // A package of several projects names its deployments after them; imported by itself, the project may have made it.
  const alone = dataset === "" ? undefined : stored.get(withoutDataset(deviceId, dataset));
  if (plain === undefined && alone?.dataset === dataset) return knownOrForeign(alone);
  // Of a package of several projects that was imported before datasets were recorded.
  if (plain === undefined && named?.dataset === null && !naming.apart.has(deviceId))
    return knownOrForeign(named);
  if (plain === undefined) return { kind: "fresh", deviceId, deviceName };
  const isUnrecorded = plain.dataset === null && !naming.apart.has(deviceId);
  if (plain.dataset === dataset || isUnrecorded) return knownOrForeign(plain);
  if (dataset === "" || named !== undefined)
    return { kind: "refused", code: plain.user_id === null ? "foreign_device" : "other_dataset" };
  return {
    kind: "fresh",
    deviceId: withDataset(deviceId, dataset),
    deviceName: deviceName === null ? null : withDataset(deviceName, dataset),
  };
}

/**
 * The owner's Sentinel, without a recorded dataset, of which nobody can tell whether it is the deployment's: a project
 * of a package of several may have been imported by itself before datasets were recorded, as may another project of
 * the package that calls its deployment the same. Null where there is none.
 */
export function doubtfulDevice(
  record: DeviceRecord,
  naming: DatasetNaming,
  stored: ReadonlyMap<string, StoredDevice>,
): StoredDevice | null {
  if (naming.given !== null) return null;
  const { deviceId } = record;
  const alone = stored.get(withoutDataset(deviceId, datasetOf(record, naming)));
  if (alone === undefined || alone.device_id === deviceId || alone.dataset !== null) return null;
  return alone.user_id === null ? null : alone;
}

function knownOrForeign(device: StoredDevice): DeviceChoice {
  return device.user_id === null ? { kind: "refused", code: "foreign_device" } : { kind: "known", device };
}

function withDataset(text: string, dataset: string): string {
  return `${text} (${dataset})`;
}

function withoutDataset(text: string, dataset: string): string {
  const ending = ` (${dataset})`;
  return text.endsWith(ending) ? text.slice(0, -ending.length) : text;
}
