import { useEffect, useState } from "react";
import type { InsightLink } from "../../domain/dashboard/picture.ts";
import { dashboardMessages } from "../../messages/dashboard/dashboard.ts";
import { type DrawnPicture, heightOf, mayGrow } from "../../ui/chart/chart-config.ts";
import type { ChartPalette } from "../../ui/chart/chart-palette.ts";
import { WhenNear } from "../../ui/layout/when-near.tsx";
import styles from "./dashboard.module.css";

type PictureChart = typeof import("../../ui/chart/picture-chart.tsx").PictureChart;

let loaded: PictureChart | null = null;

interface ChartFigureProps {
  picture: DrawnPicture;
  palette: ChartPalette;
  label: string;
  onPick(link: InsightLink): void;
}

/** A chart, drawn when it is near the viewport; chart.js is loaded with the first one, after the first figures. */
export function ChartFigure(props: ChartFigureProps) {
  return (
    <WhenNear
      className={mayGrow(props.picture) ? styles.growingChart : styles.chart}
      minHeight={heightOf(props.picture)}
    >
      {() => <LoadedChart {...props} />}
    </WhenNear>
  );
}

function LoadedChart(props: ChartFigureProps) {
  const [Chart, setChart] = useState<PictureChart | "missing" | null>(() => loaded);
  useEffect(() => {
    if (Chart !== null) return;
    let wanted = true;
    import("../../ui/chart/picture-chart.tsx").then(
      ({ PictureChart }) => {
        loaded = PictureChart;
        if (wanted) setChart(() => PictureChart);
      },
      () => wanted && setChart("missing"),
    );
    return () => {
      wanted = false;
    };
  }, [Chart]);
  if (Chart === "missing") return <p className={styles.inPlace}>{dashboardMessages.chartMissing}</p>;
  return Chart === null ? null : <Chart {...props} />;
}
