import { NewRelease, ReleaseAnswer, ReleaseList } from "../../../src/protocol/device-updates.ts";
import type { Dependencies } from "../../dependencies.ts";
import { BODY_LIMITS } from "../../http/body-limits.ts";
import type { HttpApp } from "../../http/http-app.ts";
import { createRelease, listApprovedReleases, listReleases } from "./service.ts";

export function registerReleaseRoutes(app: HttpApp, deps: Dependencies): void {
  app.get(
    "/api/modelRelease",
    {
      config: { access: "M" },
      schema: {
        summary: "Releases: all to staff, to others those assigned to them",
        response: { 200: ReleaseList },
      },
    },
    async ({ user }) => ({ message: await listReleases(deps, user) }),
  );

  app.post(
    "/api/modelRelease",
    {
      config: { access: "S" },
      bodyLimit: BODY_LIMITS.list,
      schema: {
        summary: "Make a release of models",
        body: NewRelease,
        response: { 200: ReleaseAnswer },
      },
    },
    async ({ user, body }) => ({ message: await createRelease(deps, user, body) }),
  );

  app.get(
    "/api/modelRelease/approved",
    {
      config: { access: "M" },
      schema: { summary: "The releases that the caller may update to", response: { 200: ReleaseList } },
    },
    async ({ user }) => ({ message: await listApprovedReleases(deps, user.userId) }),
  );
}
