import { Type } from "typebox";
import type { Dependencies } from "../../dependencies.ts";
import { BODY_LIMITS } from "../../http/body-limits.ts";
import type { HttpApp } from "../../http/http-app.ts";
import { unsubscribe } from "./service.ts";
import { ASK_PAGE, DONE_PAGE, UNKNOWN_PAGE, UNSUBSCRIBE_STYLES } from "./unsubscribe-page.ts";

const HTML = "text/html; charset=utf-8";
const PAGE = Type.Unsafe<unknown>({ description: "A page" });
const KeyQuery = Type.Object({ key: Type.String({ minLength: 1, maxLength: 100 }) });

/**
 * The page behind the link at the foot of mails, and the POST of mail programs (RFC 8058). Who has the mail may end
 * it: nobody signs in, and nothing is said of whose address it is.
 */
export async function registerUnsubscribeRoutes(app: HttpApp, deps: Dependencies): Promise<void> {
  await app.register(async (scope: HttpApp) => {
    // The form of the page and the POST of mail programs; what is in them does not matter.
    scope.addContentTypeParser(
      ["application/x-www-form-urlencoded", "multipart/form-data"],
      { parseAs: "string" },
      (_request, _body, done) => done(null, undefined),
    );
    scope.get(
      "/api/unsubscribe",
      {
        config: { access: "P" },
        schema: {
          summary: "Asks whether mails to an address should end",
          querystring: KeyQuery,
          response: { 200: PAGE },
        },
      },
      async (_request, reply) => reply.type(HTML).send(ASK_PAGE),
    );
    scope.post(
      "/api/unsubscribe",
      {
        config: { access: "P" },
        bodyLimit: BODY_LIMITS.ignored,
        schema: {
          summary: "Ends mails to an address until it confirms anew",
          querystring: KeyQuery,
          response: { 200: PAGE },
        },
      },
      async ({ query: { key } }, reply) => {
        const isKnown = await unsubscribe(deps, key);
        return reply.type(HTML).send(isKnown ? DONE_PAGE : UNKNOWN_PAGE);
      },
    );
    scope.get(
      "/api/unsubscribe/style.css",
      {
        config: { access: "P" },
        schema: { summary: "The style sheet of that page", response: { 200: PAGE } },
      },
      async (_request, reply) => reply.type("text/css; charset=utf-8").send(UNSUBSCRIBE_STYLES),
    );
  });
}
