import { allWords, searchWords, wordsHeld } from "../domain/text-search.ts";
import type { FleetDevice } from "./fleet-view.ts";

/** The Sentinels whose name, place and id together hold all words. */
export function findDevices(devices: readonly FleetDevice[], text: string): readonly FleetDevice[] {
  const words = searchWords(text);
  if (words.length === 0) return devices;
  const all = allWords(words);
  return devices.filter(({ name, id, place }) => wordsHeld(words, [name, id, place]) === all);
}
