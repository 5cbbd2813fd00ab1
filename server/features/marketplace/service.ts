import type { Readable } from "node:stream";
import { byNameThenId } from "../../../src/domain/text-order.ts";
import { MODEL_SENTENCES as TEXT } from "../../../src/messages/server/models.ts";
import type { MarketModel, Model } from "../../../src/protocol/shapes.ts";
import type { Dependencies } from "../../dependencies.ts";
import { type ModelPlace, ModelStorageSilent } from "../../files/model-store.ts";
import { ApiError, notFound } from "../../http/api-error.ts";
import type { ByteRange } from "../../http/byte-range.ts";
import { rowIdOf } from "../../http/row-id.ts";
import {
  findMarketModels,
  findReachedModel,
  insertIntoAccount,
  type MarketModelRow,
  type ReachedModelRow,
} from "./repository.ts";

type Needs = Pick<Dependencies, "db" | "clock" | "models">;

/** Seconds until a client may ask a storage again that did not answer. */
const ASK_STORAGE_AGAIN_S = 30;

/** The public models, by name; those in the caller's account are marked. */
export async function listMarketModels({ db }: Pick<Needs, "db">, userId: number): Promise<MarketModel[]> {
  const rows = await findMarketModels(db.reader, userId);
  return rows.map(marketShape).sort(
    byNameThenId(
      (model) => model.alg_name,
      (model) => model.alg_id,
    ),
  );
}

/**
 * Adds a public model to the caller's account; one that is there already stays.
 * @throws ApiError not_found
 */
export async function addToAccount(
  { db, clock }: Pick<Needs, "db" | "clock">,
  userId: number,
  modelId: string | number,
): Promise<MarketModel> {
  const algId = rowIdOf(modelId);
  if (algId === null) throw notFound(TEXT.noMarketModel);
  return db.write(async (transaction) => {
    const [model] = await findMarketModels(transaction, userId, algId);
    if (model === undefined) throw notFound(TEXT.noMarketModel);
    await insertIntoAccount(transaction, { user_id: userId, alg_id: algId, added_at: clock.now() });
    return { ...marketShape(model), inAccount: true };
  });
}

/** The classes of a model that is public or in the caller's account. @throws ApiError not_found */
export async function classesOf(
  deps: Pick<Needs, "db">,
  userId: number,
  modelId: string,
): Promise<Model["classes"]> {
  return JSON.parse((await reachedModel(deps, userId, modelId)).class_definitions) as Model["classes"];
}

export interface ModelFile {
  readonly tag: string;
  /** The file name that the browser suggests. */
  readonly fileName: string;
  readonly bytes: number;
  open(range?: ByteRange): Promise<Readable>;
}

/** @throws ApiError not_found; unavailable where the storage does not answer, or has lost the file */
export async function modelFileOf(
  deps: Pick<Needs, "db" | "models">,
  userId: number,
  modelId: string,
): Promise<ModelFile> {
  const model = await reachedModel(deps, userId, modelId);
  const { alg_bucket: bucket, alg_path: path } = model;
  if (bucket === null || path === null) throw notFound(TEXT.noMarketModel);
  const place: ModelPlace = { bucket, path };
  return {
    // The hash of the content where it is known, else the path.
    tag: `"${model.md5_checksum ?? encodeURIComponent(path)}"`,
    fileName: `${model.alg_name}${/\.\w+$/.exec(path)?.[0] ?? ""}`,
    bytes: await orUnavailable(deps.models.size(place)),
    open: (range) => orUnavailable(deps.models.open(place, range)),
  };
}

async function reachedModel(
  { db }: Pick<Needs, "db">,
  userId: number,
  modelId: string,
): Promise<ReachedModelRow> {
  const algId = rowIdOf(modelId);
  const found = algId === null ? null : await findReachedModel(db, userId, algId);
  if (found === null) throw notFound(TEXT.noMarketModel);
  return found;
}

async function orUnavailable<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    if (!(error instanceof ModelStorageSilent)) throw error;
    throw new ApiError(
      503,
      "unavailable",
      { general: TEXT.storageSilent },
      { retryAfterS: ASK_STORAGE_AGAIN_S },
    );
  });
}

function marketShape(row: MarketModelRow): MarketModel {
  return {
    alg_id: String(row.alg_id),
    name: row.alg_name,
    alg_name: row.alg_name,
    description: row.alg_description,
    author: row.author,
    framework: row.framework,
    image_path: row.image_path,
    classes: JSON.parse(row.class_definitions) as MarketModel["classes"],
    inAccount: row.holder !== null,
  };
}
