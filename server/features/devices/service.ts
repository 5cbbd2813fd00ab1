import { byNameThenId } from "../../../src/domain/text-order.ts";
import type { Device } from "../../../src/protocol/shapes.ts";
import type { Dependencies } from "../../dependencies.ts";
import { deviceShape } from "./device-shape.ts";
import { findDeployments, findDevices } from "./repository.ts";

/** The Sentinels that are assigned to a user, by name. */
export async function listDevices({ db }: Pick<Dependencies, "db">, userId: number): Promise<Device[]> {
  const [rows, deployments] = await Promise.all([findDevices(db, userId), findDeployments(db, userId)]);
  const algIds = new Map<number, string[]>();
  for (const { device_ref, alg_id } of deployments) {
    algIds.set(device_ref, [...(algIds.get(device_ref) ?? []), String(alg_id)]);
  }
  return rows
    .map((row) => deviceShape(row, algIds.get(row.device_ref) ?? []))
    .sort(
      byNameThenId(
        (device) => device.display_name,
        (device) => device.device_id,
      ),
    );
}
