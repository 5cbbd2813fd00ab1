import { cellText } from "../../domain/table/table-cell.ts";
import { fullUtc, shortUtcSeconds } from "../../domain/time.ts";
import { INTERNAL } from "../../messages/internal/internal.ts";
import type { AuditEntry } from "../../protocol/calls/internal-calls.ts";
import type { TableColumn } from "../../ui/data-table/table-column.ts";

const { columns: words } = INTERNAL.log;

export function auditColumns(nowMs: number): readonly TableColumn<AuditEntry>[] {
  return [
    {
      id: "at",
      type: "date",
      label: words.at,
      value: ({ at }) => Date.parse(at),
      cell: ({ at }) => <AuditTime at={at} nowMs={nowMs} />,
      sortable: true,
      rowHeader: true,
      locked: true,
      roomPx: 150,
    },
    { id: "actor", type: "string", label: words.actor, value: actorName, sortable: true, roomPx: 120 },
    {
      id: "action",
      type: "string",
      label: words.action,
      value: ({ action }) => INTERNAL.actions[action],
      sortable: true,
      roomPx: 170,
    },
    { id: "target", type: "string", label: words.target, value: targetName, sortable: true, roomPx: 160 },
    { id: "changes", type: "list", label: words.changes, value: changeTexts, roomPx: 320 },
  ];
}

export function AuditTime({ at, nowMs }: { at: string; nowMs: number }) {
  const atMs = Date.parse(at);
  return (
    <time dateTime={cellText("date", atMs)} title={fullUtc(atMs)}>
      {shortUtcSeconds(atMs, nowMs)}
    </time>
  );
}

export function actorName({ actor, actorId }: Pick<AuditEntry, "actor" | "actorId">): string {
  return actorId === null ? INTERNAL.log.operator : actor;
}

/** The name of what was changed, with its id where that differs. */
export function targetName({ target, targetId }: AuditEntry): string {
  if (target === null || target === targetId) return targetId ?? "";
  return targetId === null ? target : `${target} (${targetId})`;
}

export function changeTexts({ changes }: AuditEntry): string[] {
  return changes.map(({ fact, before, after }) => INTERNAL.change(fact, before, after));
}
