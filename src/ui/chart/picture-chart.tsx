import "./chart-parts.ts";
import type { ActiveElement, ChartEvent, Chart as ChartJs } from "chart.js";
import { useMemo } from "react";
import { Chart } from "react-chartjs-2";
import type { InsightLink } from "../../domain/dashboard/picture.ts";
import { chartConfig, type DrawnPicture, heightOf, linkAt, mayGrow } from "./chart-config.ts";
import type { ChartPalette } from "./chart-palette.ts";
import styles from "./picture-chart.module.css";

let madeCharts = 0;

interface PictureChartProps {
  picture: DrawnPicture;
  palette: ChartPalette;
  /** The picture's name for screen readers, which read its figures in the table behind it. */
  label: string;
  onPick(link: InsightLink): void;
}

/** A picture on a canvas. A press on a part of it gives the insights that the part stands for. */
export function PictureChart({ picture, palette, label, onPick }: PictureChartProps) {
  const { type, data, options, plugins } = useMemo(() => chartConfig(picture, palette), [picture, palette]);
  // A chart keeps the plugins that it was made with, and ours hold figures and colours: others need another chart.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other plugins are the reason for another key
  const key = useMemo(
    () => `${picture.kind} ${plugins === undefined ? type : ++madeCharts}`,
    [plugins, type],
  );
  const pickable = (elements: readonly ActiveElement[]) => {
    const links = elements.map(({ datasetIndex, index }) => linkAt(picture, datasetIndex, index));
    return links.find((link) => link !== null) ?? null;
  };
  const wired = {
    ...options,
    onClick: (_: ChartEvent, elements: ActiveElement[]) => {
      const link = pickable(elements);
      if (link !== null) onPick(link);
    },
    onHover: (_: ChartEvent, elements: ActiveElement[], { canvas }: ChartJs) => {
      canvas.style.cursor = pickable(elements) === null ? "default" : "pointer";
    },
  };
  return (
    <div className={styles.frame} data-grows={mayGrow(picture)} style={{ minHeight: heightOf(picture) }}>
      <Chart
        key={key}
        type={type}
        data={data}
        options={wired}
        {...(plugins === undefined ? {} : { plugins })}
        role="img"
        aria-label={label}
        fallbackContent={label}
      />
    </div>
  );
}
