import { ProfileRequest, UserAnswer } from "../../../src/protocol/account.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { HttpApp } from "../../http/http-app.ts";
import { registerImageRoutes } from "./image-routes.ts";
import { saveProfile, userCredentials } from "./service.ts";

export async function registerUserRoutes(app: HttpApp, deps: Dependencies): Promise<void> {
  app.get(
    "/api/user",
    { config: { access: "U" }, schema: { summary: "The signed-in user", response: { 200: UserAnswer } } },
    async ({ user }) => ({ userCredentials: await userCredentials(deps, user) }),
  );

  app.post(
    "/api/user",
    {
      config: { access: "M" },
      schema: {
        summary: "Change the name and the country",
        body: ProfileRequest,
        response: { 200: UserAnswer },
      },
    },
    async ({ user, body }) => ({ userCredentials: await saveProfile(deps, user, body) }),
  );

  await registerImageRoutes(app, deps);
}
