import { Readable } from "node:stream";
import { DAY_MS } from "../../src/domain/time.ts";
import type { WriteTransaction } from "../db/database.ts";
import type { ModelStore, StoredModel } from "../files/model-store.ts";
import { insertIntoAccount, insertModel } from "./demo-repository.ts";
import { seededRandom } from "./random.ts";
import { SUBJECTS, type SubjectName } from "./subjects.ts";

/** The file identifier of TensorFlow Lite, at byte 4; before it stands the place of the root table. */
const FILE_MARK = "TFL3";
const ROOT_TABLE_AT = 16;

interface DemoModel {
  readonly name: string;
  readonly description: string;
  readonly author: string;
  readonly framework: string;
  readonly classes: readonly SubjectName[];
  /** Whether the ranger has it in the account from the start. */
  readonly inAccount: boolean;
  readonly ageDays: number;
  /** Of its file, in thousands of bytes: far smaller than a model's, so that the demo is made quickly. */
  readonly kilobytes: number;
}

/** The demo's Sentinels run the first two. */
const MODELS: readonly DemoModel[] = [
  {
    name: "Temperate mammals v4",
    description: "Deer, boar, predators and birds of temperate woods and waters",
    author: "Understory",
    framework: "2StageClassifier",
    classes: ["deer", "boar", "fox", "heron", "bear", "dog", "human", "vehicle", "empty"],
    inAccount: true,
    ageDays: 200,
    kilobytes: 180,
  },
  {
    name: "Tropics and savanna v2",
    description: "Large and small mammals of savanna and rainforest",
    author: "Understory",
    framework: "2StageClassifier",
    classes: ["elephant", "zebra", "monkey", "ocelot", "agouti", "dog", "human", "vehicle", "empty"],
    inAccount: true,
    ageDays: 200,
    kilobytes: 190,
  },
  {
    name: "Poacher watch",
    description:
      "People and vehicles only, by day and by night; says nothing of animals, so that an alert is one.",
    author: "Savanna Rangers Trust",
    framework: "YOLOv5",
    classes: ["human", "vehicle", "dog"],
    inAccount: false,
    ageDays: 150,
    kilobytes: 90,
  },
  {
    name: "Elephant counter",
    description: "Counts elephants at waterholes, herds and single bulls.",
    author: "Talek Research Camp",
    framework: "YOLOv5",
    classes: ["elephant", "empty"],
    inAccount: false,
    ageDays: 95,
    kilobytes: 70,
  },
  {
    name: "Rainforest floor v1",
    description: "What walks under the canopy of Central America, tuned for dark and wet pictures.",
    author: "La Selva Field Station",
    framework: "2StageClassifier",
    classes: ["ocelot", "agouti", "monkey", "empty"],
    inAccount: false,
    ageDays: 60,
    kilobytes: 120,
  },
  {
    name: "Boar and deer, night",
    description:
      "For flash pictures of fields at night. Made with farmers who want to know what eats their maize.",
    author: "Maize Field Watch",
    framework: "YOLOv5",
    classes: ["boar", "deer", "fox", "empty"],
    inAccount: false,
    ageDays: 40,
    kilobytes: 80,
  },
  {
    name: "Herons of the delta",
    description: "One species, very sure of it.",
    author: "Delta Bird Group",
    framework: "2StageClassifier",
    classes: ["heron", "empty"],
    inAccount: false,
    ageDays: 12,
    kilobytes: 60,
  },
];

/** Stores a file of random bytes, with the header of a model, for each of the demo's models. */
export async function storeModelFiles(models: Pick<ModelStore, "put">): Promise<StoredModel[]> {
  const stored: StoredModel[] = [];
  for (const { name, kilobytes } of MODELS) {
    const random = seededRandom(`model ${name}`);
    const content = Buffer.alloc(kilobytes * 1000);
    for (let at = 0; at < content.length; at += 4) content.writeUInt32LE(random.whole(0, 0xffffffff), at);
    content.writeUInt32LE(ROOT_TABLE_AT, 0);
    content.write(FILE_MARK, 4, "ascii");
    stored.push(await models.put(Readable.from([content]), ".tflite"));
  }
  return stored;
}

/** The models of the marketplace. @returns the ids of those in the ranger's account, in their order */
export async function insertModels(
  transaction: WriteTransaction,
  files: readonly StoredModel[],
  userId: number,
  nowMs: number,
): Promise<number[]> {
  const inAccount: number[] = [];
  for (const [at, model] of MODELS.entries()) {
    const file = files[at];
    const algId = await insertModel(transaction, {
      alg_name: model.name,
      alg_description: model.description,
      alg_type: model.framework === "YOLOv5" ? "detector" : "detector and classifier",
      author: model.author,
      framework: model.framework,
      image_path: null,
      alg_bucket: file?.bucket ?? null,
      alg_path: file?.path ?? null,
      md5_checksum: file?.md5 ?? null,
      class_definitions: JSON.stringify(model.classes.map(definitionOf)),
      is_public: 1,
      date_created: nowMs - model.ageDays * DAY_MS,
    });
    if (!model.inAccount) continue;
    await insertIntoAccount(transaction, { user_id: userId, alg_id: algId, added_at: nowMs - 80 * DAY_MS });
    inAccount.push(algId);
  }
  return inAccount;
}

function definitionOf(subject: SubjectName) {
  const { classId, className } = SUBJECTS[subject];
  return {
    class_id: classId,
    label: className.toLowerCase().replaceAll(" ", "_"),
    original_label: className,
  };
}
