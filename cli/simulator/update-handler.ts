import type { Random } from "../../server/demo/random.ts";
import type { DeviceLine } from "./device-line.ts";
import type { SentinelProfile } from "./sentinel-profile.ts";
import type { Tally } from "./tally.ts";

/** The settings that an update has set. */
interface Settings {
  /** Minutes. */
  readonly cycleTime: number;
  readonly triggerNumber: number;
}

interface Offer extends Settings {
  readonly deviceUpdateId: string;
  readonly firmwareReleaseTag: string;
}

interface Outcome {
  readonly offer: Offer;
  readonly status: "success" | "failed";
  readonly detail: string | null;
}

const REASONS = ["checksum differs", "not enough space", "battery too low", "model does not start"] as const;

/** Fetches the update of one Sentinel, applies it between two wakings, and reports the result. */
export class UpdateHandler {
  readonly #profile: SentinelProfile;
  readonly #tools: { readonly line: DeviceLine; readonly tally: Tally };
  readonly #random: Random;
  /** The result that was not reported yet. */
  #outcome: Outcome | null = null;
  #applied = 0;

  constructor(
    profile: SentinelProfile,
    tools: { readonly line: DeviceLine; readonly tally: Tally },
    random: Random,
  ) {
    this.#profile = profile;
    this.#tools = tools;
    this.#random = random;
  }

  /** The firmware that it runs. */
  version(): string {
    return `2.${this.#applied}.0`;
  }

  /** @returns its new settings, where an update has just succeeded */
  async check(): Promise<Settings | null> {
    if (this.#outcome !== null) return this.#report(this.#outcome);
    const answer = await this.#tools.line.send({ method: "GET", path: "/api/ingest/update" });
    const offer = (answer?.body as { message?: Offer | null } | null)?.message ?? null;
    if (offer === null || answer?.status !== 200) return null;
    const fails = this.#random.chance(this.#profile.updateFailures / 100);
    this.#outcome = {
      offer,
      status: fails ? "failed" : "success",
      detail: fails ? this.#random.pick(REASONS) : null,
    };
    return null;
  }

  async #report({ offer, status, detail }: Outcome): Promise<Settings | null> {
    const { line, tally } = this.#tools;
    const path = `/api/ingest/update/${encodeURIComponent(offer.deviceUpdateId)}`;
    const answer = await line.send({ method: "POST", path, body: { status, detail } });
    // Not received: reported again at the next waking.
    if (answer === null) return null;
    this.#outcome = null;
    if (answer.status !== 200) return null;
    if (status === "failed") {
      tally.updatesFailed += 1;
      return null;
    }
    tally.updatesPassed += 1;
    this.#applied += 1;
    return { cycleTime: offer.cycleTime, triggerNumber: offer.triggerNumber };
  }
}
