import type { Plugin } from "vite";

export function firstParts(): Plugin;
/** Tabs whose first rows are insights, with what is read for them. */
export const READS_INSIGHTS: Readonly<Record<string, "newest" | "all">>;
