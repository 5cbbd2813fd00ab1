import { type ComponentType, lazy, useLayoutEffect, useState } from "react";
import { whenIdle } from "../platform/when-idle.ts";

interface Preload {
  use: PartUse;
  preload(): Promise<void>;
}

const preloads: Preload[] = [];
const IDLE_AFTER_MS = 1500;

/** Whether it is to be at hand in every start: what opens at a key, or is a screen of everyday work. */
export type PartUse = "often" | "seldom";

/** A component in a chunk of its own; it suspends where it is rendered before the chunk is loaded. */
export interface LaterPart<Props extends object> {
  (props: Props): React.ReactNode;
  /** Loads the chunk, so that the component renders without suspending. Never rejects: rendering tries again. */
  preload(): Promise<void>;
  /** Whether the component renders without suspending. */
  isLoaded(): boolean;
}

/**
 * A component whose chunk is loaded when it is rendered, when it is likely to be (`preload`), or soon after the first
 * screen (`preloadLaterParts`), whichever is earliest.
 */
export function laterPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  use: PartUse = "often",
): LaterPart<Props> {
  let loaded: ComponentType<Props> | null = null;
  const Suspending = lazy(async () => ({ default: await load() }));
  function Later(props: Props) {
    // Chosen once: another component in its place would be mounted anew, and lose what was typed into it.
    const [Part] = useState<ComponentType<Props>>(
      () => loaded ?? (Suspending as unknown as ComponentType<Props>),
    );
    return <Part {...props} />;
  }
  const preload = async () => {
    if (loaded !== null) return;
    try {
      loaded = await load();
    } catch {
      // Rendering loads it again.
    }
  };
  preloads.push({ use, preload });
  return Object.assign(Later, { preload, isLoaded: () => loaded !== null });
}

/**
 * Loads a part before it is rendered; false until then. React keeps the fallback of a Suspense for 300 ms, also where
 * the chunk is there after 30. A part that cannot be loaded counts as ready: rendering tries again, and reports it.
 */
export function usePreloaded(part: Pick<LaterPart<never>, "preload" | "isLoaded"> | undefined): boolean {
  const [settled, setSettled] = useState<typeof part>();
  const ready = part === undefined || part.isLoaded() || settled === part;
  useLayoutEffect(() => {
    if (part === undefined || ready) return;
    let wanted = true;
    void part.preload().then(() => {
      if (wanted) setSettled(() => part);
    });
    return () => {
      wanted = false;
    };
  }, [part, ready]);
  return ready;
}

/**
 * Loads parts that no one has asked for, soon after the first screen.
 *
 * @param uses without those used seldom where a service worker keeps them: it has one at hand when it is opened, and to
 *   load them all is a sixth of what a start costs
 */
export function preloadLaterParts(uses: readonly PartUse[]): void {
  setTimeout(() => void loadLaterParts(uses), IDLE_AFTER_MS);
}

/**
 * Loads parts that no one has asked for. One at a time, each when the page is idle: together they would hold a screen
 * that is opened meanwhile back by a quarter of a second. A page that nobody sees does not wait to be idle.
 */
export async function loadLaterParts(uses: readonly PartUse[]): Promise<void> {
  for (const { use, preload } of preloads) {
    if (!uses.includes(use)) continue;
    if (document.visibilityState === "visible") await whenIdle();
    await preload();
  }
}
