import { Type } from "typebox";
import { DeploymentList, ModelList } from "../../../src/protocol/fleet.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { HttpApp } from "../../http-app.ts";
import { listDeployments, listModels } from "./service.ts";

export function registerModelRoutes(app: HttpApp, deps: Dependencies): void {
  app.get(
    "/api/getModelsForUser/:id",
    {
      config: { access: "U" },
      schema: {
        summary: "The models in the caller's account",
        params: Type.Object({ id: Type.String() }),
        response: { 200: ModelList },
      },
    },
    async ({ user, params }) => ({ message: await listModels(deps, user.userId, params.id) }),
  );

  app.get(
    "/api/getDeployedModels",
    {
      config: { access: "U" },
      schema: { summary: "Which model runs on which Sentinel", response: { 200: DeploymentList } },
    },
    async ({ user }) => ({ message: await listDeployments(deps, user.userId) }),
  );
}
