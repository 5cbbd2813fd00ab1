import { Type } from "typebox";
import { FeatureAnswer, FeatureList, FeatureSwitch } from "../../../src/protocol/fleet.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { HttpApp } from "../../http/http-app.ts";
import { listFeatures, switchFeature } from "./service.ts";

export function registerFeatureRoutes(app: HttpApp, deps: Dependencies): void {
  app.get(
    "/api/features",
    {
      config: { access: "U" },
      schema: { summary: "The features and whether they are on", response: { 200: FeatureList } },
    },
    async ({ user }) => ({ message: await listFeatures(deps, user.userId) }),
  );

  app.put(
    "/api/features/:featureId",
    {
      config: { access: "M" },
      schema: {
        summary: "Switch a feature on or off",
        params: Type.Object({ featureId: Type.String() }),
        body: FeatureSwitch,
        response: { 200: FeatureAnswer },
      },
    },
    async ({ user, params, body }) => ({
      message: await switchFeature(deps, user.userId, params.featureId, body.enabled),
    }),
  );
}
