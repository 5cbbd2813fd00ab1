import BarChart3 from "lucide-react/icons/chart-column";
import Copy from "lucide-react/icons/copy";
import Table2 from "lucide-react/icons/table-2";
import { memo, type ReactNode, useState } from "react";
import type { InsightLink, WidgetPicture } from "../../domain/dashboard/picture.ts";
import type { Widget } from "../../domain/dashboard/widget.ts";
import type { WidgetId } from "../../domain/dashboard/widgets.ts";
import { dashboardMessages, remarksOf } from "../../messages/dashboard/dashboard.ts";
import { showToast } from "../../state/toast-store.ts";
import type { ChartPalette } from "../../ui/chart/chart-palette.ts";
import { IconButton } from "../../ui/controls/icon-button.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import styles from "./dashboard.module.css";
import { tableText } from "./table-text.ts";
import { WidgetFigures } from "./widget-figures.tsx";
import { WidgetTableView } from "./widget-table.tsx";

interface WidgetCardProps {
  widget: Widget & { id: WidgetId };
  /** Null while its counts are on their way. */
  picture: WidgetPicture | null;
  /** It could not be counted: shown without words, as the specification has it. */
  failed: boolean;
  palette: ChartPalette;
  /** A sentence about what it rests on. */
  remark: string | null;
  hrefOf(link: InsightLink): string;
  onPick(link: InsightLink): void;
}

/** A widget: its title, its picture or the table behind it, and what is to be known about its figures. */
export const WidgetCard = memo(function WidgetCard(props: WidgetCardProps) {
  const { widget, picture, palette, failed } = props;
  const [asTable, setAsTable] = useState(false);
  // Two widgets share a title; landmarks need names that tell them apart.
  const { title, unit, listed = title } = dashboardMessages.widgets[widget.id];
  const hasTable = picture !== null && "table" in picture;
  const isTable = picture?.kind === "table" || (asTable && hasTable);
  const copy = async () => {
    if (!hasTable) return;
    try {
      await navigator.clipboard.writeText(tableText(picture.table));
      showToast({ message: dashboardMessages.copied, tone: "ok" });
    } catch {
      showToast({ message: dashboardMessages.copyFailed, tone: "error" });
    }
  };
  return (
    <section
      className={styles.card}
      data-widget={widget.id}
      data-width={widget.width}
      data-state={failed ? "failed" : picture === null ? "loading" : "shown"}
      aria-label={listed}
    >
      <header className={styles.cardHead}>
        <div className={styles.cardTitles}>
          <h2>{title}</h2>
          {unit !== "" && <span className={styles.unit}>{unit}</span>}
        </div>
        <span className={styles.cardTools}>
          {hasTable && isTable && (
            <IconButton
              label={dashboardMessages.copyTable}
              icon={<Copy size={16} aria-hidden="true" />}
              onClick={() => void copy()}
            />
          )}
          {hasTable && picture.kind !== "table" && (
            <IconButton
              label={asTable ? dashboardMessages.showChart(title) : dashboardMessages.showTable(title)}
              icon={
                asTable ? <BarChart3 size={16} aria-hidden="true" /> : <Table2 size={16} aria-hidden="true" />
              }
              onClick={() => setAsTable(!asTable)}
            />
          )}
        </span>
      </header>
      {failed ? (
        <div className={styles.failed} />
      ) : picture === null ? (
        <Skeleton height={90} />
      ) : isTable && "table" in picture ? (
        <WidgetTableView table={picture.table} caption={title} hrefOf={props.hrefOf} />
      ) : (
        <WidgetFigures
          picture={picture}
          palette={palette}
          label={dashboardMessages.chartOf(title, unit)}
          hrefOf={props.hrefOf}
          onPick={props.onPick}
        />
      )}
      {!failed && <Notes picture={picture} remark={props.remark} />}
    </section>
  );
});

function Notes({ picture, remark }: { picture: WidgetPicture | null; remark: string | null }): ReactNode {
  const sentences = picture === null ? [] : remarksOf(picture, remark);
  if (sentences.length === 0) return null;
  return <p className={styles.note}>{sentences.join(" ")}</p>;
}
