import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Alert } from "../../../src/protocol/shapes.ts";
import { programArgs } from "../../support/server/program.ts";

const PROJECT = resolve(import.meta.dirname, "../../..");
/** One visit for each Sentinel: drawn in seconds. */
const FEW = "12";

interface Ended {
  code: number | null;
  said: string;
}

interface RunningDemo {
  said: string;
  address: string;
  end(): Promise<Ended>;
}

const children: ChildProcess[] = [];
const folders: string[] = [];
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "understory-demo-"));
  folders.push(folder);
  return folder;
}

function launch(settings: Record<string, string>): {
  child: ChildProcess;
  said: () => string;
  ended: Promise<Ended>;
} {
  const child = spawn("node", programArgs("cli/demo.ts"), {
    cwd: PROJECT,
    env: { PATH: process.env.PATH, PORT: "0", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  const ended = new Promise<Ended>((done) => child.once("exit", (code) => done({ code, said })));
  return { child, said: () => said, ended };
}

/** Starts the command and waits until it has printed its address. */
async function startDemo(settings: Record<string, string>): Promise<RunningDemo> {
  const { child, said, ended } = launch(settings);
  const ready = new Promise<string>((done, fail) => {
    child.stdout?.on("data", () => {
      const address = /http:\/\/\S+/.exec(said())?.[0];
      if (address) done(address);
    });
    void ended.then((end) => fail(new Error(`the demo ended: ${end.said}`)));
  });
  const address = await ready;
  return {
    said: said(),
    address,
    end() {
      child.kill("SIGINT");
      return ended;
    },
  };
}

async function signIn(address: string, email: string, password: string): Promise<string> {
  const answer = await fetch(`${address}/api/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  expect(answer.status).toBe(200);
  const { token } = (await answer.json()) as { token: string };
  return token;
}

async function call(address: string, token: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(`${address}${path}`, {
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
  });
  expect(answer.status).toBe(200);
  const { message } = (await answer.json()) as { message: unknown };
  return message;
}

interface ShownInsight {
  insight_id: string;
  device_id: string;
  photoUrl: string | null;
  file_ctime: string;
  insight_status: string;
}

describe("npm run demo", { timeout: 120_000 }, () => {
  const dataDir = newFolder();
  let demo: RunningDemo;
  let token: string;

  beforeAll(async () => {
    demo = await startDemo({ DATA_DIR: dataDir, DEMO_INSIGHTS: FEW });
    token = await signIn(demo.address, "ranger@example.org", "Understory-Demo-1!");
  }, 120_000);

  const newest = () =>
    call(demo.address, token, "/api/insights/paginated?limit=100") as Promise<ShownInsight[]>;

  it("prints an address on loopback and the sign-in", () => {
    expect(demo.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(demo.said).toContain("ranger@example.org");
    expect(demo.said).toContain("Understory-Demo-1!");
  });

  it("shows twelve Sentinels, three groups' worth of them, two models, alerts and the insights asked for", async () => {
    const devices = (await call(demo.address, token, "/api/getDevicesForUser")) as {
      group_id: string | null;
    }[];
    expect(devices).toHaveLength(12);
    expect(new Set(devices.map((device) => device.group_id).filter((group) => group !== null)).size).toBe(3);
    expect(await call(demo.address, token, "/api/getModelsForUser/1")).toHaveLength(2);
    expect(await call(demo.address, token, "/api/features")).toMatchObject([
      { key: "COLLECTIONS", enabled: true },
    ]);
    expect(await newest()).toHaveLength(Number(FEW));
  });

  it("has alerts that the server raised: two new, one acknowledged, and resolved ones of both causes", async () => {
    const alerts = (await call(demo.address, token, "/api/alerts")) as Alert[];
    const shown = alerts.map(({ alert_type, associated_id, summary, status, resolved_cause }) =>
      [associated_id, alert_type, summary, status, resolved_cause ?? ""].join("|"),
    );
    expect(shown).toEqual([
      "SN-1012|no_recent_insights|No insights for 48 hours.|new|",
      "SN-1008|low_battery|Battery at 3.11 V, the limit is 3.2 V.|new|",
      "SN-1011|low_battery|Battery at 3.29 V, the limit is 3.3 V.|acknowledged|",
      "SN-1005|no_recent_camera_triggers|The camera was not triggered for 24 hours.|resolved|condition_ended",
      "SN-1003|spypoint_error|The camera's cable gave an error.|resolved|person",
      "SN-1009|low_battery|Battery at 3.15 V, the limit is 3.2 V.|resolved|condition_ended",
    ]);
  });

  it("knows of each Sentinel when it last saw something, by the camera's time [INS-62]", async () => {
    const devices = (await call(demo.address, token, "/api/getDevicesForUser")) as {
      device_id: string;
      last_insight_at: string | null;
      last_image_at: string | null;
    }[];
    const insights = await newest();
    for (const { device_id, last_insight_at, last_image_at } of devices) {
      const own = insights.filter((insight) => insight.device_id === device_id);
      const newestOf = (some: ShownInsight[]) =>
        some.length === 0 ? null : Math.max(...some.map(({ file_ctime }) => Date.parse(file_ctime)));
      const told = [last_insight_at, last_image_at].map((at) => (at === null ? null : Date.parse(at)));
      expect(told, device_id).toEqual([
        newestOf(own),
        newestOf(own.filter(({ photoUrl }) => photoUrl !== null)),
      ]);
    }
    expect(devices.some(({ last_image_at }) => last_image_at !== null)).toBe(true);
  });

  it("serves a photograph and its thumbnail", async () => {
    const pictured = (await newest()).find((insight) => insight.photoUrl !== null);
    for (const [thumbnail, type] of [
      ["false", "image/jpeg"],
      ["true", "image/webp"],
    ] as const) {
      const query = new URLSearchParams({
        deviceId: pictured?.device_id ?? "",
        photoUrl: pictured?.photoUrl ?? "",
        thumbnail,
      });
      const answer = await fetch(`${demo.address}/api/photo?${query}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toBe(type);
    }
  });

  it("keeps sign-up open, and makes nobody staff by it", async () => {
    const person = {
      firstName: "Ada",
      lastName: "Ash",
      phoneNumber: "1",
      country: "Kenya",
      username: "ada",
      email: "ada@example.org",
      password: "Tall-Grass-42!",
      confirmPassword: "Tall-Grass-42!",
    };
    const answer = await fetch(`${demo.address}/api/signup`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(person),
    });
    expect(answer.status).toBe(200);
    const { token: theirs } = (await answer.json()) as { token: string };
    const user = await fetch(`${demo.address}/api/user`, { headers: { authorization: `Bearer ${theirs}` } });
    expect(await user.json()).toMatchObject({ userCredentials: { role: "member" } });
  });

  it("keeps what was done when it is started again, and draws nothing anew", async () => {
    const [first] = await newest();
    const item = { insightId: first?.insight_id, deviceId: first?.device_id, insightStatus: "favorite" };
    const { bulkId } = (await call(demo.address, token, "/api/updates/", { insights: [item] })) as {
      bulkId: string;
    };
    await expect
      .poll(() => call(demo.address, token, `/api/updates?bulk_id=${bulkId}`), { timeout: 20_000 })
      .toMatchObject({ status: 2 });
    expect((await demo.end()).code).toBe(0);

    demo = await startDemo({ DATA_DIR: dataDir });
    expect(demo.said).not.toContain("Drawing");
    const [again] = await newest();
    expect(again).toMatchObject({ insight_id: first?.insight_id, insight_status: "favorite" });
  });

  it("makes a demo anew where an earlier start was cut short", async () => {
    expect((await demo.end()).code).toBe(0);
    writeFileSync(join(dataDir, "demo.json"), '{"state":"making","insights":12}');
    demo = await startDemo({ DATA_DIR: dataDir, DEMO_INSIGHTS: FEW });
    expect(demo.said).toContain("Drawing");
    token = await signIn(demo.address, "ranger@example.org", "Understory-Demo-1!");
    expect((await newest()).every((insight) => insight.insight_status === "none")).toBe(true);
  });

  it("says in a sentence what it refuses, and touches nothing", async () => {
    const foreign = newFolder();
    writeFileSync(join(foreign, "understory.sqlite"), "another installation");
    const refusals: [Record<string, string>, RegExp][] = [
      [{ DATA_DIR: foreign }, /holds files that are no demo's/],
      [{ DATA_DIR: newFolder(), HOST: "0.0.0.0" }, /this machine alone, not on 0\.0\.0\.0/],
      [{ DATA_DIR: newFolder(), DATABASE_URL: "postgres://localhost/x" }, /SQLite/],
      [{ DATA_DIR: newFolder(), DEMO_INSIGHTS: "many" }, /DEMO_INSIGHTS must be a whole number/],
      [{ DATA_DIR: dataDir, DEMO_INSIGHTS: "13" }, /was made with 12/],
    ];
    const ends = await Promise.all(refusals.map(([settings]) => launch(settings).ended));
    refusals.forEach(([, sentence], at) => {
      expect(ends[at]?.said).toMatch(sentence);
      expect(ends[at]?.said).not.toContain("    at ");
      expect(ends[at]?.code).toBe(1);
    });
    expect(readdirSync(foreign)).toEqual(["understory.sqlite"]);
  });
});
