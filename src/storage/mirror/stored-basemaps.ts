import type { Basemaps } from "../../protocol/basemaps.ts";
import { storedAnswer } from "./stored-answer.ts";

/** The basemaps that the operator offers over the built-in map, as the server last answered. */
export const storedBasemaps = storedAnswer<Basemaps>("basemaps");
