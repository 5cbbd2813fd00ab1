import { extname } from "node:path";
import type { Model } from "../../../src/protocol/shapes.ts";
import type { Dependencies } from "../../dependencies.ts";
import { recordAct, THE_OPERATOR } from "../audit/service.ts";
import { insertPublicModel } from "./repository.ts";

type Needs = Pick<Dependencies, "db" | "clock" | "models">;

export interface PublishedModel {
  readonly name: string;
  readonly framework: string;
  readonly description: string | null;
  readonly type: string | null;
  readonly author: string | null;
  readonly classes: Model["classes"];
}

/**
 * Stores a model's file and publishes the model in the marketplace.
 *
 * @param fileName its extension is kept
 * @returns the model's id on the wire, and the MD5 of its file in hex
 */
export async function publishModel(
  { db, clock, models }: Needs,
  model: PublishedModel,
  file: { readonly content: AsyncIterable<Uint8Array>; readonly fileName: string },
): Promise<{ algId: string; md5: string; bytes: number }> {
  const { bucket, path, md5, bytes } = await models.put(file.content, extname(file.fileName));
  const algId = await db.write(async (transaction) => {
    const made = await insertPublicModel(transaction, {
      alg_name: model.name,
      alg_description: model.description,
      alg_type: model.type,
      author: model.author,
      framework: model.framework,
      image_path: null,
      alg_bucket: bucket,
      alg_path: path,
      md5_checksum: md5,
      class_definitions: JSON.stringify(model.classes),
      is_public: 1,
      date_created: clock.now(),
    });
    await recordAct(transaction, THE_OPERATOR, clock.now(), {
      action: "publish_model",
      targetKind: "model",
      targetId: String(made),
      target: model.name,
      changes: [{ fact: "checksum", before: null, after: md5 }],
    });
    return made;
  });
  return { algId: String(algId), md5, bytes };
}
