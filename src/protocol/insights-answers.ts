import { Type } from "typebox";
import { FETCH_PAGE_SIZE } from "./protocol-version.ts";
import { Time } from "./records/record-schema.ts";
import { Insight, Photo } from "./shapes.ts";

/** The page of a list; both may be left out. */
export const PageQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: FETCH_PAGE_SIZE })),
  offset: Type.Optional(Type.Integer({ minimum: 0 })),
});

export const CountAnswer = Type.Object({ message: Type.Object({ count: Type.Integer() }) });
export const InsightList = Type.Object({ message: Type.Array(Insight) });
export const PhotoList = Type.Object({ message: Type.Array(Photo) });

const count = Type.Integer();
export const OverviewAnswer = Type.Object({
  message: Type.Object({
    count,
    archived: count,
    statuses: Type.Object({ acknowledge: count, favorite: count, archive: count, none: count }),
    classes: Type.Array(Type.Object({ class_name: Type.String(), count })),
    devices: Type.Array(
      Type.Object({
        device_id: Type.String(),
        device_name: Type.Union([Type.String(), Type.Null()]),
        count,
        most_recent: Type.Union([Type.Object({ class_name: Type.String(), time_stamp: Time }), Type.Null()]),
      }),
    ),
  }),
});

export const PhotoQuery = Type.Object({
  deviceId: Type.String({ minLength: 1 }),
  photoUrl: Type.String({ minLength: 1 }),
  /** True: the thumbnail, WebP, at most 240 px wide; else the stored photograph. */
  thumbnail: Type.Optional(Type.Boolean()),
});
