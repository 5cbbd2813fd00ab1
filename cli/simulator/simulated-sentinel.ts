import { type Random, seededRandom } from "../../server/demo/random.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/domain/time.ts";
import { type Visit, visitsOfDay } from "./animal-visits.ts";
import { Battery } from "./battery.ts";
import type { DeviceLine } from "./device-line.ts";
import { sendPhoto, type Upload } from "./photo-upload.ts";
import type { Camera } from "./pictures.ts";
import type { SentinelProfile } from "./sentinel-profile.ts";
import { type Frame, framesOf, type Sighting } from "./sighting.ts";
import type { Tally } from "./tally.ts";
import { UpdateHandler } from "./update-handler.ts";

/** Frames in one call: the most that a weak modem sends at once. */
const BATCH = 50;
/** The most photographs sent in one waking. */
const PHOTOS_A_WAKING = 20;
const CARD_BYTES = 32e9;
const BYTES_A_FRAME = 2.4e6;
/** Where a clock starts again after its battery was empty. */
const CLOCK_ZERO_MS = Date.UTC(2020, 0, 1);
const DEFAULT_TRIGGER_NUMBER = 30;

export interface SentinelTools {
  readonly line: DeviceLine;
  readonly camera: Camera;
  readonly tally: Tally;
  /** The seed of its events; its profile has another stream. */
  readonly seed: string;
  readonly startMs: number;
}

/** One Sentinel in the field: it takes frames, sleeps, wakes to report, and applies updates. */
export class SimulatedSentinel {
  readonly #profile: SentinelProfile;
  readonly #tools: SentinelTools;
  readonly #random: Random;
  readonly #battery: Battery;
  readonly #updates: UpdateHandler;
  #visits: Visit[] = [];
  #plannedUntilMs: number;
  #wakesAtMs: number;
  #offlineUntilMs = 0;
  #clockErrorMs: number;
  #waking = 0;
  #visitNumber = 0;
  #frames = 0;
  #lastTriggerMs: number | null = null;
  #cycleMinutes: number;
  #triggerNumber = DEFAULT_TRIGGER_NUMBER;
  readonly #unsent: Frame[] = [];
  readonly #photos: Upload[] = [];
  #sentBefore: readonly Sighting[] = [];

