import { jsPDF } from "jspdf";
import { gridSteps } from "../../../domain/dashboard/grid-steps.ts";
import { hatchesOf } from "../../../domain/dashboard/hatches.ts";
import type { WidgetPicture, WidgetTable } from "../../../domain/dashboard/picture.ts";
import { countText } from "../../../domain/insight/insight-text.ts";
import {
  axisText,
  cellText,
  dashboardMessages,
  labelText,
  remarksOf,
  stepText,
} from "../../../messages/dashboard/dashboard.ts";
import { colourOf } from "../../../ui/chart/chart-palette.ts";
import { hatchImage } from "../../../ui/chart/hatch.ts";
import type { Dashboard } from "../dashboard.ts";
import { type ChartImage, chartImage, lightPalette } from "./chart-image.ts";
import { drawTable, type PrintedTable } from "./pdf-table.ts";
import { hasStandardLetters, textImage } from "./pdf-text.ts";

export const PDF_NAME = "dashboard-export.pdf";

/** Millimetres of an A4 page. */
const PAGE = { width: 210, height: 297, margin: 15 } as const;
const CONTENT_MM = PAGE.width - 2 * PAGE.margin;
/** Charts are drawn for this width on a screen, and made to fit. */
const CHART_PX = 680;
/** Wider than charts, so that the map is finer on paper; its names can still be read. */
const MAP_PX = { width: 960, height: 480 } as const;
const MM_A_PX = CONTENT_MM / CHART_PX;
const MM_A_POINT = 0.3528;
const INK = "#1c211c";
const QUIET_INK = "#4b5149";
/** Rows of a table in the PDF; a longer one names how many it leaves out. */
const MOST_ROWS = 60;
/** So many rows of a table begin on one page. */
const ROWS_TOGETHER = 5;
const ROW_MM = 5.8;

/** Makes the PDF of what the dashboard shows on this device, without a connection too, and downloads it. */
export async function downloadDashboardPdf(
  dashboard: PrintedDashboard,
  filters: readonly string[],
): Promise<void> {
  (await makeDashboardPdf(dashboard, filters)).save(PDF_NAME);
}

type PrintedDashboard = Pick<Dashboard, "shown" | "pictureOf" | "remarks" | "remarkOf" | "nowMs">;

/** @param filters what the pictures were counted under, in words */
export async function makeDashboardPdf(
  dashboard: PrintedDashboard,
  filters: readonly string[],
): Promise<jsPDF> {
  const page = new PdfPage();
  page.text(dashboardMessages.title, { size: 20, bold: true });
  page.text(dashboardMessages.pdf.made(dashboard.nowMs), { size: 10, colour: QUIET_INK });
  page.text(`${dashboardMessages.pdf.filters}: ${filters.join(". ")}`, { size: 10, colour: QUIET_INK });
  if (dashboard.remarks.length > 0) page.text(dashboard.remarks.join(" "), { size: 10, colour: QUIET_INK });
  page.space(4);
  for (const widget of dashboard.shown) {
    const picture = dashboard.pictureOf(widget);
    if (picture === null) continue;
    const { title, unit } = dashboardMessages.widgets[widget.id];
    const remark = dashboard.remarkOf(widget);
    drawWidget(page, { title, unit, remark }, picture, await imageOf(picture));
    // Yields between two widgets, so that the page answers input while a PDF is made.
    await new Promise((resolve) => setTimeout(resolve));
  }
  page.numberPages();
  return page.document;
}

/** The drawn part of a picture; null where it is text alone. */
async function imageOf(picture: WidgetPicture): Promise<ChartImage | null> {
  switch (picture.kind) {
    case "places": {
      const { heatMapImage } = await import("../../../parts/map/heat-map-image.tsx");
      const { data } = await heatMapImage(picture.places, MAP_PX.width, MAP_PX.height);
      return { data, width: CHART_PX, height: (CHART_PX * MAP_PX.height) / MAP_PX.width };
    }
    case "bars":
    case "steps":
    case "grid":
    case "share":
      return chartImage(picture, CHART_PX);
    default:
      return null;
  }
}

