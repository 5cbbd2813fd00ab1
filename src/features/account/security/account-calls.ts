import type { Http, HttpOutcome } from "../../../platform/http.ts";
import { isOneOf, isShape } from "../../../platform/json-shape.ts";

const isOk = isShape<{ message: "ok" }>({ message: isOneOf(["ok"]) });

/** Signs devices out, one after the other. @returns how many are signed out now */
export async function endSessions(http: Http, ids: readonly string[]): Promise<number> {
  let ended = 0;
  for (const id of ids) {
    const path = `/api/sessions/${encodeURIComponent(id)}`;
    const outcome = await http.call({ method: "DELETE", path, accept: isOk });
    // One that is not there any more is signed out already.
    const gone = outcome.kind === "refusal" && outcome.status === 404;
    if (outcome.kind === "answer" || gone) ended += 1;
  }
  return ended;
}

export function askDeletion(http: Http, password: string): Promise<HttpOutcome<{ message: "ok" }>> {
  return http.call({ method: "DELETE", path: "/api/user", body: { password }, accept: isOk });
}

export function keepAccount(http: Http): Promise<HttpOutcome<{ message: "ok" }>> {
  return http.call({ method: "POST", path: "/api/user/keep", accept: isOk });
}
