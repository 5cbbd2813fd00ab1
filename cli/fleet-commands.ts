import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import type { Dependencies } from "../server/dependencies.ts";
import { THE_OPERATOR } from "../server/features/audit/service.ts";
import { type PublishedModel, publishModel } from "../server/features/marketplace/publish-service.ts";
import { createRelease } from "../server/features/releases/service.ts";
import { ApiError } from "../server/http/api-error.ts";
import { ADMIN_COMMAND as TEXT } from "../src/messages/server/admin.ts";

type Needs = Pick<Dependencies, "db" | "clock" | "config" | "models">;
/** A command that cannot be carried out, with the reason in a sentence. */
export class CommandRefused extends Error {}

/** A refusal of a service as that of a command; other errors stay what they are. */
export function asRefusal(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { general, ...fields } = error.errors;
  const sentences = Object.keys(fields).length > 0 ? Object.values(fields) : [general ?? error.message];
  return new CommandRefused([...new Set(sentences)].join(" "));
}

type Options = Readonly<Record<string, string | undefined>>;
interface Parsed {
  readonly file: string;
  readonly options: Options;
}

/** For each command its plain arguments and its options, required ones first. */
const FORMS = {
  "publish-model": {
    words: 1,
    needed: ["name", "framework", "classes"],
    optional: ["description", "author", "type"],
  },
  "create-release": { words: 0, needed: ["name", "models"], optional: ["description"] },
} as const;

/** The fault of a command's arguments, in a sentence; null: none. */
export function faultOfOptions(command: keyof typeof FORMS, words: readonly string[]): string | null {
  const parsed = parse(command, words);
  if (typeof parsed === "string") return parsed;
  const { classes } = parsed.options;
  return classes !== undefined && classesOf(classes) === null ? TEXT.wrongClasses(classes) : null;
}

/** `publish-model FILE --name … --framework … --classes …` @returns the lines to print */
export async function publish(needs: Needs, words: readonly string[]): Promise<string> {
  const { file, options } = parsedOf("publish-model", words);
  const found = await stat(file).catch(() => null);
  if (!found?.isFile() || found.size === 0) throw new CommandRefused(TEXT.noFile(file));
  const model: PublishedModel = {
    name: options.name ?? "",
    framework: options.framework ?? "",
    description: options.description ?? null,
    type: options.type ?? null,
    author: options.author ?? null,
    classes: classesOf(options.classes ?? "") ?? [],
  };
  const content = createReadStream(file);
  const { algId, md5, bytes } = await publishModel(needs, model, { content, fileName: basename(file) });
  return TEXT.published(model.name, algId, bytes, md5);
}

/** `create-release --name … --models ID,ID` @returns the lines to print */
export async function release(needs: Needs, words: readonly string[]): Promise<string> {
  const { options } = parsedOf("create-release", words);
  const models = (options.models ?? "").split(",").map((id) => ({ algMetadataId: id.trim() }));
  const { name = "", description = null } = options;
  try {
    const { id } = await createRelease(needs, THE_OPERATOR, { name, description, models });
    return TEXT.released(name, id);
  } catch (error) {
    throw asRefusal(error);
  }
}

function parsedOf(command: keyof typeof FORMS, words: readonly string[]): Parsed {
  const parsed = parse(command, words);
  if (typeof parsed === "string") throw new CommandRefused(parsed);
  return parsed;
}

function parse(command: keyof typeof FORMS, words: readonly string[]): Parsed | string {
  const { words: count, needed, optional } = FORMS[command];
  const names: readonly string[] = [...needed, ...optional];
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: Object.fromEntries(names.map((name) => [name, { type: "string" as const }])),
      allowPositionals: true,
    });
    const [file = ""] = positionals;
    const extra = positionals[count];
    if (extra !== undefined) return TEXT.tooMany(extra);
    if (count > 0 && file === "") return TEXT.needsFile(command);
    const options: Options = values;
    const missing = needed.find((name) => !options[name]?.trim());
    return missing === undefined ? { file, options } : TEXT.needsOption(command, missing);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Parses a list of classes: `fox,roe deer`, numbered from 0, or with numbers and the maker's own names, as in
 * `3=fox:Vulpes vulpes`. Null for other text.
 */
function classesOf(text: string): PublishedModel["classes"] | null {
  const classes = text.split(",").map((entry, at) => {
    const [, id = String(at), label = "", original = label] =
      /^\s*(?:(\d{1,6})\s*=)?([^:=]+)(?::(.+))?$/.exec(entry) ?? [];
    return { class_id: Number(id), label: label.trim(), original_label: original.trim() };
  });
  const isWhole = classes.every(({ label, original_label }) => label !== "" && original_label !== "");
  return isWhole && new Set(classes.map(({ class_id }) => class_id)).size === classes.length ? classes : null;
}
