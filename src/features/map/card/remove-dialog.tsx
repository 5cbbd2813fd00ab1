import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import { useServices } from "../../../client/services.tsx";
import { useWrite } from "../../../client/use-write.ts";
import { MAP_POPUP } from "../../../messages/map/map.ts";
import { useOnlineOnly } from "../../../parts/use-online-only.tsx";
import { showToast } from "../../../state/toast-store.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Notice } from "../../../ui/feedback/notice.tsx";
import { Dialog } from "../../../ui/layout/dialog.tsx";
import { removeFromMap } from "./map-calls.ts";

interface RemoveDialogProps {
  deviceId: string;
  name: string;
  onClose(): void;
  onRemoved(): void;
}

/** Asks before a Sentinel loses its position. */
export function RemoveDialog({ deviceId, name, onClose, onRemoved }: RemoveDialogProps) {
  const { http } = useServices();
  const write = useWrite();
  const online = useOnlineOnly(MAP_POPUP.removeWhat);
  const run = async () => {
    const done = await write.run(() => removeFromMap(http, deviceId));
    if (done === null) return;
    showToast({ tone: "ok", message: MAP_POPUP.removed(name) });
    onRemoved();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={MAP_POPUP.askRemove}
      icon={<TriangleAlert size={20} aria-hidden="true" />}
      footer={
        <>
          <Button onClick={onClose}>{MAP_POPUP.cancel}</Button>
          <Button variant="danger" busy={write.busy} {...online.button} onClick={() => void run()}>
            {MAP_POPUP.delete}
          </Button>
        </>
      }
    >
      <p>{MAP_POPUP.removeWords(name)}</p>
      {write.problem !== null && <Notice tone="danger">{write.problem}</Notice>}
      {online.reason}
    </Dialog>
  );
}
