/** Points nearer to each other than this make one cluster, in pixels. */
export const CLUSTER_RADIUS_PX = 35;
/** Clusters are made up to this zoom, this one included. */
export const CLUSTER_MAX_ZOOM = 14;
/** The map is not brought nearer than this when it is fitted to points. */
export const FIT_MAX_ZOOM = 10;
/** Nearer than this the built-in map shows neither coast nor place in most views. */
const BUILT_IN_MAX_ZOOM = FIT_MAX_ZOOM;
/** From this zoom on a heatmap is points. */
export const HEAT_POINTS_FROM_ZOOM = 14;
/** Maps of this width and below are narrow, in pixels. */
const NARROW_MAP_PX = 740;
/** Clusters of more points than this in all appear without animation, which would take several frames each. */
export const ANIMATED_POINTS_MAX = 2_000;
/** Numbers of points at which a cluster's colour changes. */
export const CLUSTER_STEPS = [100, 750] as const;
const SHOWN_COUNT_MAX = 999;

/** Which of the three colours a cluster of so many points has. */
export function clusterStep(points: number): 1 | 2 | 3 {
  const [second, third] = CLUSTER_STEPS;
  return points >= third ? 3 : points >= second ? 2 : 1;
}

/** `412`; `>999` above 999. */
export function shownCount(count: number): string {
  return count > SHOWN_COUNT_MAX ? `>${SHOWN_COUNT_MAX}` : String(count);
}

export function isBeyondBuiltIn(zoom: number): boolean {
  return zoom > BUILT_IN_MAX_ZOOM;
}

export function isNarrowMap(widthPx: number): boolean {
  return widthPx <= NARROW_MAP_PX;
}

/** Whether an insight has a place on the heatmap: both halves, and neither of them zero, which is "no fix". */
export function isOnHeatmap(insight: { latitude: number | null; longitude: number | null }): boolean {
  const isPlace = (degrees: number | null, reach: number) =>
    degrees !== null && degrees !== 0 && Math.abs(degrees) <= reach;
  return isPlace(insight.latitude, 90) && isPlace(insight.longitude, 180);
}
