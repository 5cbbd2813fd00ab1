import { useMemo } from "react";
import { useAddressPart } from "../../../client/use-address-part.ts";
import { useServerList } from "../../../client/use-server-list.ts";
import { ADMIN } from "../../../messages/admin/admin.ts";
import { FLEET } from "../../../messages/fleet/fleet.ts";
import { placeText, timeMs } from "../../../parts/device-health.ts";
import { isDevice } from "../../../protocol/records/record-guards.ts";
import type { Device } from "../../../protocol/shapes.ts";
import { SubjectCard } from "../../../ui/data-table/rows/subject-card.tsx";
import { DEVICES_PATH } from "../admin-calls.ts";
import { AdminTable } from "../admin-part.tsx";
import { RowName, RowPanel } from "../row-panel.tsx";
import { useAlgNames } from "../use-alg-names.ts";
import { adminDeviceColumns, SeenTime } from "./device-columns.tsx";

const { devices: words } = ADMIN;

/** All devices of the server, to a member the own ones. */
export function DevicesTab({ may, nowMs }: { may: boolean; nowMs: number }) {
  const { list, reload } = useServerList({ path: DEVICES_PATH, row: isDevice });
  const { nameOf } = useAlgNames();
  const { open, show, close } = useAddressPart("device");
  const columns = useMemo(
    () => adminDeviceColumns({ nowMs, algName: nameOf, onOpen: show }),
    [nowMs, nameOf, show],
  );
  const opened = list.kind === "loaded" ? list.rows.find(({ device_id }) => device_id === open) : undefined;
  return (
    <>
      <AdminTable
        part="devices"
        list={list}
        columns={columns}
        rowId={deviceId}
        onOpen={show}
        card={(device, shows) => (
          <SubjectCard
            name={<RowName id={device.device_id} name={device.display_name} onOpen={show} />}
            remark={[shows("id") && device.device_id, shows("place") && (placeText(device) ?? ADMIN.noPlace)]
              .filter(Boolean)
              .join(" · ")}
            facts={[
              {
                label: words.seen,
                value: shows("seen") && <SeenTime atMs={timeMs(device.last_seen)} nowMs={nowMs} />,
              },
              { label: words.battery, value: shows("battery") && device.battery_voltage?.toFixed(2) },
              { label: words.software, value: shows("software") && device.software_version },
              {
                label: words.update,
                value:
                  shows("update") &&
                  device.device_update_status &&
                  FLEET.updateStatus(device.device_update_status),
              },
              { label: words.models, value: shows("models") && device.models.map(nameOf).join(", ") },
            ].filter(({ value }) => value)}
          />
        )}
        onRetry={reload}
        {...{ may, nowMs }}
      />
      {opened !== undefined && (
        <RowPanel title={opened.display_name} row={opened} columns={columns} onClose={close} />
      )}
    </>
  );
}

const deviceId = ({ device_id }: Device): string => device_id;
