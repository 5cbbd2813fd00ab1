import { DEPLOY, REMOVE } from "../../domain/device/deploy.ts";
import type { Http, HttpOutcome } from "../../platform/http.ts";
import { isListOf, isMessage, isShape, isText } from "../../platform/json-shape.ts";
import type { Deployment } from "../../protocol/fleet.ts";

const isDeployment = isShape<Deployment>({ device_id: isText, alg_id: isText, deployed_status: isText });
const isAnswer = isMessage(isListOf(isDeployment));

export type DeployTarget = { device_id: string } | { group_id: string };

/** Deploys or removes a model; resolves to the Sentinels that changed. */
export function changeDeployment(
  http: Http,
  target: DeployTarget,
  algId: string,
  on: boolean,
): Promise<HttpOutcome<{ message: Deployment[] }>> {
  return http.call({
    method: "POST",
    path: "/api/deployedModels",
    body: { ...target, alg_id: algId, deployed_status: on ? DEPLOY : REMOVE },
    accept: isAnswer,
  });
}