function drawWidget(
  page: PdfPage,
  { title, unit, remark }: { title: string; unit: string; remark: string | null },
  picture: WidgetPicture,
  image: ChartImage | null,
): void {
  page.keepTogether(16 + (image === null ? 12 : image.height * MM_A_PX));
  page.text(unit === "" ? title : `${title}: ${unit}`, { size: 13, bold: true });
  if (image !== null) page.image(image.data, image.width * MM_A_PX, image.height * MM_A_PX);
  if (picture.kind === "figure") page.text(countText(picture.value), { size: 18, bold: true });
  if (picture.kind === "noData") page.text(dashboardMessages.noData, { size: 10 });
  if (picture.kind === "effortMissing") page.text(dashboardMessages.effortMissing, { size: 10 });
  if (picture.kind === "tooMany") page.text(dashboardMessages.tooMany[picture.of], { size: 10 });
  if ((picture.kind === "bars" || picture.kind === "steps") && picture.series.length > 1) {
    const palette = lightPalette();
    const hatches = hatchesOf(picture.series.map(({ label }) => label));
    page.legend(
      picture.series.map(({ label }, at) => {
        const hatch = hatches[at] ?? 0;
        const image = hatch === 0 ? null : hatchImage(label, hatch, palette).data;
        return { text: labelText(label), colour: colourOf(label, palette), image };
      }),
    );
  }
  if (picture.kind === "grid") {
    const palette = lightPalette();
    page.legend(
      gridSteps(picture.values).map(({ tone, least, most }) => ({
        text: stepText(least, most),
        colour: palette.steps[tone],
        image: null,
      })),
    );
  }
  if (picture.kind === "share") {
    const palette = lightPalette();
    page.legend(
      picture.parts.map(({ label }) => ({
        text: labelText(label),
        colour: colourOf(label, palette),
        image: null,
      })),
    );
  }
  const notes = remarksOf(picture, remark);
  if (notes.length > 0) page.text(notes.join(" "), { size: 9, colour: QUIET_INK });
  if ("table" in picture && picture.kind !== "figure") page.table(printedRows(picture, picture.table));
  page.space(6);
}

type PrintedRows = Pick<PrintedTable, "head" | "rows" | "figures">;

/**
 * The table of a picture for paper. Two dimensions are printed as such: a list of 24 hours for each of seven days would
 * take three pages.
 */
export function printedRows(picture: WidgetPicture, table: WidgetTable): PrintedRows {
  if (picture.kind === "grid") {
    return crossTable(
      picture.columns.map(axisText),
      picture.rows.map((row, at) => [labelText(row), picture.values[at] ?? []]),
    );
  }
  if (picture.kind === "bars" && picture.stacked && !picture.across) {
    return crossTable(
      picture.series.map(({ label }) => labelText(label)),
      picture.categories.map((category, at) => [
        labelText(category),
        picture.series.map(({ values }) => values[at] ?? 0),
      ]),
    );
  }
  return {
    head: table.columns.map((column) => dashboardMessages.columns[column]),
    rows: table.rows.map(({ cells }) => cells.map(cellText)),
    figures: (table.rows[0]?.cells ?? []).map(
      (cell) => cell === null || typeof cell === "number" || cell.kind === "figure",
    ),
  };
}

function crossTable(
  columns: readonly string[],
  rows: readonly (readonly [string, readonly number[]])[],
): PrintedRows {
  return {
    head: ["", ...columns],
    rows: rows.map(([name, values]) => [name, ...values.map(countText)]),
    figures: [false, ...columns.map(() => true)],
  };
}

interface TextStyle {
  size: number;
  bold?: boolean;
  colour?: string;
}

/** Where the next part of the document goes. */
class PdfPage {
  readonly document = new jsPDF({ unit: "mm", format: "a4", compress: true });
  #top: number = PAGE.margin;

  constructor() {
    this.document.setProperties({ title: dashboardMessages.title, creator: "Understory" });
  }

  space(mm: number): void {
    this.#top += mm;
  }

