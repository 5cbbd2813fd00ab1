import CloudOff from "lucide-react/icons/cloud-off";
import Minus from "lucide-react/icons/minus";
import { type ReactNode, useMemo } from "react";
import { Link } from "wouter";
import { gridSteps } from "../../domain/dashboard/grid-steps.ts";
import { hatchesOf } from "../../domain/dashboard/hatches.ts";
import type { InsightLink, Label, WidgetPicture } from "../../domain/dashboard/picture.ts";
import type { InsightStatus } from "../../domain/insight/insight.ts";
import { countText } from "../../domain/insight/insight-text.ts";
import { dashboardMessages, labelText, stepText } from "../../messages/dashboard/dashboard.ts";
import { actionIcon } from "../../parts/action-icon.tsx";
import { SpeciesLabel } from "../../parts/species-label.tsx";
import type { DrawnPicture } from "../../ui/chart/chart-config.ts";
import { type ChartPalette, colourOf } from "../../ui/chart/chart-palette.ts";
import { hatchImage } from "../../ui/chart/hatch.ts";
import { ChartFigure } from "./chart-figure.tsx";
import styles from "./dashboard.module.css";
import { PlacesFigure } from "./places-figure.tsx";

interface WidgetFiguresProps {
  picture: Exclude<WidgetPicture, { kind: "table" }>;
  palette: ChartPalette;
  label: string;
  hrefOf(link: InsightLink): string;
  onPick(link: InsightLink): void;
}

/** A picture as the screen shows it: a figure, a chart with its legend, or the sentence that stands in its place. */
export function WidgetFigures({ picture, palette, label, hrefOf, onPick }: WidgetFiguresProps) {
  switch (picture.kind) {
    case "noData":
      return <p className={styles.inPlace}>{dashboardMessages.noData}</p>;
    case "effortMissing":
      return (
        <p className={styles.inPlace}>
          <CloudOff size={18} aria-hidden="true" /> {dashboardMessages.effortMissing}
        </p>
      );
    case "tooMany":
      return <p className={styles.inPlace}>{dashboardMessages.tooMany[picture.of]}</p>;
    case "figure":
      return <p className={styles.figure}>{countText(picture.value)}</p>;
    case "places":
      return <PlacesFigure picture={picture} label={label} />;
    default:
      return (
        <>
          <ChartFigure picture={picture} palette={palette} label={label} onPick={onPick} />
          <Legend picture={picture} palette={palette} hrefOf={hrefOf} />
        </>
      );
  }
}

/** Names beside their colours; a class has its shape too, since colours alone are not told apart by all eyes. */
function Legend({
  picture,
  palette,
  hrefOf,
}: {
  picture: DrawnPicture;
  palette: ChartPalette;
  hrefOf(link: InsightLink): string;
}): ReactNode {
  if (picture.kind === "share") {
    return (
      <ul className={styles.legend}>
        {picture.parts.map(({ label, value, link }) => (
          <li key={labelText(label)}>
            <LegendMark label={label} palette={palette} />
            {link === undefined ? labelText(label) : <Link href={hrefOf(link)}>{labelText(label)}</Link>}
            <strong>{countText(value)}</strong>
          </li>
        ))}
      </ul>
    );
  }
  if (picture.kind === "grid") {
    return (
      <ul className={styles.legend}>
        {gridSteps(picture.values).map(({ tone, least, most }) => (
          <li key={tone}>
            <span
              className={styles.mark}
              style={{ background: palette.steps[tone] }}
              data-edged={tone === 0}
              aria-hidden="true"
            />
            {stepText(least, most)}
          </li>
        ))}
      </ul>
    );
  }
  if ((picture.kind !== "bars" && picture.kind !== "steps") || picture.series.length < 2) return null;
  const hatches = hatchesOf(picture.series.map(({ label }) => label));
  return (
    <ul className={styles.legend}>
      {picture.series.map(({ label }, at) => {
        const hatch = hatches[at] ?? 0;
        const isPlainClass = label.kind === "class" && label.className !== "" && hatch === 0;
        return (
          <li key={labelText(label)}>
            {isPlainClass ? (
              <SpeciesLabel className={label.className} strong={false} />
            ) : (
              <>
                <LegendMark label={label} hatch={hatch} palette={palette} />
                {labelText(label)}
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function statusIcon(status: InsightStatus): ReactNode {
  return status === "none" ? <Minus size={15} aria-hidden="true" /> : actionIcon(status, 15);
}

function LegendMark({ label, hatch = 0, palette }: { label: Label; hatch?: number; palette: ChartPalette }) {
  const background = useMemo(() => {
    if (hatch === 0) return colourOf(label, palette);
    const { data, sizePx } = hatchImage(label, hatch, palette);
    return `url("${data}") 0 0 / ${sizePx}px`;
  }, [label, hatch, palette]);
  return (
    <>
      <span
        className={styles.mark}
        style={{ background }}
        data-line={label.kind === "series" && label.name === "sun"}
        data-hatched={hatch > 0}
        aria-hidden="true"
      />
      {label.kind === "status" && statusIcon(label.status)}
    </>
  );
}
