import { useEffect, useState } from "react";

/** Whether the browser granted persistent storage; null while unknown. `refused` after a request without success. */
export function useStoragePersisted(): { persisted: boolean | null; refused: boolean; ask(): void } {
  const [persisted, setPersisted] = useState<boolean | null>(null);
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    let current = true;
    navigator.storage?.persisted?.().then(
      (answer) => current && setPersisted(answer),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, []);
  const ask = () => {
    navigator.storage.persist().then(
      (answer) => {
        setPersisted(answer);
        setRefused(!answer);
      },
      () => setRefused(true),
    );
  };
  return { persisted, refused, ask };
}
