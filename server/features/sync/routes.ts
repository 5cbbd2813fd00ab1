import { Type } from "typebox";
import type { RetentionChoice } from "../../../src/domain/offline/retention.ts";
import { INSIGHT_SENTENCES } from "../../../src/messages/server/insights.ts";
import { FETCH_PAGE_SIZE } from "../../../src/protocol/protocol-version.ts";
import { type Parsed, parseArea, parseDays, parseGroups } from "../../../src/protocol/sync-choice.ts";
import { SelectionQuery, SyncEstimateAnswer, SyncEstimates } from "../../../src/protocol/sync-estimate.ts";
import type { Dependencies } from "../../dependencies.ts";
import { invalid } from "../../http/api-error.ts";
import type { HttpApp } from "../../http/http-app.ts";
import { compression } from "../../plugins/compression.ts";
import { estimatesOf } from "./estimate-service.ts";
import type { Selection } from "./selection.ts";
import { syncPageOf } from "./service.ts";

/** Rows of a page where the client names no limit: the first rows arrive soon on a slow link. */
const DEFAULT_LIMIT = 1_000;
/** The windows of days that a picker shows, where the client names none. */
const DEFAULT_WINDOWS = "7,30,90,365,all";
const MOST_WINDOWS = 12;
/**
 * Quality of brotli. A page of 10,000 insights takes the server some 80 ms more than at quality 1 and is a quarter
 * smaller. Pages travel over the slowest links, and no two are alike.
 */
export const SYNC_COMPRESSION_QUALITY = 5;

const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) =>
  Type.Union([type, Type.Null()]);

const SyncAnswer = Type.Object({
  cursor: Type.String(),
  more: Type.Boolean({ description: "True: call again at once, with the new cursor." }),
  tables: Type.Record(
    Type.String(),
    Type.Object({
      rows: Type.Integer(),
      gone: Type.Optional(Type.Array(Type.String())),
      columns: Type.Record(Type.String(), Type.Unknown()),
    }),
  ),
  kept: Type.Optional(
    Type.Object(
      {
        days: orNull(Type.Integer()),
        since: orNull(Type.Integer()),
        groups: orNull(Type.Array(Type.String())),
      },
      {
        description:
          "What is kept on this device once the page is stored; left out: everything. After the rows, drop insights whose time_stamp is before `since`, with their photos. What else is no longer kept comes as gone.",
      },
    ),
  ),
});

const days = Type.Optional(
  Type.String({
    description:
      "Keep insights of the last so many days (by time_stamp), or all. Left out: as the cursor has it. More days bring what is missing, fewer drop.",
  }),
);
const groups = Type.Optional(
  Type.String({
    description:
      "Keep insights of Sentinels in these groups (ids, and none for those in no group), or all. Left out: as the cursor has it.",
  }),
);

interface SelectionTexts {
  groups?: string;
  box?: string;
  class?: string | string[];
  status?: string | string[];
}

export function registerSyncRoutes(app: HttpApp, deps: Dependencies): void {
  app.get(
    "/api/sync",
    {
      config: { access: "U", takesTurns: true },
      compress: compression(SYNC_COMPRESSION_QUALITY),
      schema: {
        summary:
          "What changed since the cursor, as columns; without a cursor everything, newest insights first; with estimate=true how much a choice would bring",
        querystring: Type.Object({
          cursor: Type.Optional(Type.String()),
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: FETCH_PAGE_SIZE })),
          days,
          groups,
          estimate: Type.Optional(Type.Boolean()),
          replaced: Type.Optional(
            Type.Boolean({
              description:
                "True: also decisions of the person that others replaced, in the table `replaced`. Named in each call; a client that names it later gets those of before too.",
            }),
          ),
          photos: Type.Optional(
            Type.Literal("gone", {
              description:
                "Gone: of the table `photos` only the keys that are gone, for a client that holds photos with their insights. Named in each call.",
            }),
          ),
        }),
        response: { 200: Type.Union([SyncAnswer, SyncEstimateAnswer]) },
      },
    },
    async ({ user, query }, reply) => {
      const choice = choiceOf(query);
      if (query.estimate === true) {
        const selection = { ...EVERYTHING, groups: choice.groups ?? null };
        const [estimate] = await estimatesOf(deps, user.userId, selection, [choice.days ?? null]);
        return { message: estimate?.total } as never;
      }
      const { cursor, limit = DEFAULT_LIMIT, photos = "rows" } = query;
      const page = await syncPageOf(deps, user.userId, cursor ?? null, limit, {
        named: choice,
        replaced: query.replaced === true,
        photos,
      });
      return reply.type("application/json; charset=utf-8").send(page as never);
    },
  );

  app.get(
    "/api/sync/estimate",
    {
      config: { access: "U", takesTurns: true },
      schema: {
        summary: "How many rows, photos and bytes each of several windows of days holds, in all and by group",
        querystring: Type.Object({
          days: Type.Optional(
            Type.String({
              description: `Numbers of days and all, at most ${MOST_WINDOWS}: ${DEFAULT_WINDOWS}`,
            }),
          ),
          ...SelectionQuery,
        }),
        response: { 200: SyncEstimates },
      },
    },
    async ({ user, query }) => {
      const windows = (query.days ?? DEFAULT_WINDOWS).split(",").map(parseDays);
      if (windows.length > MOST_WINDOWS || windows.some(({ ok }) => !ok)) {
        throw invalid({ days: INSIGHT_SENTENCES.windows });
      }
      const asked = windows.flatMap((window) => (window.ok ? [window.value] : []));
      return { message: await estimatesOf(deps, user.userId, selectionOf(query), asked) };
    },
  );
}

const EVERYTHING: Selection = { groups: null, area: null, classes: null, statuses: null };

function choiceOf(query: { days?: string; groups?: string }): Partial<RetentionChoice> {
  const chosenDays = parsedOr(query.days, parseDays, "days", INSIGHT_SENTENCES.keptDays);
  const chosenGroups = parsedOr(query.groups, parseGroups, "groups", INSIGHT_SENTENCES.keptGroups);
  return {
    ...(chosenDays === undefined ? {} : { days: chosenDays }),
    ...(chosenGroups === undefined ? {} : { groups: chosenGroups }),
  };
}

function selectionOf(query: SelectionTexts): Selection {
  return {
    groups: parsedOr(query.groups, parseGroups, "groups", INSIGHT_SENTENCES.keptGroups) ?? null,
    area: parsedOr(query.box, parseArea, "box", INSIGHT_SENTENCES.box) ?? null,
    classes: listOf(query.class),
    statuses: listOf(query.status),
  };
}

function listOf(value: string | string[] | undefined): string[] | null {
  if (value === undefined) return null;
  return typeof value === "string" ? [value] : value;
}

/** Undefined where the parameter was left out. @throws ApiError invalid, naming it */
function parsedOr<T>(
  text: string | undefined,
  parse: (text: string) => Parsed<T>,
  field: string,
  sentence: string,
): T | undefined {
  if (text === undefined) return undefined;
  const parsed = parse(text);
  if (!parsed.ok) throw invalid({ [field]: sentence });
  return parsed.value;
}
