import { createHash } from "node:crypto";
import { isBlank } from "../../../src/domain/validation.ts";
import { INTERNAL_SENTENCES as TEXT } from "../../../src/messages/server/internal.ts";
import type { AlgPlace } from "../../../src/protocol/calls/internal-calls.ts";
import type { Alg } from "../../../src/protocol/shapes.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { ModelPlace } from "../../files/model-store.ts";
import { isTfliteHeader, TFLITE_HEADER_BYTES } from "../../files/tflite-header.ts";
import { invalid, notFound } from "../../http/api-error.ts";
import { rowIdOf } from "../../http/row-id.ts";
import { type Actor, recordAct } from "../audit/service.ts";
import { findAlg, setAlgFile } from "./alg-repository.ts";
import { algShape } from "./list-service.ts";

type Needs = Pick<Dependencies, "db" | "clock" | "models">;

/**
 * Names the file of an algorithm in the storage of models, and stores its checksum. The file is read before the
 * transaction, because it may be large.
 *
 * @throws ApiError not_found; invalid where bucket or path is missing, or no tflite file is there
 */
export async function updateAlgFile(
  { db, clock, models }: Needs,
  actor: Actor,
  id: string,
  sent: AlgPlace,
): Promise<Alg> {
  const algId = rowIdOf(id);
  if (algId === null || (await findAlg(db.reader, algId)) === null) throw notFound(TEXT.noAlg);
  const place = placeOf(sent);
  const checksum = await checksumOfTflite(models, place);
  return db.write(async (transaction) => {
    const before = await findAlg(transaction, algId);
    if (before === null) throw notFound(TEXT.noAlg);
    const file = { alg_bucket: place.bucket, alg_path: place.path, md5_checksum: checksum };
    await setAlgFile(transaction, algId, file);
    await recordAct(transaction, actor, clock.now(), {
      action: "update_model_file",
      targetKind: "model",
      targetId: String(algId),
      target: before.alg_name,
      changes: [
        { fact: "bucket", before: before.alg_bucket, after: place.bucket },
        { fact: "path", before: before.alg_path, after: place.path },
        { fact: "checksum", before: before.md5_checksum, after: checksum },
      ],
    });
    return algShape({ ...before, ...file });
  });
}

function placeOf({ bucket, path }: AlgPlace): ModelPlace {
  if (isBlank(bucket ?? "") || isBlank(path ?? "")) throw invalid({ general: TEXT.placeMissing });
  return { bucket: String(bucket).trim(), path: String(path).trim() };
}

/** The MD5 in hex of a tflite file. @throws ApiError invalid where there is none */
async function checksumOfTflite(models: Needs["models"], place: ModelPlace): Promise<string> {
  try {
    const bytes = await models.size(place);
    const md5 = createHash("md5");
    let header = Buffer.alloc(0);
    for await (const chunk of await models.open(place)) {
      const part = chunk as Buffer;
      if (header.length < TFLITE_HEADER_BYTES) header = Buffer.concat([header, part]);
      md5.update(part);
    }
    if (isTfliteHeader(header, bytes)) return md5.digest("hex");
  } catch {
    // Refused below: the storage is silent, has no such file, or knows no such place.
  }
  throw invalid({ general: TEXT.placeWrong });
}
