import { parseArgs } from "node:util";
import { DAY_MS } from "../src/domain/time.ts";
import { SIMULATE_MESSAGES as TEXT } from "../src/messages/server/simulate.ts";
import { paceOf } from "./simulator/pace.ts";
import { cameraOf, PICTURE_KINDS, type PictureKind } from "./simulator/pictures.ts";
import { runSimulation, type SimulationPlan } from "./simulator/run-simulation.ts";
import { SimulationError } from "./simulator/simulated-owner.ts";
import { httpTransport, type Transport } from "./simulator/transport.ts";

// npm run simulate -- --help; exit: 0 when it ran, 1 when the server refused, 2 for wrong arguments

const AT_ONCE = 64;
const DEFAULTS = { url: "http://127.0.0.1:8080", devices: "20", days: "30", speed: "0", seed: "1" } as const;

/** The arguments are wrong. */
class CommandError extends Error {}

interface Command {
  readonly plan: SimulationPlan;
  readonly url: string;
  readonly speed: number;
  readonly photos: PictureKind;
}

function parseCommand(args: string[], nowMs: number): Command | null {
  const values = readOptions(args);
  if (values.help) return null;
  const days = numberOf("days", values.days, 1, 366);
  const photos = PICTURE_KINDS.find((kind) => kind === values.photos);
  if (photos === undefined) throw new CommandError(TEXT.notAKind(PICTURE_KINDS));
  if (!URL.canParse(values.url)) throw new CommandError(TEXT.notAnAddress(values.url));
  return {
    plan: {
      seed: values.seed,
      devices: numberOf("devices", values.devices, 1, 2000),
      days,
      startMs: startOf(values.start, days, nowMs),
      asksForUpdates: !values["no-updates"],
      atOnce: AT_ONCE,
    },
    url: values.url,
    speed: numberOf("speed", values.speed, 0, 1_000_000),
    photos,
  };
}

function readOptions(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        url: { type: "string", default: DEFAULTS.url },
        devices: { type: "string", default: DEFAULTS.devices },
        days: { type: "string", default: DEFAULTS.days },
        speed: { type: "string", default: DEFAULTS.speed },
        seed: { type: "string", default: DEFAULTS.seed },
        start: { type: "string" },
        photos: { type: "string", default: "plain" },
        "no-updates": { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`${TEXT.wrongOption(reason)}\n${TEXT.usage}`);
  }
}

function numberOf(option: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && number >= least && number <= most) return number;
  throw new CommandError(TEXT.notANumber(option, least, most));
}

/** Midnight of the first day; without one, such that the last day ends with the last midnight. */
function startOf(text: string | undefined, days: number, nowMs: number): number {
  const startMs = text === undefined ? nowMs - days * DAY_MS : Date.parse(text);
  if (Number.isNaN(startMs)) throw new CommandError(TEXT.notATime);
  return Math.floor(startMs / DAY_MS) * DAY_MS;
}

async function ownerToken(
  transport: Transport,
  environment: NodeJS.ProcessEnv,
  url: string,
): Promise<string> {
  const token = environment.SIMULATE_TOKEN?.trim();
  if (token) return token;
  const [email, password] = [environment.SIMULATE_EMAIL, environment.SIMULATE_PASSWORD];
  if (!email || !password) throw new SimulationError(TEXT.noAccount);
  const body = { email, password };
  const answer = await transport({ method: "POST", path: "/api/login", bearer: "", body }).catch(() => {
    throw new SimulationError(TEXT.notReached(url));
  });
  const given = (answer.body as { token?: unknown } | null)?.token;
  if (typeof given !== "string") throw new SimulationError(TEXT.noSignIn(answer.status));
  return given;
}

async function simulate({ plan, url, speed, photos }: Command): Promise<void> {
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  const transport = httpTransport(url);
  const tally = await runSimulation(plan, {
    transport,
    ownerToken: await ownerToken(transport, process.env, url),
    camera: cameraOf(photos),
    pace: paceOf(speed, stop.signal),
    signal: stop.signal,
    onRegistered: (devices) => console.log(TEXT.registered(devices)),
    onDay: (day, { created, photos: sent }) => console.log(TEXT.day(day, plan.days, created, sent)),
  });
  console.log(TEXT.done);
  for (const line of tally.lines()) console.log(line);
}

try {
  const command = parseCommand(process.argv.slice(2), Date.now());
  if (command === null) console.log(TEXT.usage);
  else await simulate(command);
} catch (error) {
  if (!(error instanceof CommandError || error instanceof SimulationError)) throw error;
  console.error(error.message);
  process.exitCode = error instanceof CommandError ? 2 : 1;
}
