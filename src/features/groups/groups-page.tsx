import LayoutGrid from "lucide-react/icons/layout-grid";
import Plus from "lucide-react/icons/plus";
import { useMemo } from "react";
import { useDeviceNeeds } from "../../client/device-needs.ts";
import { useDevicesView } from "../../client/devices-view.ts";
import { type FleetGroup, useFleet } from "../../client/fleet-view.ts";
import { useAddressPart } from "../../client/use-address-part.ts";
import { useFirstCopy } from "../../client/use-first-copy.ts";
import { needsLook } from "../../domain/device/device-trouble.ts";
import { DEVICE_CARD } from "../../messages/fleet/device-card.ts";
import { GROUPS } from "../../messages/fleet/groups.ts";
import { NotYetWords } from "../../parts/not-yet-words.tsx";
import { useOnlineOnly } from "../../parts/use-online-only.tsx";
import { RecordTable } from "../../ui/data-table/record-table.tsx";
import { createMemorySource } from "../../ui/data-table/table-source.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { LoadingNotice } from "../../ui/feedback/loading-notice.tsx";
import { Page } from "../../ui/layout/page.tsx";
import { PageAction } from "../../ui/layout/page-action.tsx";
import { useNow } from "../../ui/use-now.ts";
import { GroupName, groupColumns } from "./group-columns.tsx";
import { GroupDialogs, NEW_GROUP } from "./group-dialogs.tsx";
import { GroupPhoneCard } from "./group-phone-card.tsx";

/** Groups are read from the mirror, and changed on the server. */
export function GroupsPage() {
  const fleet = useFleet();
  const copy = useFirstCopy();
  const writes = useOnlineOnly(GROUPS.changing);
  const { show: openGroup } = useAddressPart("group");
  const columns = useMemo(() => groupColumns((id) => openGroup(id)), [openGroup]);
  const groups = fleet?.groups;
  const source = useMemo(() => createMemorySource(groups ?? [], { columns }), [groups, columns]);
  const nowMs = useNow(60_000);
  const devices = useDevicesView()?.devices;
  const needOf = useDeviceNeeds();
  const needing = useMemo(
    () =>
      new Set(
        devices
          ?.map(needOf)
          .filter(needsLook)
          .map(({ id }) => id),
      ),
    [devices, needOf],
  );

  const make = (
    <PageAction
      label={GROUPS.make}
      icon={<Plus size={16} aria-hidden="true" />}
      {...writes.button}
      onClick={() => openGroup(NEW_GROUP)}
    />
  );
  const arrived = copy === "here";
  const body =
    groups === undefined || (groups.length === 0 && copy === "awaited") ? (
      <LoadingNotice />
    ) : groups.length > 0 ? (
      <RecordTable
        table="groups"
        caption={GROUPS.caption}
        columns={columns}
        source={source}
        rowId={groupId}
        nowMs={nowMs}
        phone={{
          look: "cards",
          restOrder: DEVICE_CARD.byName,
          card: (group, shows) => (
            <GroupPhoneCard
              {...{ group, shows }}
              needing={needing}
              name={<GroupName {...group} onOpen={openGroup} />}
            />
          ),
        }}
      />
    ) : (
      <EmptyState
        icon={<LayoutGrid size={26} aria-hidden="true" />}
        title={arrived ? GROUPS.empty : GROUPS.notYet}
        action={arrived && make}
      >
        {arrived ? GROUPS.emptyWords : <NotYetWords />}
      </EmptyState>
    );
  return (
    <Page
      fills
      title={GROUPS.title}
      remark={groups && groups.length > 0 && GROUPS.count(groups.length)}
      actions={groups && groups.length > 0 && make}
      notice={writes.reason}
    >
      {body}
      {fleet && <GroupDialogs fleet={fleet} writes={writes} />}
    </Page>
  );
}

const groupId = ({ id }: FleetGroup): string => id;
