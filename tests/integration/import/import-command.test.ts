import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../../server/db/database.ts";
import { openDatabase } from "../../../server/db/open-database.ts";
import { insertDevices } from "../../../server/import/device-repository.ts";
import { addUser, folderOf } from "../../support/server/import-world.ts";
import { programArgs } from "../../support/server/program.ts";
import { zipOf } from "../../support/zip-of.ts";

const COMMAND = programArgs("cli/import.ts");
const OWNER = "ranger@example.org";

/** A Sentinel of an earlier import. */
async function seedDevice(db: Database, ownerId: number, deviceId: string, dataset: string): Promise<void> {
  const device = { deviceName: null, description: null, locationName: null, latitude: null, longitude: null };
  await db.write((transaction) =>
    insertDevices(db, transaction, { ownerId, nowMs: 0 }, [{ deviceId, dataset, ...device }]),
  );
}

describe("npm run import", () => {
  let dataDir: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "understory-import-"));
    const db = await openDatabase({ databaseUrl: null, dataDir });
    await db.migrate();
    const [ranger, guest] = [await addUser(db, "ranger"), await addUser(db, "guest")];
    await seedDevice(db, guest, "theirs", "");
    await seedDevice(db, ranger, "named", "spring");
    await db.close();
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  /** Runs the command in a process of its own. */
  async function run(...args: string[]) {
    const child = spawn(process.execPath, [...COMMAND, ...args], {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    });
    let [out, err] = ["", ""];
    child.stdout.on("data", (text: Buffer) => {
      out += text.toString();
    });
    child.stderr.on("data", (text: Buffer) => {
      err += text.toString();
    });
    const code = await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
    return { code, out, err };
  }

  const PACKAGE = {
    "deployments.csv": "deployment_id,longitude,latitude\nD1,-77.6,-5.8\nD2,745832.1,9356120.4\n",
    "images.csv": [
      "deployment_id,image_id,common_name,is_blank,timestamp",
      "D1,I1,Ocelot,0,2018-11-21 10:00:00",
      'D1,I2,"=HYPERLINK(""x"")",0,yesterday',
      "D9,I3,Ocelot,0,2018-11-21 10:00:00",
      "D1,I4,Ocelot,0,2018-11-21",
      "",
    ].join("\n"),
  };

  it("takes a package, sums it up and lists what was refused, without a bar where nobody watches", async () => {
    const path = await folderOf(dataDir, PACKAGE);
    const { code, out, err } = await run("wildlife-insights", path, "--owner", "Ranger@Example.org");
    expect([code, err]).toEqual([2, ""]);
    expect(out).toContain("Sentinels: 2 new, 0 known");
    expect(out).toContain("Insights: 2 new, 0 changed, 0 unchanged");
    expect(out).toContain("times without a zone, read as UTC: 2");
    expect(out).toContain("dates without a time of day, placed at midnight: 1");
    expect(out).toContain("Refused: 2 rows, 2 fields");
    const [list = ""] = await readdir(join(dataDir, "imports"));
    expect(out).toContain(list);
    expect((await readFile(join(dataDir, "imports", list), "utf8")).split("\r\n")).toEqual([
      '"file","row","field","reason","value","lost"',
      '"deployments.csv","3","latitude","The number is out of range.","9356120.4","field"',
      '"deployments.csv","3","longitude","The number is out of range.","745832.1","field"',
      '"images.csv","3","timestamp","This is not a time that can be read.","yesterday","row"',
      '"images.csv","4","deployment_id","The deployment is not in the table of deployments.","D9","row"',
      "",
    ]);
    const again = await run(
      "wildlife-insights",
      path,
      "--owner",
      OWNER,
      "--refused",
      join(dataDir, "list.csv"),
    );
    expect(again.out).toContain("Insights: 0 new, 0 changed, 2 unchanged");
    expect(await readFile(join(dataDir, "list.csv"), "utf8")).toContain("yesterday");
  });

  it("writes nothing in a dry run", async () => {
    const path = await folderOf(dataDir, {
      "md.json": JSON.stringify({
        detection_categories: { "1": "animal" },
        images: [{ file: "dry/a.jpg", detections: [], datetime: "2019-11-26T21:05:57+03:00" }],
      }),
    });
    for (const [option, expected] of [
      ["--dry-run", "Insights: 1 new"],
      ["--timezone=Africa/Nairobi", "Insights: 1 new"],
      ["--dry-run", "Insights: 0 new, 0 changed, 1 unchanged"],
    ] as const) {
      const { code, out } = await run("megadetector", path, "--owner", OWNER, option);
      expect(code).toBe(0);
      expect(out).toContain(expected);
    }
  });

  it("ends with 0 only where all was taken or known, and says why nothing was (import 9), (import 2)", async () => {
    const heading = PACKAGE["images.csv"].split("\n")[0];
    const packages: [Record<string, string>, string][] = [
      [{ "images.csv": `${heading}\n` }, "Nothing was taken: the package has no rows."],
      [{ "images.csv": PACKAGE["images.csv"].replaceAll("\n", "\r") }, "a carriage return alone"],
      [{ "images.csv": `${heading}\nD9,I1\n` }, "Nothing was taken: every row was refused."],
      [
        {
          "deployments.csv": "deployment_id\ntheirs\n",
          "images.csv": `${heading}\ntheirs,I1,Ocelot,0,2018-11-21 10:00:00\n`,
        },
        "Nothing was taken: the Sentinels belong to another account.",
      ],
      [
        {
          "deployments.csv": "deployment_id\nnamed\n",
          "images.csv": `${heading}\nnamed,I1,Ocelot,0,2018-11-21 10:00:00\n`,
        },
        'the Sentinel named belongs to "spring". Please name its dataset, with --dataset NAME.',
      ],
    ];
    const runs = packages.map(async ([files, sentence]) => {
      const path = await folderOf(dataDir, { ...PACKAGE, ...files });
      const { code, err } = await run("wildlife-insights", path, "--owner", OWNER);
      expect([code, err]).toEqual([1, expect.stringContaining(sentence)]);
    });
    await Promise.all(runs);
  });

  it("answers what cannot be done with one sentence, its own exit code and no stack", async () => {
    const empty = await folderOf(dataDir, { "readme.txt": "" });
    const half = await folderOf(dataDir, { "deployments.csv": PACKAGE["deployments.csv"] });
    const locked = await folderOf(dataDir, {
      "export.zip": await zipOf({ "\u001b[31mimages.csv": "" }, { password: "x" }),
    });
    const cases: [string[], number, string][] = [
      [
        ["wildlife-insights", join(locked, "export.zip"), "--owner", OWNER],
        1,
        "?[31mimages.csv in export.zip is encrypted; please save the archive again without a password.",
      ],
      [
        ["camtrap-dp", join(dataDir, "nowhere"), "--owner", OWNER],
        1,
        `There is nothing at ${join(dataDir, "nowhere")}.`,
      ],
      [
        ["camtrap-dp", empty, "--owner", OWNER],
        1,
        "This is no such package: it does not hold datapackage.json.",
      ],
      [["wildlife-insights", half, "--owner", OWNER], 1, "The table images is missing from the package."],
      [
        ["megadetector", empty, "--owner", "nobody@example.org"],
        1,
        "There is no account with the email nobody@example.org.",
      ],
      [
        ["camtrap-dp", empty, "--owner", OWNER, "--timezone", "Mars"],
        1,
        '"Mars" is not a time zone; give a name such as America/Lima or an offset such as -05:00.',
      ],
      [
        ["camtrap-dp", empty, "--owner", OWNER, "--photos", join(half, "deployments.csv")],
        1,
        `${join(half, "deployments.csv")} is not a folder.`,
      ],
      [["coco", empty, "--owner", OWNER], 1, "Exports of COCO Camera Traps cannot be read."],
      [["camtrap-dp", empty, "--owner", OWNER, "--dataset", " "], 1, "--dataset needs a name."],
      [["camtrap-dp", empty, "--owner", OWNER, "--dates", "ymd"], 1, "--dates is dmy (day first) or mdy"],
      [
        ["megadetector", empty, "--owner", OWNER, "--threshold", "20"],
        1,
        '--threshold is a number from 0 to 1 such as 0.2, not "20".',
      ],
      [["camtrap-dp", empty], 1, "Please say whose the Sentinels will be"],
      [["camtrap-dp", empty, "--ownr", OWNER], 1, "Unknown option '--ownr'"],
    ];
    const answers = await Promise.all(cases.map(([args]) => run(...args)));
    answers.forEach(({ code, out, err }, index) => {
      const [args, expectedCode, sentence] = cases[index] ?? [[], 0, ""];
      expect([code, out], args.join(" ")).toEqual([expectedCode, ""]);
      expect(err.startsWith(sentence), err).toBe(true);
      expect(err).not.toMatch(/^\s+at /m);
      if (!err.includes("Usage: ")) expect(err.trim().split("\n")).toHaveLength(1);
    });
  });
});
