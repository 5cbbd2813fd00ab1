/** Length and severity of a soak. */
export interface SoakSettings {
  /** Single status changes by people, over all devices. */
  actions: number;
  /** No new work is started after this time. */
  minutes: number;
  /** Repeats every random decision of the soak; timing of the machine is not repeated. */
  seed: string;
  /** Phones, each with a person. */
  devices: number;
  /** The number of people who have a second phone. */
  secondPhones: number;
  insightsADevice: number;
  /** Insights of the Sentinel of every fourth person: more than the list holds, for steps past the cap. */
  insightsOfMany: number;
  /** Whether one more person works in a real Chromium. */
  chromium: boolean;
  /** How long a person thinks between two steps, on average. */
  thinkMs: number;
  /** How often a request meets a fault of the network, from 0 to 1. */
  faultRate: number;
  /** The mean time after which one server, or both, are killed. */
  killEveryMs: number;
  /** How long a stalled connection stays stalled; Infinity: until the client's own timeout. */
  silenceMs: number;
  /** Whether a Sentinel is held for over a minute now and then, so that bulk updates end blocked. */
  holds: boolean;
  /**
   * The mean time after which the server goes back to a backup; null: never. With a person in Chromium it never does,
   * because the unsent work of a browser cannot be read from outside.
   */
  lossEveryMs: number | null;
  /** Time limit for the rest of the work after the last action. */
  restWithinMs: number;
  /** How a server is started, as arguments of Node. */
  server: readonly string[];
}

export const FULL_SOAK: SoakSettings = {
  actions: 100_000,
  minutes: 60,
  seed: "understory",
  devices: 10,
  secondPhones: 2,
  insightsADevice: 500,
  insightsOfMany: 1_600,
  chromium: false,
  thinkMs: 400,
  faultRate: 0.06,
  killEveryMs: 15_000,
  silenceMs: Number.POSITIVE_INFINITY,
  holds: true,
  lossEveryMs: 10_000,
  restWithinMs: 10 * 60_000,
  server: ["dist/node/server/main.js"],
};

/**
 * The settings of the environment: SOAK_ACTIONS, SOAK_MINUTES, SOAK_SEED, SOAK_DEVICES, SOAK_LOSS_SECONDS,
 * SOAK_CHROMIUM=1.
 */
export function settingsFrom(env: Readonly<Record<string, string | undefined>>): SoakSettings {
  const chromium = env.SOAK_CHROMIUM === "1";
  return {
    ...FULL_SOAK,
    actions: numberOf(env, "SOAK_ACTIONS", FULL_SOAK.actions),
    minutes: numberOf(env, "SOAK_MINUTES", FULL_SOAK.minutes),
    devices: numberOf(env, "SOAK_DEVICES", FULL_SOAK.devices),
    chromium,
    lossEveryMs: chromium ? null : numberOf(env, "SOAK_LOSS_SECONDS", 10) * 1_000,
    seed: env.SOAK_SEED ?? `${Date.now()}`,
  };
}

function numberOf(env: Readonly<Record<string, string | undefined>>, name: string, otherwise: number) {
  const text = env[name];
  if (text === undefined || text === "") return otherwise;
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0) throw new Error(`${name} must be a number above 0`);
  return value;
}
