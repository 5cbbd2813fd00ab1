import { type ComponentType, type LazyExoticComponent, lazy } from "react";

const loaders: (() => Promise<unknown>)[] = [];
const IDLE_AFTER_MS = 1500;

/** A part in a chunk of its own, that comes when it is wanted or soon after the first screen, whichever is earlier. */
export function laterPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  const loadModule = async () => ({ default: await load() });
  loaders.push(loadModule);
  return lazy(loadModule);
}

/** Brings all later parts while there still is a connection, for browsers without a service worker. */
export function preloadLaterParts(): void {
  setTimeout(() => {
    // One that fails is tried again when it is wanted.
    for (const load of loaders) load().catch(() => undefined);
  }, IDLE_AFTER_MS);
}
