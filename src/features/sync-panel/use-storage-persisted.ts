import { useEffect, useState } from "react";

/** Whether the browser granted persistent storage; null while unknown. `refused` after a request without success. */
export function useStoragePersisted(): { kept: boolean | null; refused: boolean; ask(): void } {
  const [kept, setKept] = useState<boolean | null>(null);
  const [refused, setRefused] = useState(false);
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
  const ask = () => {
    navigator.storage.persist().then(
      (answer) => {
        setKept(answer);
        setRefused(!answer);
      },
      () => setRefused(true),
    );
  };
  return { kept, refused, ask };
}
