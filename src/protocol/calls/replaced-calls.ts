import { Type } from "typebox";
import { BULK_UPDATE_CAP } from "../../domain/bulk-update.ts";

/** Ids of the table `replaced` of the feed. Those that are gone, or another person's, are passed over. */
export const ReplacedDismissal = Type.Object({
  ids: Type.Array(Type.String({ pattern: "^[1-9]\\d{0,14}$" }), { minItems: 1, maxItems: BULK_UPDATE_CAP }),
});

export const ReplacedDismissed = Type.Object({ message: Type.Object({ dismissed: Type.Integer() }) });
