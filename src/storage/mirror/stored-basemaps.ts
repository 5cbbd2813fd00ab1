import type { Basemaps } from "../../protocol/basemaps.ts";
import { storedAnswer } from "./stored-answer.ts";

/** What the operator offers over the built-in map, as the server last told it. */
export const storedBasemaps = storedAnswer<Basemaps>("basemaps");
