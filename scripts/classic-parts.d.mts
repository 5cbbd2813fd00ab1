import type { Plugin } from "vite";

export function classicParts(): Plugin;
export function classicScript(name: string, code: string): string;
export function changedExports(name: string, code: string): string[];
