import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "../../src/domain/record-guard.ts";

/** Says that a data folder is a demo's, and how far it has come. */
interface Marker {
  readonly state: "making" | "ready";
  readonly insights: number;
}

const MARKER = "demo.json";

export type DemoFolder =
  | { readonly kind: "empty" }
  /** Made to the end. */
  | { readonly kind: "ready"; readonly insights: number }
  /** A start that was interrupted: the folder is ours and holds nothing worth keeping. */
  | { readonly kind: "half-made" }
  /** Another installation's folder, or another one altogether: it must not be changed. */
  | { readonly kind: "foreign" };

export function lookAtDemoFolder(folder: string): DemoFolder {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return { kind: "empty" };
  const marker = readMarker(folder);
  if (!marker) return { kind: "foreign" };
  return marker.state === "ready" ? { kind: "ready", insights: marker.insights } : { kind: "half-made" };
}

/** Empties a half-made demo and claims the folder, before anything else is written there. */
export function claimDemoFolder(folder: string, insights: number): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    if (name !== MARKER) rmSync(join(folder, name), { recursive: true, force: true });
  }
  writeMarker(folder, { state: "making", insights });
}

export function finishDemoFolder(folder: string, insights: number): void {
  writeMarker(folder, { state: "ready", insights });
}

function readMarker(folder: string): Marker | null {
  try {
    const marker: unknown = JSON.parse(readFileSync(join(folder, MARKER), "utf8"));
    return isMarker(marker) ? marker : null;
  } catch {
    // Missing or unreadable: then nothing says that the folder is ours.
    return null;
  }
}

function isMarker(value: unknown): value is Marker {
  if (!isRecord(value)) return false;
  const { state, insights } = value;
  return (state === "making" || state === "ready") && typeof insights === "number";
}

function writeMarker(folder: string, marker: Marker): void {
  writeFileSync(join(folder, MARKER), `${JSON.stringify(marker)}\n`);
}
