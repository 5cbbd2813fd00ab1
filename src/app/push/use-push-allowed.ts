import { useEffect, useState } from "react";
import { whenIdle } from "../../platform/when-idle.ts";

/**
 * Whether this site may show notifications; false until it is read. The permission is given in a dialog, whose end
 * changes the address, so each address asks anew; and only an idle page, because Chromium's page waits for the answer of
 * another process for milliseconds.
 *
 * @param address of the page, with its search
 */
export function usePushAllowed(address: string): boolean {
  const [allowed, setAllowed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is not read, it is a reason to ask again
  useEffect(() => {
    let wanted = true;
    void whenIdle().then(() => {
      if (wanted) setAllowed(globalThis.Notification?.permission === "granted");
    });
    return () => {
      wanted = false;
    };
  }, [address]);
  return allowed;
}
