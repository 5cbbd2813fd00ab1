import { DELETED_USER } from "../../../../src/messages/server/account.ts";
import { REPLACED_FIELDS } from "../../../../src/protocol/records/replaced-fields.ts";
import { feedColumns } from "../../../record-values.ts";
import { behind, byNumber, changed } from "./small-table-repository.ts";
import { NOTHING, type Stage } from "./stage.ts";

/** The user's own decisions that others replaced, about insights that the user reaches still. */
export const replaced: Stage = async (input) => {
  const { view, userId, limit } = input;
  if (input.replaced === "none") return NOTHING;
  const window = input.replaced === "all" ? null : input.window;
  const rows = await view
    .selectFrom("replaced_decisions as r")
    .innerJoin("insights as i", "i.insight_id", "r.insight_id")
    .innerJoin("devices as d", "d.device_ref", "r.device_ref")
    .innerJoin("device_users as du", (join) =>
      join.onRef("du.device_ref", "=", "r.device_ref").onRef("du.user_id", "=", "r.user_id"),
    )
    .leftJoin("users as u", "u.user_id", "r.by_user_id")
    .where("r.user_id", "=", userId)
    .whereRef("r.insight_id", ">", "du.after_insight_id")
    .where("i.set_aside", "=", 0)
    .where(changed({ ...input, window }, ["r.xid"], "r.device_ref"))
    .where("r.replaced_id", ">", behind(input))
    .orderBy("r.replaced_id")
    .limit(limit)
    .selectAll("r")
    .select(["d.device_id", "i.class_name", "i.time_stamp", "i.file_ctime", "u.username"])
    .execute();
  const columns = feedColumns(REPLACED_FIELDS, rows, { by: ({ username }) => username ?? DELETED_USER });
  return byNumber(
    input,
    "replaced",
    rows.map(({ replaced_id }) => replaced_id),
    columns,
  );
};
