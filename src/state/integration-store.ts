import { createStore, type StoreApi } from "zustand/vanilla";
import type { Platform } from "../domain/integration/integration.ts";
import type { Http, HttpOutcome } from "../platform/http.ts";
import { isShape } from "../platform/json-shape.ts";
import type { AsyncPhase, FieldErrors } from "./session-store.ts";

/** One write to an integration, as the body of a call. */
export interface IntegrationWrite {
  readonly method: "POST" | "PUT" | "DELETE";
  /** Behind `/api/integrations`. */
  readonly path: string;
  readonly body?: unknown;
}

/** The writes to integrations, with the phase of the last one. */
export interface IntegrationStore {
  integrationUpdate: AsyncPhase;
  /** Makes the writes in order, up to the first that fails. Null: all are done; else the errors by field. */
  update(writes: readonly IntegrationWrite[]): Promise<FieldErrors | null>;
  /** Null where it is deleted, also where it was gone already. */
  remove(platform: Platform): Promise<FieldErrors | null>;
}
export type IntegrationStoreApi = StoreApi<IntegrationStore>;

const isDone = isShape<{ message: unknown }>({});

export function createIntegrationStore(http: Http): IntegrationStoreApi {
  return createStore<IntegrationStore>()((set) => {
    const run = async (
      writes: readonly IntegrationWrite[],
      isSuccess: (outcome: HttpOutcome<unknown>) => boolean,
    ): Promise<FieldErrors | null> => {
      set({ integrationUpdate: "beginning" });
      for (const { method, path, body } of writes) {
        const outcome = await http.call({
          method,
          path: `/api/integrations${path}`,
          ...(body === undefined ? {} : { body }),
          accept: isDone,
        });
        if (isSuccess(outcome)) continue;
        set({ integrationUpdate: "failure" });
        return outcome.kind === "refusal" ? outcome.refusal.errors : {};
      }
      set({ integrationUpdate: "success" });
      return null;
    };
    return {
      integrationUpdate: "idle",
      update: (writes) => run(writes, ({ kind }) => kind === "answer"),
      remove: (platform) =>
        run(
          [{ method: "DELETE", path: `/${platform}` }],
          (outcome) => outcome.kind === "answer" || (outcome.kind === "refusal" && outcome.status === 404),
        ),
    };
  });
}
