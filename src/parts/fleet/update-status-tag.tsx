import Check from "lucide-react/icons/check";
import Clock from "lucide-react/icons/clock";
import Minus from "lucide-react/icons/minus";
import X from "lucide-react/icons/x";
import { type UpdateStatus, updateIcon } from "../../domain/device/device-update.ts";
import { FLEET } from "../../messages/fleet/fleet.ts";
import { Tag } from "../../ui/controls/chip.tsx";

const LOOKS = {
  passed: { tone: "ok", Icon: Check },
  failed: { tone: "danger", Icon: X },
  pending: { tone: "neutral", Icon: Clock },
  none: { tone: "neutral", Icon: Minus },
} as const;

/** Icon and word, so that colour does not carry the meaning alone. */
export function UpdateStatusTag({ status }: { status: UpdateStatus | null }) {
  const icon = updateIcon(status);
  const { tone, Icon } = LOOKS[icon];
  return (
    <Tag tone={tone} icon={<Icon size={14} aria-hidden="true" data-icon={icon} />}>
      {FLEET.updateStatus(status)}
    </Tag>
  );
}
