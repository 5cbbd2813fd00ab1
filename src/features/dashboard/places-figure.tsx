import { lazy, Suspense } from "react";
import type { WidgetPicture } from "../../domain/dashboard/picture.ts";
import { dashboardMessages } from "../../messages/dashboard/dashboard.ts";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import styles from "./dashboard.module.css";

const OwnHeatMap = lazy(async () => {
  try {
    return { default: (await import("../../parts/map/own-heat-map.tsx")).OwnHeatMap };
  } catch {
    // A script that does not come would take all other widgets along.
    return { default: MapMissing };
  }
});

const HEIGHT_PX = 300;

interface PlacesFigureProps {
  picture: Extract<WidgetPicture, { kind: "places" }>;
  label: string;
}

/** Where the insights were made, over the map; the map's code is loaded only for it. */
export function PlacesFigure({ picture, label }: PlacesFigureProps) {
  return (
    <div className={styles.places} style={{ minHeight: HEIGHT_PX }}>
      <Suspense fallback={<Skeleton height={HEIGHT_PX} />}>
        <OwnHeatMap places={picture.places} label={label} />
      </Suspense>
    </div>
  );
}

function MapMissing() {
  return <p className={styles.inPlace}>{dashboardMessages.mapMissing}</p>;
}
