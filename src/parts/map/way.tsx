import {
  bearingDegrees,
  compassPoint,
  distanceM,
  distanceText,
  type Position,
} from "../../domain/map/position.ts";
import { MAP_POPUP } from "../../messages/map/map.ts";

/** How far and in which direction a Sentinel is. */
export function Way({ own, to }: { own: Position; to: Position }) {
  const degrees = bearingDegrees(own, to);
  return <>{MAP_POPUP.distance(distanceText(distanceM(own, to)), compassPoint(degrees), degrees)}</>;
}
