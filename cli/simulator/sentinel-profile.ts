import { HABITATS, type Habitat } from "../../server/demo/habitats.ts";
import { type Random, seededRandom } from "../../server/demo/random.ts";

/** Parameters of one simulated Sentinel: place, link, batteries and clock. */
export interface SentinelProfile {
  readonly deviceId: string;
  readonly deviceName: string;
  readonly locationName: string;
  readonly habitat: Habitat;
  readonly latitude: number;
  readonly longitude: number;
  readonly comms: "wifi" | "cellular" | "lora" | "satellite";
  /** Visits of animals on an average day. */
  readonly visitsADay: number;
  readonly startVolts: number;
  readonly voltsADay: number;
  /** Some firmware reports millivolts instead of volts. */
  readonly inMillivolts: boolean;
  /** The probability that a request or its answer is lost. */
  readonly lossChance: number;
  /** The probability, at each waking, that the network is lost for hours. */
  readonly outageChance: number;
  /** Percent of updates that fail on it. */
  readonly updateFailures: number;
  /** Minutes between two wakings, until an update changes them. */
  readonly cycleMinutes: number;
}

const NEAR: Readonly<
  Record<Habitat, readonly [latitude: number, longitude: number, names: readonly string[]]>
> = {
  forest: [50.24, 9.15, ["Beech Hollow", "Old Quarry", "Mill Creek", "Fire Road"]],
  rainforest: [10.43, -84.01, ["Ceiba Trail", "Stream Bed", "Ridge Camp"]],
  savanna: [-1.45, 35.1, ["Talek Gate", "Mara Ford", "Salt Lick", "Kopje"]],
  wetland: [43.48, 4.6, ["Reed Bank", "Sluice", "North Pond"]],
  snow: [67.8, 20.3, ["Pass", "Birch Line", "Frozen Lake"]],
};
const COMMS = ["cellular", "cellular", "cellular", "wifi", "lora", "satellite"] as const;
const KILOMETRES_10 = 0.09;

/** The Sentinels of a seed; the first ones are the same for any number. */
export function listProfiles(seed: string, devices: number): SentinelProfile[] {
  return Array.from({ length: devices }, (_, at) => makeProfile(seed, at));
}

function makeProfile(seed: string, at: number): SentinelProfile {
  const random = seededRandom(`${seed} sentinel ${at}`);
  const habitat = HABITATS[at % HABITATS.length] ?? "forest";
  const [latitude, longitude, names] = NEAR[habitat];
  const isDying = random.chance(0.2);
  const number = at + 1;
  return {
    deviceId: `SIM-${seed}-${String(number).padStart(4, "0")}`,
    deviceName: `Sim ${number}`,
    locationName: random.pick(names),
    habitat,
    latitude: degrees(latitude + random.bell() * KILOMETRES_10),
    longitude: degrees(longitude + random.bell() * KILOMETRES_10),
    comms: COMMS[at % COMMS.length] ?? "cellular",
    visitsADay: random.between(1.5, 8),
    startVolts: random.between(3.75, 4.15),
    voltsADay: isDying ? random.between(0.05, 0.1) : random.between(0.006, 0.018),
    inMillivolts: random.chance(0.3),
    lossChance: lossChanceOf(random),
    outageChance: random.between(0.005, 0.03),
    updateFailures: random.chance(0.3) ? 60 : 5,
    cycleMinutes: random.pick([240, 390, 690]),
  };
}

/** Most links are good, a few are bad. */
function lossChanceOf(random: Random): number {
  return random.chance(0.2) ? random.between(0.08, 0.2) : random.between(0.002, 0.02);
}

function degrees(value: number): number {
  return Math.round(value * 1e5) / 1e5;
}