  constructor(profile: SentinelProfile, tools: SentinelTools) {
    this.#profile = profile;
    this.#tools = tools;
    this.#random = seededRandom(`${tools.seed} life of ${profile.deviceId}`);
    const start = { volts: profile.startVolts, voltsADay: profile.voltsADay, atMs: tools.startMs };
    this.#battery = new Battery(start, seededRandom(`${tools.seed} battery of ${profile.deviceId}`));
    this.#updates = new UpdateHandler(
      profile,
      tools,
      seededRandom(`${tools.seed} updates of ${profile.deviceId}`),
    );
    this.#plannedUntilMs = tools.startMs;
    this.#cycleMinutes = profile.cycleMinutes;
    this.#wakesAtMs = tools.startMs + Math.round(this.#random.between(1, profile.cycleMinutes)) * MINUTE_MS;
    this.#clockErrorMs = Math.round(this.#random.bell() * 40_000);
  }

  /** Simulates all events before `untilMs`. */
  async liveUntil(untilMs: number): Promise<void> {
    this.#planUntil(untilMs);
    for (;;) {
      const [visit] = this.#visits;
      const seenAtMs = visit?.frames.at(-1) ?? Number.POSITIVE_INFINITY;
      const atMs = Math.min(seenAtMs, this.#wakesAtMs);
      if (atMs >= untilMs) return;
      if (visit !== undefined && seenAtMs <= this.#wakesAtMs) {
        this.#visits.shift();
        this.#see(visit, seenAtMs);
      } else {
        await this.#wake(atMs);
      }
    }
  }

  #planUntil(untilMs: number): void {
    while (this.#plannedUntilMs < untilMs) {
      this.#visits.push(...visitsOfDay(this.#profile, this.#plannedUntilMs, this.#random));
      this.#plannedUntilMs += DAY_MS;
    }
  }

  #see(visit: Visit, atMs: number): void {
    if (this.#battery.read(atMs) === null) return;
    this.#visitNumber += 1;
    const frames = framesOf(this.#profile, visit, this.#visitNumber, this.#clockErrorMs, this.#random);
    this.#battery.spend(visit.frames.length);
    this.#frames += visit.frames.length;
    this.#lastTriggerMs = atMs;
    this.#unsent.push(...frames);
    // A frame over LoRa is sent at once; others wait until the Sentinel wakes, or until there are many.
    const isFull = this.#unsent.length >= this.#triggerNumber;
    if (this.#profile.comms === "lora" || isFull) {
      this.#wakesAtMs = Math.min(this.#wakesAtMs, atMs + 40_000);
    }
  }

  async #wake(atMs: number): Promise<void> {
    this.#wakesAtMs = atMs + this.#cycleMinutes * MINUTE_MS + this.#random.whole(0, 90) * 1000;
    this.#waking += 1;
    if (this.#battery.isChanged(atMs)) this.#clockErrorMs = CLOCK_ZERO_MS - atMs;
    const volts = this.#battery.read(atMs);
    if (volts === null || this.#isOffline(atMs)) return;
    if (!(await this.#report(atMs, volts))) return;
    // The network sets the clock once it has answered.
    if (Math.abs(this.#clockErrorMs) > DAY_MS && this.#random.chance(0.5)) {
      this.#clockErrorMs = Math.round(this.#random.bell() * 40_000);
    }
    if (!(await this.#sendSightings(atMs)) || !(await this.#sendPhotos())) return;
    const settings = await this.#updates.check();
    if (settings === null) return;
    this.#cycleMinutes = settings.cycleTime;
    this.#triggerNumber = settings.triggerNumber;
  }

  #isOffline(atMs: number): boolean {
    if (atMs < this.#offlineUntilMs) return true;
    if (!this.#random.chance(this.#profile.outageChance)) return false;
    this.#offlineUntilMs = atMs + this.#random.whole(6, 60) * HOUR_MS;
    return true;
  }

  async #report(atMs: number, volts: number): Promise<boolean> {
    const { comms, inMillivolts, latitude, longitude, deviceId } = this.#profile;
    const iso = (trueMs: number) => new Date(trueMs + this.#clockErrorMs).toISOString();
    const free = Math.max(0, CARD_BYTES - this.#frames * BYTES_A_FRAME);
    const bySatellite = comms === "satellite";
    const body = {
      recorded_at: iso(atMs),
      battery_voltage: inMillivolts ? Math.round(volts * 1000) : volts,
      memory_remaining: free,
      images_processed: this.#frames,
      last_trigger_at: this.#lastTriggerMs === null ? null : iso(this.#lastTriggerMs),
      cable_error: this.#random.chance(0.01),
      comms_source: comms,
      ...(bySatellite
        ? { satellite_fix: true, latitude, longitude, sat_passes: this.#random.whole(1, 6) }
        : {}),
      satellite_uid: bySatellite ? `SAT-${deviceId}` : null,
      lora_uid: comms === "lora" ? `LORA-${deviceId}` : null,
      cell_uid: comms === "cellular" ? `CELL-${deviceId}` : null,
      software_version: this.#updates.version(),
      hardware_id: `HW-${deviceId}`,
      mcu_version: "1.4",
      summary: {
        space_remaining: free,
        image_count: this.#frames,
        cycle_count: this.#waking,
        startup_data: null,
      },
    };
    const answer = await this.#tools.line.send({ method: "POST", path: "/api/ingest/status", body });
    if (answer?.status === 200) this.#tools.tally.reports += 1;
    return answer !== null;
  }

  async #sendSightings(atMs: number): Promise<boolean> {
    while (this.#unsent.length > 0) {
      const batch = this.#unsent.slice(0, BATCH);
      for (const { sighting } of batch) sighting.time_stamp ??= new Date(atMs).toISOString();
      const sightings = batch.map(({ sighting }) => sighting);
      if (!(await this.#post(sightings))) return false;
      this.#unsent.splice(0, batch.length);
      await this.#keepPhotos(batch);
      // The answer was lost, or the card was changed: all is sent again.
      if (this.#random.chance(0.03) && !(await this.#post(sightings))) return false;
      if (this.#random.chance(0.01) && this.#sentBefore.length > 0) await this.#post(this.#sentBefore);
      this.#sentBefore = sightings;
    }
    return true;
  }

  async #post(insights: readonly Sighting[]): Promise<boolean> {
    const { line, tally } = this.#tools;
    const answer = await line.send({ method: "POST", path: "/api/ingest/insights", body: { insights } });
    const results = (answer?.body as { message?: { result: string }[] } | null)?.message;
    if (answer?.status !== 200 || !Array.isArray(results)) return false;
    for (const { result } of results) {
      if (result === "created" || result === "duplicate" || result === "conflict" || result === "refused") {
        tally[result] += 1;
      }
    }
    return true;
  }

  async #keepPhotos(batch: readonly Frame[]): Promise<void> {
    const { comms, habitat } = this.#profile;
    if (comms === "lora" || comms === "satellite") return;
    for (const { sighting, subject, night, number } of batch) {
      // Photographs over the mobile network cost money, so one of a burst is sent.
      if (comms === "cellular" && number > 0) continue;
      const bytes = await this.#tools.camera({ habitat, subject, night, frame: number });
      if (bytes !== null) this.#photos.push({ sourceId: sighting.source_id, bytes, isBegun: false });
    }
  }

  async #sendPhotos(): Promise<boolean> {
    for (let sent = 0; sent < PHOTOS_A_WAKING; sent += 1) {
      const [upload] = this.#photos;
      if (upload === undefined) return true;
      if (!(await sendPhoto(this.#tools.line, upload, this.#random))) return false;
      this.#photos.shift();
      this.#tools.tally.photos += 1;
    }
    return true;
  }
}
