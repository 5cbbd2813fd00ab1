import type { WidgetPicture } from "../../domain/dashboard/picture.ts";
import type { ChartPalette } from "../../ui/chart/chart-palette.ts";
import { PictureChart } from "../../ui/chart/picture-chart.tsx";

interface PlacesFigureProps {
  picture: Extract<WidgetPicture, { kind: "places" }>;
  palette: ChartPalette;
  label: string;
}

/** Where the insights were made, on the screen; the PDF draws the same picture as a chart. */
export function PlacesFigure({ picture, palette, label }: PlacesFigureProps) {
  return <PictureChart picture={picture} palette={palette} label={label} onPick={NOTHING_BEHIND} />;
}

/** A place has insights of several Sentinels, and no filter of the list asks for a place. */
const NOTHING_BEHIND = () => undefined;
