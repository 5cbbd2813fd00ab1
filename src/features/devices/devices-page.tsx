import Camera from "lucide-react/icons/camera";
import Plus from "lucide-react/icons/plus";
import { useMemo } from "react";
import { useDeviceNeeds } from "../../client/device-needs.ts";
import type { ShownDevice } from "../../client/devices-view.ts";
import { prefetchFirstDevices, useFirstDevices } from "../../client/first-devices.ts";
import { useAddressPart } from "../../client/use-address-part.ts";
import { useFirstCopy } from "../../client/use-first-copy.ts";
import type { Role } from "../../domain/account/role.ts";
import { TABLE_CARDS_PX } from "../../domain/breakpoints.ts";
import { batteryTier } from "../../domain/device/battery.ts";
import { byNeed } from "../../domain/device/device-trouble.ts";
import { MINUTE_MS } from "../../domain/time.ts";
import { DEVICE_CARD } from "../../messages/fleet/device-card.ts";
import { DEVICES } from "../../messages/fleet/devices.ts";
import { pageTitle } from "../../messages/shell/shell.ts";
import { NotYetWords } from "../../parts/not-yet-words.tsx";
import { useModelNames } from "../../parts/use-model-names.ts";
import { useOnlineOnly } from "../../parts/use-online-only.tsx";
import { RecordTable } from "../../ui/data-table/record-table.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { LoadingNotice } from "../../ui/feedback/loading-notice.tsx";
import { Page } from "../../ui/layout/page.tsx";
import { PageAction } from "../../ui/layout/page-action.tsx";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import { useNow } from "../../ui/use-now.ts";
import { AddDeviceDialog } from "./add-device-dialog.tsx";
import { deviceColumns, NameCell } from "./device-columns.tsx";
import { DeviceDialog } from "./device-dialog.tsx";
import { DevicePhoneCard } from "./device-phone-card.tsx";
import { useDeviceSource } from "./use-device-source.ts";

/** Stands in the address instead of an id. */
const ADDING = "add";

/** Reads what the screen shows first. */
export const prefetchDevices = prefetchFirstDevices;

/** My Devices: the mirror with the outbox as overlay; edits work offline. */
export function DevicesPage({ role }: { role: Role }) {
  const narrow = useMediaQuery(`(max-width: ${TABLE_CARDS_PX}px)`);
  const { view, first } = useFirstDevices(!narrow);
  const copy = useFirstCopy();
  const nowMs = useNow(MINUTE_MS);
  const online = useOnlineOnly(DEVICES.addWhat);
  const { open, show, close } = useAddressPart("device");
  const adding = useAddressPart("devices");
  const modelName = useModelNames();
  const columns = useMemo(() => deviceColumns({ nowMs, modelName, onOpen: show }), [nowMs, modelName, show]);
  const devices = view?.devices;
  const held = devices?.length ?? first?.held;
  const needOf = useDeviceNeeds();
  // A ranger with a phone goes to what is broken; a desk keeps the order of names.
  const ordered = useMemo(
    () => (narrow ? devices?.toSorted((a, b) => byNeed(needOf(a), needOf(b))) : devices),
    [devices, narrow, needOf],
  );
  const source = useDeviceSource(ordered, first, columns);
  const low = useMemo(() => devices?.filter(isLow).length ?? 0, [devices]);

  const arrived = copy === "here";
  const add = (
    <PageAction
      label={DEVICES.add}
      icon={<Plus size={16} aria-hidden="true" />}
      {...online.button}
      onClick={() => adding.show(ADDING)}
    />
  );
  const body =
    held === undefined || (held === 0 && copy === "awaited") ? (
      <LoadingNotice />
    ) : held === 0 ? (
      <EmptyState
        icon={<Camera size={26} aria-hidden="true" />}
        title={arrived ? DEVICES.none : DEVICES.notYet}
        action={arrived && add}
      >
        {arrived ? DEVICES.noneWords : <NotYetWords />}
      </EmptyState>
    ) : (
      <RecordTable
        table="devices"
        caption={pageTitle("devices")}
        columns={columns}
        source={source}
        rowId={deviceId}
        isUnsent={isWaiting}
        onOpen={show}
        nowMs={nowMs}
        phone={{
          look: "cards",
          restOrder: DEVICE_CARD.worstFirst,
          card: (device, shows) => (
            <DevicePhoneCard
              {...{ device, nowMs, shows }}
              need={needOf(device)}
              name={<NameCell device={device} onOpen={show} nameOnly />}
            />
          ),
        }}
      />
    );
  return (
    <Page
      fills
      title={pageTitle("devices")}
      remark={devices && devices.length > 0 && DEVICES.remark(devices.length, low)}
      actions={held !== undefined && held > 0 && add}
      notice={online.reason}
    >
      {body}
      {open !== null && view !== undefined && (
        <DeviceDialog key={open} deviceId={open} view={view} nowMs={nowMs} onClose={close} />
      )}
      {adding.open === ADDING && (
        <AddDeviceDialog staff={role === "staff"} online={online} onClose={adding.close} />
      )}
    </Page>
  );
}

const deviceId = ({ device_id }: ShownDevice): string => device_id;
const isWaiting = ({ waiting }: ShownDevice): boolean => waiting;
const isLow = ({ battery_voltage }: ShownDevice): boolean => batteryTier(battery_voltage) === "low";
