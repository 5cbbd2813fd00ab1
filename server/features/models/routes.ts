import { Type } from "typebox";
import { DeploymentList, ModelList } from "../../../src/protocol/fleet.ts";
import { DeploymentChange } from "../../../src/protocol/models.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { HttpApp } from "../../http/http-app.ts";
import { jsonParts, sendParts } from "../../http/send-parts.ts";
import { changeDeployment } from "./deploy-service.ts";
import { modelPagesOf, readDeploymentPages } from "./service.ts";

export function registerModelRoutes(app: HttpApp, deps: Dependencies): void {
  app.get(
    "/api/getModelsForUser/:id",
    {
      config: { access: "U", takesTurns: true },
      schema: {
        summary: "The models in the caller's account",
        params: Type.Object({ id: Type.String() }),
        response: { 200: ModelList },
      },
    },
    async ({ user, params }, reply) =>
      sendParts(reply, jsonParts(modelPagesOf(deps, user.userId, params.id))) as never,
  );

  app.get(
    "/api/getDeployedModels",
    {
      config: { access: "U", takesTurns: true },
      schema: { summary: "Which model runs on which Sentinel", response: { 200: DeploymentList } },
    },
    async ({ user }, reply) => sendParts(reply, jsonParts(readDeploymentPages(deps, user.userId))) as never,
  );

  app.post(
    "/api/deployedModels",
    {
      config: { access: "M" },
      schema: {
        summary: "Put a model on a Sentinel or on all of a group, or take it off",
        body: DeploymentChange,
        response: { 200: DeploymentList },
      },
    },
    async ({ user, body }) => ({ message: await changeDeployment(deps, user.userId, body) }),
  );
}
