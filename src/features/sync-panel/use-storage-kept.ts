import { useEffect, useState } from "react";

/** Whether the browser promised to keep what this site stores; null while unknown or where it cannot say. */
export function useStorageKept(): boolean | null {
  const [kept, setKept] = useState<boolean | null>(null);
  useEffect(() => {
    let current = true;
    navigator.storage?.persisted?.().then(
      (answer) => current && setKept(answer),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, []);
  return kept;
}
