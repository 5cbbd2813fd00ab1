import type { FastifyInstance } from "fastify";
import { SERVER_MESSAGES } from "../../src/messages/server/common-answers.ts";
import { invalid } from "../http/api-error.ts";
import { LoopTurns } from "../limits/loop-turns.ts";

/** Several times as deep as any call's shape. Code that walks a body recursively would exhaust the stack on more. */
const MAX_DEPTH = 32;
/**
 * Four times as many lists and objects as a thousand insights with all their fields have. A megabyte may be 330,000
 * empty objects, and each takes several times longer to make than its characters to read.
 */
const MOST_PARTS = 100_000;
/** Characters that are parsed and checked in a fraction of a millisecond; longer bodies begin one in a round each. */
const SHORT_BODY = 4_096;
/** About as long as the parsing of a body took, nobody's next long one is parsed. */
const CHARACTERS_A_MS = 16_000;

/**
 * Bodies are JSON. An empty body counts as none, so that a call without one may carry the content type; keys that
 * would reach an object's prototype are dropped. A request with U+0000 is refused, and so is one that nests too deeply
 * or has too many lists and objects, on every route, whether or not its fields are known.
 */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const rounds = new LoopTurns();
  const parse = app.getDefaultJsonParser("remove", "remove");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    const text = typeof body === "string" ? body : body.toString("utf8");
    const read = () => {
      if (text.trim() === "") done(null, undefined);
      else if (SPELLS_NUL.test(text)) done(invalid({ general: SERVER_MESSAGES.zeroCharacter }), undefined);
      else {
        const { depth, parts } = partsOf(text);
        if (depth > MAX_DEPTH) done(invalid({ general: SERVER_MESSAGES.tooDeep(MAX_DEPTH) }), undefined);
        else if (parts > MOST_PARTS)
          done(invalid({ general: SERVER_MESSAGES.tooManyParts(MOST_PARTS) }), undefined);
        else void parse(request, text, done);
      }
    };
    const ready = async () => {
      await request.takeTurn();
      if (text.length > SHORT_BODY) await rounds.next(text.length / CHARACTERS_A_MS);
    };
    // Answers through `done` alone.
    void ready().then(read, done);
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

/** How many lists and objects JSON text has, and how deep they are nested. Text that is no JSON gets any answer. */
export function partsOf(text: string): { depth: number; parts: number } {
  let [depth, deepest, parts] = [0, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      parts += 1;
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
      depth -= 1;
    }
  }
  return { depth: deepest, parts };
}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d,
];

/** The place of the quote that ends the string begun at `begin`; the text's end where none does. */
function endOfString(text: string, begin: number): number {
  for (let at = begin + 1; ; at += 1) {
    at = text.indexOf('"', at);
    if (at === -1) return text.length;
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
}
