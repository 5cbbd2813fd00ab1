import type { FractionBox } from "../../../domain/insight/detection-box.ts";
import type { Size } from "./gestures/zoom.ts";

/** Where the words of a box stand: outside of an edge, or inside at the lower edge, from its left or its right side. */
export interface LabelPlace {
  place: "above" | "below" | "inside";
  atEnd: boolean;
}

interface Labelled {
  box: FractionBox;
  words: string;
}

interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Share of the picture's height that a label may need. */
const LABEL_ROOM = 0.1;
/** Right of this a label is aligned to the box's right side, so that it stays in the picture. */
const RIGHT_PART = 0.6;
/** In the theme with the largest letters. */
const LETTER_PX = 7;
const EDGES_PX = 12;
const LINE_PX = 20;
const GAP_PX = 3;
/** Costs per whole label: words that cannot be read, words outside of the picture, words over another animal, or its own. */
const OVER_LABEL = 100;
const OUTSIDE = 20;
const OVER_BOX = 2;
const OVER_OWN = 1;
/** Less than a twentieth of a label over a box: the usual place holds wherever nothing is covered. */
const LATER_PLACE = 0.1;

/** Of a label, in CSS pixels: estimated, because words are measured only after they are drawn. */
export function labelWidthPx(words: string): number {
  return words.length * LETTER_PX + EDGES_PX;
}

/** From its left side, or from its right one where the box lies to the right. */
export function startsAtEnd([x]: FractionBox): boolean {
  return x > RIGHT_PART;
}

/**
 * Places labels so that they cover neither each other nor, where there is another place, an animal.
 *
 * @param picture in CSS pixels; labels keep their size when it is zoomed
 * @returns by place in `boxes`
 */
export function placeLabels(boxes: readonly Labelled[], picture: Size): LabelPlace[] {
  const order = boxes.map((_, at) => at);
  // A later label moves aside for those before it, so that the order matters: the better of two is taken.
  const [first, second] = [
    placeInOrder(boxes, picture, order),
    placeInOrder(boxes, picture, order.toReversed()),
  ];
  return (second.cost < first.cost ? second : first).places;
}

function placeInOrder(boxes: readonly Labelled[], picture: Size, order: readonly number[]) {
  const places: LabelPlace[] = boxes.map(({ box }) => candidates(box)[0]);
  const taken: Area[] = [];
  let cost = 0;
  for (const at of order) {
    const labelled = boxes[at];
    if (labelled === undefined) continue;
    const others = boxes.filter((_, other) => other !== at).map(({ box }) => areaOf(box, picture));
    const [best] = candidates(labelled.box)
      .map((place, later) => {
        const area = labelArea(labelled, place, picture);
        return { place, area, cost: costOf(area, place, { taken, others, picture }) + later * LATER_PLACE };
      })
      .toSorted((a, b) => a.cost - b.cost);
    if (best === undefined) continue;
    places[at] = best.place;
    if (labelled.words !== "") {
      taken.push(best.area);
      cost += best.cost;
    }
  }
  return { places, cost };
}

/** The usual place first. */
function candidates(box: FractionBox): [LabelPlace, ...LabelPlace[]] {
  const [, y, , height] = box;
  const end = startsAtEnd(box);
  const above = y >= LABEL_ROOM ? (["above"] as const) : [];
  const below = y + height <= 1 - LABEL_ROOM ? (["below"] as const) : [];
  const [usual = "inside", ...rest] = [...above, ...below, "inside"] as const;
  const both = (place: LabelPlace["place"]) => [
    { place, atEnd: end },
    { place, atEnd: !end },
  ];
  return [{ place: usual, atEnd: end }, { place: usual, atEnd: !end }, ...rest.flatMap(both)];
}

function costOf(
  area: Area,
  { place }: LabelPlace,
  { taken, others, picture }: { taken: readonly Area[]; others: readonly Area[]; picture: Size },
): number {
  const whole: Area = { left: 0, top: 0, right: picture.width, bottom: picture.height };
  const sum = (areas: readonly Area[]) => areas.reduce((total, other) => total + covered(area, other), 0);
  return (
    OVER_LABEL * sum(taken) +
    OUTSIDE * (1 - covered(area, whole)) +
    OVER_BOX * sum(others) +
    (place === "inside" ? OVER_OWN : 0)
  );
}

/** The share of `area` that lies over `other`. */
function covered(area: Area, other: Area): number {
  const width = Math.min(area.right, other.right) - Math.max(area.left, other.left);
  const height = Math.min(area.bottom, other.bottom) - Math.max(area.top, other.top);
  const size = (area.right - area.left) * (area.bottom - area.top);
  return width <= 0 || height <= 0 || size <= 0 ? 0 : (width * height) / size;
}

function areaOf([x, y, width, height]: FractionBox, picture: Size): Area {
  return {
    left: x * picture.width,
    top: y * picture.height,
    right: (x + width) * picture.width,
    bottom: (y + height) * picture.height,
  };
}

function labelArea({ box, words }: Labelled, { place, atEnd }: LabelPlace, picture: Size): Area {
  const at = areaOf(box, picture);
  const width = labelWidthPx(words);
  const left = atEnd ? at.right - width : at.left;
  const top =
    place === "above"
      ? at.top - GAP_PX - LINE_PX
      : place === "below"
        ? at.bottom + GAP_PX
        : at.bottom - GAP_PX - LINE_PX;
  return { left, top, right: left + width, bottom: top + LINE_PX };
}
