import { useCallback, useEffect, useRef, useState } from "react";
import { browserLocate, type Locate, type Located } from "../../platform/geolocation.ts";

export interface OwnPosition {
  latitude: number;
  longitude: number;
  accuracyM: number;
}

/** Where this person is, asked for when they want to see it, and never before. */
export function useOwnPosition(locate: Locate = browserLocate) {
  const [own, setOwn] = useState<OwnPosition | null>(null);
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState<Exclude<Located["kind"], "found"> | null>(null);
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  /** @returns where they are; null where that could not be found, or the screen was left meanwhile */
  const ask = useCallback(async (): Promise<OwnPosition | null> => {
    setAsking(true);
    setProblem(null);
    const located = await locate();
    if (!here.current) return null;
    setAsking(false);
    if (located.kind !== "found") {
      setProblem(located.kind);
      return null;
    }
    const { latitude, longitude, accuracyM } = located;
    const found = { latitude, longitude, accuracyM };
    setOwn(found);
    return found;
  }, [locate]);
  return { own, asking, problem, ask, dismiss: () => setProblem(null) };
}
