import { type Random, seededRandom } from "../../server/demo/random.ts";
import {
  SATELLITE_FIX_MINUTES,
  UPDATE_CYCLE_MINUTES,
  UPDATE_TRIGGER_NUMBERS,
} from "../../src/domain/device/device-update.ts";
import { SIMULATE_MESSAGES as TEXT } from "../../src/messages/server/simulate.ts";
import type { SentinelProfile } from "./sentinel-profile.ts";
import type { Tally } from "./tally.ts";
import type { SimulatedAnswer, Transport } from "./transport.ts";

/** Why the simulation cannot run, in a sentence for the user. */
export class SimulationError extends Error {}

/** The owner of the Sentinels: registers them, and asks for updates. */
export class SimulatedOwner {
  readonly #transport: Transport;
  readonly #token: string;
  readonly #tally: Tally;
  readonly #random: Random;

  constructor(transport: Transport, token: string, tally: Tally, seed: string) {
    this.#transport = transport;
    this.#token = token;
    this.#tally = tally;
    this.#random = seededRandom(`${seed} owner`);
  }

  /**
   * Registers a Sentinel. @returns its key; a new one where it was registered already
   * @throws SimulationError where it belongs to another person
   */
  async register(profile: SentinelProfile): Promise<string> {
    const { deviceId: device_id, deviceName: device_name, locationName: location } = profile;
    const place = { lat: String(profile.latitude), long: String(profile.longitude) };
    const made = await this.#call("POST", "/api/devices", { device_id, device_name, location, ...place });
    const answer =
      made.status === 409
        ? await this.#call("POST", `/api/devices/${encodeURIComponent(device_id)}/key`)
        : made;
    const key = (answer.body as { ingestKey?: unknown } | null)?.ingestKey;
    if (answer.status !== 200 || typeof key !== "string") {
      throw new SimulationError(TEXT.notRegistered(device_id, answer.status));
    }
    return key;
  }

  /** Asks a third of the Sentinels to update, where a release is approved and none of them has a pending update. */
  async askForUpdate(profiles: readonly SentinelProfile[]): Promise<void> {
    const approved = await this.#call("GET", "/api/modelRelease/approved");
    const releases = (approved.body as { message?: { id: string }[] } | null)?.message ?? [];
    const [release] = releases.slice(-1);
    const deviceIds = profiles.filter(() => this.#random.chance(1 / 3)).map(({ deviceId }) => deviceId);
    const settings = {
      cycleTime: this.#random.pick(UPDATE_CYCLE_MINUTES),
      triggerNumber: this.#random.pick(UPDATE_TRIGGER_NUMBERS),
      satelliteFixTime: this.#random.pick(SATELLITE_FIX_MINUTES),
      satellitePasses: null,
    };
    if (release === undefined || deviceIds.length === 0) return;
    const body = { deviceIds, firmwareReleaseTag: "release", algReleaseId: release.id, settings };
    const asked = await this.#call("POST", "/api/devices/update", body);
    if (asked.status === 200) this.#tally.updatesAsked += 1;
    // 400 is the conflict: one of them has not reported its last update yet.
    else if (asked.status !== 400) this.#tally.failed(`${asked.status} POST /api/devices/update`);
  }

  #call(method: "GET" | "POST", path: string, body?: unknown): Promise<SimulatedAnswer> {
    const sent = { method, path, bearer: this.#token };
    return this.#transport(body === undefined ? sent : { ...sent, body });
  }
}
