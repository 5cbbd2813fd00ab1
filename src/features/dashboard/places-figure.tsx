import { lazy, Suspense } from "react";
import type { WidgetPicture } from "../../domain/dashboard/picture.ts";
import { dashboardMessages } from "../../messages/dashboard/dashboard.ts";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { WhenNear } from "../../ui/layout/when-near.tsx";
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

/** Where the insights were made, over the map; the map's code is loaded only for it, when it is near the viewport. */
export function PlacesFigure({ picture, label }: PlacesFigureProps) {
  return (
    <WhenNear className={styles.places} minHeight={HEIGHT_PX}>
      {() => (
        <Suspense fallback={<Skeleton height={HEIGHT_PX} />}>
          <OwnHeatMap places={picture.places} label={label} />
        </Suspense>
      )}
    </WhenNear>
  );
}

function MapMissing() {
  return <p className={styles.inPlace}>{dashboardMessages.mapMissing}</p>;
}
