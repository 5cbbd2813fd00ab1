import Check from "lucide-react/icons/check";
import CircleAlert from "lucide-react/icons/circle-exclamation-point";
import { modelLacks } from "../../../domain/device/release.ts";
import { utcDay } from "../../../domain/time.ts";
import { ADMIN, ALGS } from "../../../messages/admin/admin.ts";
import { timeMs } from "../../../parts/device-health.ts";
import type { Alg } from "../../../protocol/shapes.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Tag } from "../../../ui/controls/chip.tsx";
import type { TableColumn } from "../../../ui/data-table/table-column.ts";
import styles from "../admin.module.css";
import { RowName } from "../row-panel.tsx";
import { modelFileOf } from "./model-file.ts";

const { columns: words } = ALGS;

interface ColumnsOf {
  onOpen(algId: string): void;
  /** Null for a member, who sees no button. */
  onUpdate: ((algId: string) => void) | null;
}

export function algColumns({ onOpen, onUpdate }: ColumnsOf): readonly TableColumn<Alg>[] {
  const text = (
    id: keyof typeof words,
    value: (alg: Alg) => string | null,
    roomPx: number,
  ): TableColumn<Alg> => ({ id, type: "string", label: words[id], value, sortable: true, roomPx });
  return [
    {
      ...text("name", ({ alg_name }) => alg_name, 140),
      cell: ({ alg_id, alg_name }) => <RowName id={alg_id} name={alg_name} onOpen={onOpen} />,
      locked: true,
      rowHeader: true,
      className: styles.first,
    },
    { ...text("id", ({ alg_id }) => alg_id, 64), className: styles.figure },
    text("framework", ({ framework }) => framework, 96),
    { ...text("ready", readyText, 130), cell: (alg) => <ReadyTag alg={alg} /> },
    {
      id: "created",
      type: "date",
      label: words.created,
      value: ({ date_created }) => timeMs(date_created),
      cell: ({ date_created }) => <AlgDay iso={date_created} />,
      sortable: true,
      roomPx: 100,
    },
    text("bucket", ({ alg_bucket }) => alg_bucket, 100),
    text("path", ({ alg_path }) => alg_path, 130),
    { ...text("checksum", ({ md5_checksum }) => md5_checksum, 120), hidden: true },
    {
      id: "classes",
      type: "list",
      label: words.classes,
      value: ({ class_definitions }) => class_definitions.map(({ label }) => label),
      roomPx: 170,
    },
    ...(onUpdate === null
      ? []
      : [
          {
            id: "actions",
            type: "buttons",
            label: words.actions,
            value: () => null,
            cell: (alg: Alg) => <UpdateButton alg={alg} onUpdate={onUpdate} />,
            roomPx: 110,
            className: styles.updateColumn,
          } as const,
        ]),
  ];
}

export function AlgDay({ iso }: { iso: string }) {
  const atMs = timeMs(iso);
  return atMs === null ? ADMIN.absent : <time dateTime={iso}>{utcDay(atMs)}</time>;
}

export function UpdateButton({ alg, onUpdate }: { alg: Alg; onUpdate(algId: string): void }) {
  return (
    <Button aria-label={ALGS.updateOf(alg.alg_name)} onClick={() => onUpdate(alg.alg_id)}>
      {ALGS.update}
    </Button>
  );
}

/** Whether a release may hold it, and if not, what it lacks. */
export function ReadyTag({ alg }: { alg: Alg }) {
  const lacks = modelLacks(modelFileOf(alg));
  return lacks.length === 0 ? (
    <Tag tone="ok" icon={<Check size={14} aria-hidden="true" />}>
      {ALGS.ready}
    </Tag>
  ) : (
    <Tag tone="unsent" icon={<CircleAlert size={14} aria-hidden="true" />}>
      {readyText(alg)}
    </Tag>
  );
}

function readyText(alg: Alg): string {
  const lacks = modelLacks(modelFileOf(alg));
  return lacks.length === 0 ? ALGS.ready : ALGS.notReady(lacks.map((lack) => ALGS.lacks[lack]));
}
