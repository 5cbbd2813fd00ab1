import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import type { ReactNode } from "react";
import type { FleetGroup } from "../../client/fleet-view.ts";
import { cutList } from "../../domain/table/table-cell.ts";
import { DEVICE_CARD } from "../../messages/fleet/device-card.ts";
import { GROUPS } from "../../messages/fleet/groups.ts";
import { Tag } from "../../ui/controls/chip.tsx";
import { SubjectCard } from "../../ui/data-table/rows/subject-card.tsx";

interface GroupPhoneCardProps {
  group: FleetGroup;
  /** The button that opens it. */
  name: ReactNode;
  /** Ids of the Sentinels that need a look. */
  needing: ReadonlySet<string>;
  shows(columnId: string): boolean;
}

/** A group on a phone: how many Sentinels it has, which of them need a look, and what it is for. */
export function GroupPhoneCard({ group, name, needing, shows }: GroupPhoneCardProps) {
  const wrong = group.devices.filter(({ id }) => needing.has(id));
  return (
    <SubjectCard
      name={name}
      state={shows("devices") && GROUPS.groupWords(group.devices.length)}
      remark={shows("description") && group.description}
      troubles={
        wrong.length > 0 && (
          <>
            <Tag tone="danger" icon={<TriangleAlert size={14} aria-hidden="true" />}>
              {DEVICE_CARD.needLook(wrong.length)}
            </Tag>
            <span>{cutList(wrong.map((device) => device.name).join(", "))}</span>
          </>
        )
      }
    />
  );
}
