import { byNameThenId } from "../../domain/text-order.ts";
import { allWords, searchWords, wordsHeld } from "../../domain/text-search.ts";
import type { Device, Group } from "../../protocol/shapes.ts";

export interface Carrier {
  id: string;
  name: string;
  groupName: string | null;
  on: boolean;
}

export interface CarrierGroup {
  id: string;
  name: string;
  on: number;
  all: number;
}

/** Where a model is and could be, by name. @param answers those since the mirror last changed, by Sentinel */
export function carriersOf(
  algId: string,
  devices: readonly Device[],
  groups: readonly Group[],
  answers: ReadonlyMap<string, boolean>,
): { sentinels: Carrier[]; groups: CarrierGroup[] } {
  const names = new Map(groups.map(({ group_id, group_name }) => [group_id, group_name]));
  const sentinels = devices.map(({ device_id, display_name, group_id, models }) => ({
    id: device_id,
    name: display_name,
    groupName: group_id === null ? null : (names.get(group_id) ?? null),
    on: answers.get(device_id) ?? models.includes(algId),
  }));
  const on = new Set(sentinels.filter((one) => one.on).map(({ id }) => id));
  const known = new Set(sentinels.map(({ id }) => id));
  return {
    sentinels: sentinels.sort(byName),
    groups: groups
      .map(({ group_id, group_name, devices: members }) => ({
        id: group_id,
        name: group_name,
        on: members.filter((id) => on.has(id)).length,
        all: members.filter((id) => known.has(id)).length,
      }))
      .sort(byName),
  };
}

const byName = byNameThenId<{ id: string; name: string }>(
  ({ name }) => name,
  ({ id }) => id,
);

export function countDeployed(devices: readonly Device[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { models } of devices) {
    for (const algId of models) counts.set(algId, (counts.get(algId) ?? 0) + 1);
  }
  return counts;
}

export function isFound(text: string, names: readonly (string | null)[]): boolean {
  const words = searchWords(text);
  return wordsHeld(words, names) === allWords(words);
}
