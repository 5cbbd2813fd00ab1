import { type Static, Type } from "typebox";

/** A map file of the operator's. */
export const Basemap = Type.Object({ name: Type.String(), url: Type.String(), bytes: Type.Integer() });
export type Basemap = Static<typeof Basemap>;

export const Basemaps = Type.Object({
  files: Type.Array(Basemap),
  /** Whose data the online tiles show, as plain text; null where the operator named nobody. */
  rasterAttribution: Type.Union([Type.String(), Type.Null()]),
});
export type Basemaps = Static<typeof Basemaps>;

export const BasemapsAnswer = Type.Object({ message: Basemaps });
