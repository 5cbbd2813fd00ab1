import type { FastifyInstance } from "fastify";
import { SERVER_MESSAGES } from "../../src/messages/server/common-answers.ts";
import { invalid } from "../http/api-error.ts";

/**
 * Bodies are JSON. An empty body counts as none, so that a call without one may carry the content type; keys that
 * would reach an object's prototype are dropped. A request with U+0000 is refused.
 */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser("remove", "remove");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    const text = typeof body === "string" ? body : body.toString("utf8");
    if (text.trim() === "") done(null, undefined);
    else if (SPELLS_NUL.test(text)) done(invalid({ general: SERVER_MESSAGES.zeroCharacter }), undefined);
    // Answers through `done` alone.
    else void parse(request, text, done);
  });
  app.addHook("onRequest", async ({ url }) => {
    if (/%00/.test(url)) throw invalid({ general: SERVER_MESSAGES.zeroCharacter });
  });
}

/**
 * U+0000, which no field may hold and PostgreSQL stores in no text. JSON can only spell it as an escape whose own
 * backslash is not escaped.
 */
const SPELLS_NUL = /(?<!\\)(?:\\\\)*\\u0000/;
