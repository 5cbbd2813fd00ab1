import { type ComponentType, lazy, memo, type ReactNode, Suspense, useEffect, useState } from "react";
import { useStore } from "zustand";
import type { StoreApi } from "zustand/vanilla";
import { useServices } from "../../../client/services.tsx";
import { whenIdle } from "../../../platform/when-idle.ts";
import type { CurrentInsightProps } from "./current-insight.tsx";

const CurrentInsight = lazy<ComponentType<CurrentInsightProps>>(async () => {
  try {
    return { default: (await import("./current-insight.tsx")).CurrentInsight };
  } catch {
    // Without its code the panel shows the unsaved actions alone; the list must not fall with it.
    return { default: () => null };
  }
});

interface LaterCurrentProps extends Omit<CurrentInsightProps, "row" | "photos"> {
  /** The current row; before there is one, the first in sight. */
  row: CurrentInsightProps["row"] | null;
  /** The row whose photo is open over the list: it is fetched there, and not again behind it. */
  viewed: StoreApi<{ row: unknown }>;
}

/**
 * The current insight in the panel, in a chunk of its own, after the rows of the list are drawn. Memoized: the answers of
 * a scroll change none of its props.
 */
export const LaterCurrent = memo(function LaterCurrent(given: LaterCurrentProps): ReactNode {
  const { row, viewed, chosen, ...props } = given;
  const { photos } = useServices();
  const isOpen = useStore(viewed, (open) => open.row !== null);
  const [ready, setReady] = useState(false);
  const isHere = row !== null;
  useEffect(() => {
    if (!isHere) return;
    let wanted = true;
    void whenIdle().then(() => {
      if (wanted) setReady(true);
    });
    return () => {
      wanted = false;
    };
  }, [isHere]);
  if (row === null || !ready) return null;
  return (
    <Suspense>
      <CurrentInsight row={row} photos={photos} chosen={chosen && !isOpen} {...props} />
    </Suspense>
  );
});
