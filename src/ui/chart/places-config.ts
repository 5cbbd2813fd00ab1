import type { Chart, ChartConfiguration, Plugin } from "chart.js";
import type { WidgetPicture } from "../../domain/dashboard/picture.ts";
import { countText } from "../../domain/insight/insight-text.ts";
import { STILL, textStyle } from "./chart-frame.ts";
import type { ChartPalette } from "./chart-palette.ts";

type Places = Extract<WidgetPicture, { kind: "places" }>;

/** Half of what is drawn of a place, CSS px. */
const HEAT_PX = 34;
/** More places at once are one cloud anyway. */
const MOST_DRAWN = 3_000;
/** Degrees around places that all lie together, so that they are seen as one spot and not as the whole frame. */
const LEAST_SPAN = 0.02;
const FRAME = 0.12;

/** Heat over places, in degrees of longitude and latitude, with each place as a point. */
export function placesConfig({ places }: Places, palette: ChartPalette): ChartConfiguration {
  const drawn = places.slice(0, MOST_DRAWN);
  const text = textStyle(palette);
  const axis = (values: readonly number[]) => ({
    type: "linear" as const,
    ...rangeOf(values),
    grid: { color: palette.line },
    border: { display: false },
    ticks: {
      ...text,
      maxTicksLimit: 6,
      // The ends of the range are no round figures.
      includeBounds: false,
      callback: (value: string | number) => `${Number(Number(value).toFixed(3))}°`,
    },
  });
  return {
    type: "scatter",
    data: {
      datasets: [
        {
          data: drawn.map(({ latitude, longitude }) => ({ x: longitude, y: latitude })),
          pointRadius: 3,
          pointHoverRadius: 5,
          backgroundColor: palette.surface,
          borderColor: palette.steps[3],
          borderWidth: 1.5,
        },
      ],
    },
    options: {
      ...STILL,
      scales: {
        x: axis(drawn.map(({ longitude }) => longitude)),
        y: axis(drawn.map(({ latitude }) => latitude)),
      },
      plugins: {
        legend: { display: false },
        tooltip: {
          callbacks: {
            label: ({ dataIndex }) => {
              const place = drawn[dataIndex];
              if (place === undefined) return "";
              const at = `${place.latitude.toFixed(5)}°, ${place.longitude.toFixed(5)}°`;
              return `${at}: ${countText(place.count)}`;
            },
          },
        },
      },
    },
    plugins: [heat(drawn, palette)],
  };
}

function rangeOf(values: readonly number[]): { min: number; max: number } {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  const span = Math.max(LEAST_SPAN, (most - least) * (1 + 2 * FRAME));
  const middle = (least + most) / 2;
  return { min: middle - span / 2, max: middle + span / 2 };
}

/** A soft spot for each place under its point, stronger with more insights, on a scale of logarithms. */
function heat(places: Places["places"], palette: ChartPalette): Plugin {
  const most = Math.log1p(Math.max(...places.map(({ count }) => count)));
  return {
    id: "heat",
    beforeDatasetsDraw({ ctx, chartArea, scales }: Chart) {
      const { x, y } = scales;
      if (x === undefined || y === undefined) return;
      ctx.save();
      ctx.beginPath();
      ctx.rect(
        chartArea.left,
        chartArea.top,
        chartArea.right - chartArea.left,
        chartArea.bottom - chartArea.top,
      );
      ctx.clip();
      for (const { latitude, longitude, count } of places) {
        const [left, top] = [x.getPixelForValue(longitude), y.getPixelForValue(latitude)];
        const spot = ctx.createRadialGradient(left, top, 0, left, top, HEAT_PX);
        spot.addColorStop(0, palette.bar);
        spot.addColorStop(1, `${palette.bar}00`);
        ctx.globalAlpha = 0.2 + 0.5 * (Math.log1p(count) / most);
        ctx.fillStyle = spot;
        ctx.fillRect(left - HEAT_PX, top - HEAT_PX, 2 * HEAT_PX, 2 * HEAT_PX);
      }
      ctx.restore();
    },
  };
}