  /** Begins a new page where this one has not so much room. */
  keepTogether(mm: number): void {
    const most = PAGE.height - 2 * PAGE.margin;
    if (this.#top + Math.min(mm, most) <= PAGE.height - PAGE.margin) return;
    this.document.addPage();
    this.#top = PAGE.margin;
  }

  text(text: string, { size, bold = false, colour = INK }: TextStyle): void {
    const line = size * MM_A_POINT * 1.35;
    if (!hasStandardLetters(text)) {
      const drawn = textImage(text, size, colour);
      const scale = Math.min(MM_A_POINT, CONTENT_MM / drawn.width);
      this.keepTogether(line);
      this.document.addImage(
        drawn.data,
        "PNG",
        PAGE.margin,
        this.#top,
        drawn.width * scale,
        drawn.height * scale,
      );
      this.#top += drawn.height * scale;
      return;
    }
    this.document.setFont("helvetica", bold ? "bold" : "normal");
    this.document.setFontSize(size);
    this.document.setTextColor(colour);
    for (const part of this.document.splitTextToSize(text, CONTENT_MM) as string[]) {
      this.keepTogether(line);
      this.document.text(part, PAGE.margin, this.#top + size * MM_A_POINT);
      this.#top += line;
    }
  }

  image(data: string, width: number, height: number): void {
    const scale = Math.min(1, (PAGE.height - 2 * PAGE.margin) / height);
    this.keepTogether(height * scale);
    this.document.addImage(
      data,
      "PNG",
      PAGE.margin,
      this.#top,
      width * scale,
      height * scale,
      undefined,
      "FAST",
    );
    this.#top += height * scale + 2;
  }

  /** @param entries with a picture in place of the plain colour where that is hatched */
  legend(entries: readonly { text: string; colour: string; image: string | null }[]): void {
    const size = 9;
    const line = size * MM_A_POINT * 1.5;
    let left = PAGE.margin;
    this.keepTogether(line);
    this.document.setFont("helvetica", "normal");
    this.document.setFontSize(size);
    for (const { text, colour, image } of entries) {
      const drawn = hasStandardLetters(text) ? null : textImage(text, size, INK);
      const width = drawn === null ? this.document.getTextWidth(text) : drawn.width * MM_A_POINT;
      if (left + width + 8 > PAGE.width - PAGE.margin) {
        left = PAGE.margin;
        this.#top += line;
        this.keepTogether(line);
      }
      if (image === null) {
        this.document.setFillColor(colour);
        this.document.rect(left, this.#top + 0.8, 2.6, 2.6, "F");
      } else this.document.addImage(image, "PNG", left, this.#top + 0.8, 2.6, 2.6);
      this.document.setTextColor(INK);
      if (drawn === null) this.document.text(text, left + 4, this.#top + size * MM_A_POINT);
      else {
        const height = drawn.height * MM_A_POINT;
        this.document.addImage(drawn.data, "PNG", left + 4, this.#top, width, height);
      }
      left += width + 9;
    }
    this.#top += line + 1;
  }

  table(table: PrintedRows): void {
    const rows = table.rows.slice(0, MOST_ROWS);
    if (rows.length === 0) return;
    // A head with a row or two at the foot of a page is read as the whole table.
    this.keepTogether((Math.min(rows.length, ROWS_TOGETHER) + 1) * ROW_MM);
    this.#top = drawTable(this.document, { ...table, rows, top: this.#top, margin: PAGE.margin });
    const hidden = table.rows.length - rows.length;
    if (hidden > 0) this.text(dashboardMessages.pdf.moreRows(hidden), { size: 9, colour: QUIET_INK });
  }

  numberPages(): void {
    const pages = this.document.getNumberOfPages();
    for (let page = 1; page <= pages; page += 1) {
      this.document.setPage(page);
      this.document.setFont("helvetica", "normal");
      this.document.setFontSize(8);
      this.document.setTextColor(QUIET_INK);
      this.document.text(`${page} / ${pages}`, PAGE.width - PAGE.margin, PAGE.height - 8, { align: "right" });
    }
  }
}
