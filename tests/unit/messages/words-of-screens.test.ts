import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { DEVICE_CARD } from "../../../src/messages/fleet/device-card.ts";
import { DEVICE_UPDATES } from "../../../src/messages/fleet/device-updates.ts";
import { DEVICES } from "../../../src/messages/fleet/devices.ts";
import { insightsMessages } from "../../../src/messages/insights/insights.ts";
import { reviewModeMessages } from "../../../src/messages/insights/review-mode.ts";
import { viewerMessages } from "../../../src/messages/insights/viewer.ts";
import { OFFLINE_SETS } from "../../../src/messages/offline/offline-sets.ts";
import { REPLACED } from "../../../src/messages/offline/replaced.ts";
import { SYNC_PANEL } from "../../../src/messages/offline/sync-panel.ts";
import { tableMessages } from "../../../src/messages/table.ts";

const MESSAGES = resolve(import.meta.dirname, "../../../src/messages");

/** The specification has these word for word, each with its requirement. */
const LITERALS = {
  "SHELL-17": "My Devices",
  "SHELL-18": "Device Updates",
  "SHELL-19": "Device Groups",
  "MAP-12": "No Devices Available",
  "MAP-14": "Device ID",
  "MAP-27": "Remove Device from Map?",
  "DASH-14": "Total Devices",
  "DASH-16": "Hours Since Last Device Communication",
  "DASH-29": "Too many devices. Please filter to fewer devices.",
  "ADMIN-05": "Can't update alg metadata. Check that the bucket and path point to the correct tflite file.",
} as const;

/** The names of Admin's tabs by ADMIN-01; elsewhere the same words would be wrong. */
const TABS = { file: "admin/admin.ts", texts: ["Devices", "Algs", "Alg Releases"] };

/** The phone or computer in a person's hands, a product word of the specification, and names of commands. */
const OTHER_THINGS = [
  /\b(this|another|unknown|every|all other|all your|your) devices?\b(?! id)/gi,
  /\bdevices? signed out\b|\bsigned-in devices?\b|\bdevices that are signed in\b|\bsigning devices out\b|\bon all devices\b|\bdevice full\b|\bas the device$/gi,
  /\bdevice (updates?|reports)\b/gi,
  /\b(un)?assign-device\b|\bclear-device\b|\bdevice-updates\.json\b|--devices\b/g,
];

/** A name in capitals is a parameter of a command. */
const BANNED = /\b([Dd]evices?|[Aa]lgs?|[Ee]-mails?)\b/;

/** Words of the implementation, which no person needs. "Snapshot" and "queue" mean the same to everybody. */
const INTERNAL_WORDS =
  /\b(seal(s|ed)?|batch(es)?|mirror(s|ed)?|outbox|generations?|mutations?|cursors?|payloads?)\b/i;
/** Of the operator at a terminal, and of programs that call the server. */
const NOT_ON_SCREENS = /^(server|command-line)\//;

/** What people may read of a file of messages: its strings and the fixed parts of its templates. */
function textsOf(path: string, text: string): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isCaseClause(node.parent)) return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      const atTab = path === TABS.file && TABS.texts.includes(node.text) && /\btabs\b/.test(nameAbove(node));
      if (!atTab) texts.push(node.text);
    }
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true), visit);
  return texts;
}

function messageFiles(): string[] {
  return readdirSync(MESSAGES, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => path.replaceAll("\\", "/"));
}

/** The property that holds the list in which a text stands. */
function nameAbove(node: ts.Node): string {
  const holder = node.parent.parent.parent;
  return ts.isPropertyAssignment(holder) ? holder.name.getText() : "";
}

function wrongWords(path: string, text: string): string[] {
  return textsOf(path, text).filter((shown) => {
    let rest: string = shown;
    for (const literal of Object.values(LITERALS)) rest = rest.replaceAll(literal, "");
    for (const pattern of OTHER_THINGS) rest = rest.replace(pattern, "");
    return BANNED.test(rest);
  });
}

describe("the words of screens (promise B3)", () => {
  it("call what stands in the field a Sentinel, what runs on it a model, and say email, but for the specification's own texts [SHELL-36]", () => {
    const files = messageFiles();
    expect(files.length).toBeGreaterThan(40);
    const found = files.flatMap((path) =>
      wrongWords(path, readFileSync(join(MESSAGES, path), "utf8")).map((text) => `${path}: ${text}`),
    );
    expect(found).toEqual([]);
  });

  it("name nothing of the implementation (hand 6)", () => {
    const found = messageFiles()
      .filter((path) => !NOT_ON_SCREENS.test(path))
      .flatMap((path) => textsOf(path, readFileSync(join(MESSAGES, path), "utf8")))
      .filter((text) => text.includes(" ") && INTERNAL_WORDS.test(text));
    expect(found).toEqual([]);
  });

  it("are these where they were hard to understand (hand 6)", () => {
    expect(insightsMessages.statusNames.none).toBe("Not reviewed");
    expect(reviewModeMessages.act("acknowledge", true)).toBe("Acknowledged");
    expect(reviewModeMessages.act("acknowledge", false)).toBe("Acknowledge");
    expect(reviewModeMessages.burst.oneStep(6)).toBe("Applies to all 6 photos");
    expect(reviewModeMessages.burst.confidence("80%", "97%")).toBe("photo 80%, burst 97%");
    expect(REPLACED.title).toBe("Needs a look");
    expect(SYNC_PANEL.refused).toBe("Not saved");
    expect(SYNC_PANEL.filesWords).toContain("Safe to send from both: it counts once");
    expect(SYNC_PANEL.counts({ favorite: 6, archive: 2 })).toBe("2 archived, 6 favorites");
    expect(SYNC_PANEL.counts({ favorite: 1 })).toBe("1 favorite");
    expect(SYNC_PANEL.waitsFor("serverError", "60 min")).toBe("Server error, trying again in 60 min.");
    expect(SYNC_PANEL.waitsFor("held", "5 s")).toBe("Can still be undone, sent in 5 s.");
    expect(insightsMessages.counts.matchHeld(0, true)).toBe("0 rows match");
    expect(viewerMessages.delayHours(0)).toBe("Below 1 h");
    expect(OFFLINE_SETS.budget).toBe("Data limit");
    expect(DEVICE_CARD.byName).toBe("Name, A to Z");
    expect(tableMessages.ascending("Name", "string")).toBe("Name, A to Z");
    expect(DEVICE_UPDATES.said).toBe("Device reports");
    expect(DEVICES.columns.sinceInsight).toBe("Last insight");
    expect(DEVICE_UPDATES.minutes(690)).toBe("11.5 hours");
  });

  it.each([
    'const A = { add: "Add devices" };',
    "const A = { of: (name: string) => `Devices of $" + "{name}` };",
    'const A = { words: "This is the only device" };',
    'const A = { captions: { devices: "Devices" } };',
    'const A = { title: "Assign algs" };',
    'const A = { mail: "Send e-mail" };',
  ])("are found where one is wrong: %s", (text) => {
    expect(wrongWords("admin/admin.ts", text)).toHaveLength(1);
  });

  it("leave the person's own phone its name", () => {
    expect(
      wrongWords("a.ts", 'const A = { here: "Safe on this device until the server has them." };'),
    ).toEqual([]);
  });
});
