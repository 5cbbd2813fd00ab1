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

/** Calls that are under way at once; the server applies them one after another anyway. */
const CALLS_AT_ONCE = 4;

type Problem = Exclude<HttpOutcome<unknown>, { kind: "answer" }>;

/**
 * Deploys or removes a model on each of some Sentinels; a repeated call changes nothing more. No further call is begun
 * after one that says that the others would fail too.
 *
 * @returns problem: the first one; null where all were done
 */
export async function changeEach(
  http: Http,
  ids: readonly string[],
  algId: string,
  on: boolean,
): Promise<{ done: Deployment[]; failed: string[]; problem: Problem | null }> {
  const done: Deployment[] = [];
  const waiting = [...ids];
  let problem: Problem | null = null;
  let stopped = false;
  const work = async () => {
    for (let id = waiting.shift(); id !== undefined && !stopped; id = waiting.shift()) {
      const outcome = await changeDeployment(http, { device_id: id }, algId, on);
      if (outcome.kind === "answer") done.push(...outcome.value.message);
      else {
        problem ??= outcome;
        stopped ||= failsForAll(outcome);
      }
    }
  };
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, work));
  const isDone = new Set(done.map(({ device_id }) => device_id));
  return { done, failed: ids.filter((id) => !isDone.has(id)), problem };
}

/** Only a refusal of the one Sentinel, as of one that is gone, says nothing about the others. */
function failsForAll(problem: Problem): boolean {
  if (problem.kind === "unreachable") return true;
  const { status } = problem;
  return status === 401 || status === 429 || status >= 500;
}
