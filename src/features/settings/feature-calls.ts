import type { Http, HttpOutcome } from "../../platform/http.ts";
import { isFlag, isMessage, isShape, isText } from "../../platform/json-shape.ts";
import type { Feature } from "../../protocol/shapes.ts";

const isFeatureAnswer = isMessage(isShape<Feature>({ id: isText, key: isText, enabled: isFlag }));

/** May be repeated: it sets a value. */
export function switchFeature(
  http: Http,
  featureId: string,
  enabled: boolean,
): Promise<HttpOutcome<{ message: Feature }>> {
  const path = `/api/features/${encodeURIComponent(featureId)}`;
  return http.call({ method: "PUT", path, body: { enabled }, accept: isFeatureAnswer });
}
