import type { Habitat } from "./habitats.ts";

/** One of the demo's twelve Sentinels: where it hangs and how it fares. */
export interface DemoSentinel {
  readonly deviceId: string;
  readonly deviceName: string;
  readonly preferredName: string | null;
  readonly locationName: string;
  readonly locationDescription: string;
  readonly habitat: Habitat;
  /** Degrees, WGS 84; null for one that has not reported its position. */
  readonly position: readonly [latitude: number, longitude: number] | null;
  readonly batteryVolts: number;
  /** Index in DEMO_GROUPS; null for one in no group. */
  readonly group: number | null;
  readonly comms: "wifi" | "cellular" | "lora" | "satellite";
  /** Minutes before the demo's present of its last contact. */
  readonly silentMinutes: number;
}

export const DEMO_GROUPS = [
  { name: "Northern woods", description: "Forest and hills: deer, boar and their predators" },
  { name: "Waterline", description: "Ponds and banks on the migration route" },
  { name: "Savanna gates", description: "Gates and fords where herds cross the road" },
] as const;

export const DEMO_SENTINELS: readonly DemoSentinel[] = [
  sentinel(
    "SN-1001",
    "Beech Hollow",
    null,
    "Beech Hollow",
    "Old beech by the fire road, facing north",
    "forest",
    [50.2461, 9.1472],
    4.08,
    0,
    "cellular",
    14,
  ),
  sentinel(
    "SN-1002",
    "Old Quarry",
    null,
    "Old Quarry",
    "Edge of the quarry, game path from the left",
    "forest",
    [50.2533, 9.1688],
    3.86,
    0,
    "lora",
    9,
  ),
  sentinel(
    "SN-1003",
    "Mill Creek",
    "Mill Creek crossing",
    "Mill Creek",
    "Below the mill, on the alder",
    "forest",
    [50.2317, 9.1533],
    3.58,
    0,
    "wifi",
    31,
  ),
  sentinel(
    "SN-1004",
    "Sarapiqui 2",
    "Sarapiquí 2",
    "Sarapiquí",
    "Trail junction under the ceiba",
    "rainforest",
    [10.4316, -84.0061],
    3.91,
    null,
    "satellite",
    22,
  ),
  sentinel(
    "SN-1005",
    "Sarapiqui 5",
    "Sarapiquí 5",
    "Sarapiquí",
    "Stream bed, 300 m beyond the bridge",
    "rainforest",
    [10.4388, -84.0127],
    3.44,
    null,
    "lora",
    47,
  ),
  sentinel(
    "SN-1006",
    "Talek Gate 1",
    null,
    "Talek Gate",
    "Gate post, looking along the track",
    "savanna",
    [-1.4412, 35.2089],
    4.12,
    2,
    "cellular",
    6,
  ),
  sentinel(
    "SN-1007",
    "Mara Ford 4",
    null,
    "Mara Ford",
    "Above the ford, 4 m up",
    "savanna",
    [-1.4986, 35.0217],
    3.79,
    2,
    "cellular",
    18,
  ),
  sentinel(
    "SN-1008",
    "Salt Lick",
    null,
    "Ol Kiombo salt lick",
    "Thirty paces from the lick",
    "savanna",
    [-1.4675, 35.1402],
    3.11,
    2,
    "satellite",
    190,
  ),
  sentinel(
    "SN-1009",
    "Heron Pond",
    null,
    "Heron Pond",
    "Reed edge on the east bank",
    "wetland",
    [51.0563, 3.7214],
    3.95,
    1,
    "wifi",
    12,
  ),
  sentinel(
    "SN-1010",
    "Reed Bank",
    null,
    "Reed Bank",
    "Pole in the shallows",
    "wetland",
    [51.0621, 3.7338],
    3.66,
    1,
    "lora",
    26,
  ),
  sentinel(
    "SN-1011",
    "North Pass",
    null,
    "North Pass",
    "Spruce at the saddle, 1,840 m",
    "snow",
    [46.7716, 10.1683],
    3.28,
    0,
    "satellite",
    55,
  ),
  sentinel(
    "SN-1012",
    "Spare camera",
    null,
    "Workshop meadow",
    "On trial, place not surveyed yet",
    "snow",
    null,
    4.15,
    null,
    "wifi",
    2_900,
  ),
];

function sentinel(
  deviceId: string,
  deviceName: string,
  preferredName: string | null,
  locationName: string,
  locationDescription: string,
  habitat: Habitat,
  position: DemoSentinel["position"],
  batteryVolts: number,
  group: number | null,
  comms: DemoSentinel["comms"],
  silentMinutes: number,
): DemoSentinel {
  return {
    deviceId,
    deviceName,
    preferredName,
    locationName,
    locationDescription,
    habitat,
    position,
    batteryVolts,
    group,
    comms,
    silentMinutes,
  };
}
