import { UserAnswer } from "../../../src/protocol/account.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { HttpApp } from "../../http/http-app.ts";
import { userCredentials } from "./service.ts";

export function registerUserRoutes(app: HttpApp, deps: Dependencies): void {
  app.get(
    "/api/user",
    { config: { access: "U" }, schema: { summary: "The signed-in user", response: { 200: UserAnswer } } },
    async ({ user }) => ({ userCredentials: await userCredentials(deps, user) }),
  );
}
