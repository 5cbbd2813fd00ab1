import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

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
  /\bdevice updates?\b/gi,
  /\b(un)?assign-device\b|\bclear-device\b|\bdevice-updates\.json\b|--devices\b/g,
];

/** A name in capitals is a parameter of a command. */
const BANNED = /\b([Dd]evices?|[Aa]lgs?|[Ee]-mails?)\b/;

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
    const files = readdirSync(MESSAGES, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts"))
      .map((path) => path.replaceAll("\\", "/"));
    expect(files.length).toBeGreaterThan(40);
    const found = files.flatMap((path) =>
      wrongWords(path, readFileSync(join(MESSAGES, path), "utf8")).map((text) => `${path}: ${text}`),
    );
    expect(found).toEqual([]);
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
