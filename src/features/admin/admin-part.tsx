import Inbox from "lucide-react/icons/inbox";
import type { ReactNode } from "react";
import { useMemo } from "react";
import type { ServerList } from "../../client/server-list.ts";
import { ADMIN } from "../../messages/admin/admin.ts";
import { ServerListStates } from "../../parts/server-list-states.tsx";
import { RecordTable } from "../../ui/data-table/record-table.tsx";
import type { TableColumn } from "../../ui/data-table/table-column.ts";
import { createMemorySource } from "../../ui/data-table/table-source.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";

export const ADMIN_PARTS = ["users", "devices", "algs", "releases"] as const;
export type AdminPart = (typeof ADMIN_PARTS)[number];

/** The key of each table's stored settings, and part of its file's name; `devices` is that of My Devices. */
const TABLES: Readonly<Record<AdminPart, string>> = {
  users: "users",
  devices: "admin_devices",
  algs: "algs",
  releases: "releases",
};

interface AdminTableProps<Row> {
  part: AdminPart;
  list: ServerList<Row>;
  columns: readonly TableColumn<Row>[];
  rowId(row: Row): string;
  card(row: Row, shows: (columnId: string) => boolean): ReactNode;
  onOpen?(rowId: string): void;
  onRetry(): void;
  /** False for a member, whose empty list says who can fill it. */
  may: boolean;
  nowMs: number;
}

/** One of the tables of Admin, or the state in its place. */
export function AdminTable<Row>(props: AdminTableProps<Row>) {
  const { part, list, may, onRetry } = props;
  return (
    <ServerListStates list={list} what={ADMIN.lists[part]} onRetry={onRetry}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState icon={<Inbox size={26} aria-hidden="true" />} title={ADMIN.empty[part]}>
            {may ? ADMIN.emptyWords[part] : ADMIN.emptyMember}
          </EmptyState>
        ) : (
          <LoadedTable {...props} rows={rows} />
        )
      }
    </ServerListStates>
  );
}

function LoadedTable<Row>(props: AdminTableProps<Row> & { rows: readonly Row[] }) {
  const { part, rows, columns, rowId, card, onOpen, nowMs } = props;
  const source = useMemo(() => createMemorySource(rows, { columns }), [rows, columns]);
  return (
    <RecordTable
      table={TABLES[part]}
      caption={ADMIN.captions[part]}
      columns={columns}
      source={source}
      rowId={rowId}
      {...(onOpen && { onOpen })}
      nowMs={nowMs}
      phone={{ look: "cards", restOrder: ADMIN.byName, card }}
    />
  );
}
