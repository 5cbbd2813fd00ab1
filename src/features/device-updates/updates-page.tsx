import Download from "lucide-react/icons/download";
import Plus from "lucide-react/icons/plus";
import { useMemo, useState } from "react";
import { useFleet } from "../../client/fleet-view.ts";
import { useAddressPart } from "../../client/use-address-part.ts";
import { useServerList } from "../../client/use-server-list.ts";
import type { Role } from "../../domain/account/role.ts";
import { DEVICE_CARD } from "../../messages/fleet/device-card.ts";
import { DEVICE_UPDATES } from "../../messages/fleet/device-updates.ts";
import { ServerListStates } from "../../parts/server-list-states.tsx";
import { useOnlineOnly } from "../../parts/use-online-only.tsx";
import { systemClock } from "../../platform/system-clock.ts";
import { RecordTable } from "../../ui/data-table/record-table.tsx";
import { createMemorySource } from "../../ui/data-table/table-source.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { Page } from "../../ui/layout/page.tsx";
import { PageAction } from "../../ui/layout/page-action.tsx";
import { useNow } from "../../ui/use-now.ts";
import { EMPTY_DRAFT } from "./new-update.ts";
import { NewUpdateDialog } from "./new-update-dialog.tsx";
import { isRelease, isUpdate, RELEASES_PATH, UPDATES_PATH } from "./update-calls.ts";
import { updateColumns } from "./update-columns.tsx";
import { UpdatePanel } from "./update-panel.tsx";
import { UpdatePhoneCard } from "./update-phone-card.tsx";
import { type UpdateRow, updateRows } from "./update-row.ts";

/** Stands in the address instead of an id; ids are numbers. */
const NEW_UPDATE = "new";
const NO_ROWS: readonly never[] = [];

/** This person's updates, read from the server, which alone knows their state. */
export function UpdatesPage({ role }: { role: Role }) {
  const fleet = useFleet();
  const writes = useOnlineOnly(DEVICE_UPDATES.changing);
  const { open, show, close } = useAddressPart("update");
  // Read again when the feed brings a report of a device.
  const reports = useMemo(
    () => fleet?.devices.map(({ id, updateStatus }) => `${id} ${updateStatus}`).join(),
    [fleet],
  );
  const updates = useServerList({
    path: fleet === undefined ? null : UPDATES_PATH,
    row: isUpdate,
    because: reports,
  });
  const releases = useServerList({ path: RELEASES_PATH, row: isRelease });
  // Kept while a conflicting update is open.
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  // Only for leaving out the present year, so it need not follow the clock.
  const [openedMs] = useState(() => systemClock.now());
  const columns = useMemo(() => updateColumns((id) => show(id), openedMs), [show, openedMs]);
  const read = updates.list.kind === "loaded" ? updates.list.rows : NO_ROWS;
  const known = releases.list.kind === "loaded" ? releases.list.rows : NO_ROWS;
  const rows = useMemo(() => (fleet ? updateRows(read, fleet, known) : NO_ROWS), [read, fleet, known]);
  const source = useMemo(() => createMemorySource<UpdateRow>(rows, { columns }), [rows, columns]);
  const nowMs = useNow(60_000);
  const make = (
    <PageAction
      label={DEVICE_UPDATES.make}
      icon={<Plus size={16} aria-hidden="true" />}
      {...writes.button}
      onClick={() => show(NEW_UPDATE)}
    />
  );
  return (
    <Page
      fills
      title={DEVICE_UPDATES.title}
      remark={rows.length > 0 && DEVICE_UPDATES.count(rows.length)}
      actions={make}
      notice={writes.reason}
    >
      <ServerListStates list={updates.list} what={DEVICE_UPDATES.list} onRetry={updates.reload}>
        {() =>
          rows.length === 0 ? (
            <EmptyState icon={<Download size={26} aria-hidden="true" />} title={DEVICE_UPDATES.empty}>
              {DEVICE_UPDATES.emptyWords}
            </EmptyState>
          ) : (
            <RecordTable
              table="updates"
              caption={DEVICE_UPDATES.caption}
              columns={columns}
              source={source}
              rowId={updateId}
              nowMs={nowMs}
              phone={{
                look: "cards",
                restOrder: DEVICE_CARD.newestFirst,
                card: (row, shows) => <UpdatePhoneCard {...{ row, nowMs, shows }} onOpen={show} />,
              }}
            />
          )
        }
      </ServerListStates>
      {open === NEW_UPDATE && fleet && (
        <NewUpdateDialog
          role={role}
          fleet={fleet}
          releases={releases.list}
          onReleases={releases.reload}
          own={updates.list.kind === "loading" ? null : rows}
          draft={draft}
          onDraft={setDraft}
          writes={writes}
          onClose={close}
          onOpen={(id) => show(id)}
          onDone={updates.reload}
        />
      )}
      {open !== null && open !== NEW_UPDATE && updates.list.kind !== "offline" && (
        <UpdatePanel
          key={open}
          row={rows.find(({ deviceUpdateId }) => deviceUpdateId === open) ?? null}
          loading={updates.list.kind === "loading"}
          writes={writes}
          onClose={close}
          onDone={updates.reload}
        />
      )}
    </Page>
  );
}

const updateId = ({ deviceUpdateId }: UpdateRow): string => deviceUpdateId;
