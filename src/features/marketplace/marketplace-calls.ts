import type { Http, HttpOutcome } from "../../platform/http.ts";
import {
  type Guard,
  isFlag,
  isListOf,
  isMessage,
  isNumber,
  isOrNull,
  isShape,
  isText,
} from "../../platform/json-shape.ts";
import type { MarketModel } from "../../protocol/shapes.ts";

type ModelClass = MarketModel["classes"][number];
const isClass: Guard<ModelClass> = isShape<ModelClass>({
  class_id: isNumber,
  label: isText,
  original_label: isText,
});

export const isMarketModel: Guard<MarketModel> = isShape<MarketModel>({
  alg_id: isText,
  name: isText,
  description: isOrNull(isText),
  author: isOrNull(isText),
  framework: isText,
  classes: isListOf(isClass),
  inAccount: isFlag,
});
const isAnswer = isMessage(isMarketModel);

export const MARKET_PATH = "/api/v2/marketplace/models";

export function addModel(http: Http, modelId: string): Promise<HttpOutcome<{ message: MarketModel }>> {
  return http.call({ method: "POST", path: MARKET_PATH, body: { modelId }, accept: isAnswer });
}

/** Timeout without data. */
const IDLE_TIMEOUT_MS = 60_000;
/** Another type is refused: a proxy may answer with a page of its own, which is no model. */
const FILE_TYPE = "application/octet-stream";

/**
 * Downloads the file of a model.
 *
 * @param onShare gets the share done, 0 to 1; null where the length is not known
 * @throws where the download is incomplete
 */
export async function fetchModelFile(
  http: Http,
  modelId: string,
  onShare: (share: number | null) => void,
): Promise<{ blob: Blob; name: string | null }> {
  const timeout = new AbortController();
  let timer = setTimeout(() => timeout.abort(), IDLE_TIMEOUT_MS);
  try {
    const response = await http.open({
      path: `${MARKET_PATH}/${encodeURIComponent(modelId)}/download`,
      query: {},
      headers: { accept: FILE_TYPE },
      signal: timeout.signal,
    });
    const type = response.headers.get("content-type") ?? "";
    if (response.status !== 200 || !type.startsWith(FILE_TYPE) || response.body === null) {
      throw new Error(`the file was answered with ${response.status}`);
    }
    const bytes = Number(response.headers.get("content-length") ?? Number.NaN);
    const chunks: BlobPart[] = [];
    let come = 0;
    const reader = response.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(timer);
      timer = setTimeout(() => timeout.abort(), IDLE_TIMEOUT_MS);
      chunks.push(part.value);
      come += part.value.length;
      onShare(bytes > 0 ? Math.min(1, come / bytes) : null);
    }
    if (bytes > 0 && come !== bytes) throw new Error(`${come} of ${bytes} bytes came`);
    return {
      blob: new Blob(chunks, { type: FILE_TYPE }),
      name: nameIn(response.headers.get("content-disposition")),
    };
  } finally {
    clearTimeout(timer);
  }
}

function nameIn(disposition: string | null): string | null {
  const coded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? "")?.[1];
  if (coded === undefined) return null;
  try {
    return decodeURIComponent(coded);
  } catch {
    return null;
  }
}
