import type { Plugin } from "vite";

export function firstParts(): Plugin;
/** Tabs whose first rows are insights. */
export const READS_INSIGHTS: readonly string[];
