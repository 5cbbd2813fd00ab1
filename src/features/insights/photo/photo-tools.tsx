import Moon from "lucide-react/icons/moon";
import SkipForward from "lucide-react/icons/skip-forward";
import { useStore } from "zustand";
import { isBrightened, type PhotoLight } from "../../../domain/insight/brightened.ts";
import { viewerMessages } from "../../../messages/insights/viewer.ts";
import { photoViewStore, toggleBrightened } from "../../../state/photo-view-store.ts";
import { IconButton } from "../../../ui/controls/icon-button.tsx";

const { photoTools: words } = viewerMessages;

/** Pressed where the photo that is shown is brightened. */
export function BrightenButton({ light }: { light: PhotoLight }) {
  const { brightenedAt } = useStore(photoViewStore);
  return (
    <IconButton
      label={words.brighten}
      title={words.brightenHint}
      aria-keyshortcuts="L"
      pressed={isBrightened(brightenedAt, light)}
      icon={<Moon size={20} aria-hidden="true" />}
      onClick={() => toggleBrightened(light)}
    />
  );
}

export function SkipButton({ onToggle }: { onToggle(): void }) {
  const { skipsWithoutPhoto } = useStore(photoViewStore);
  return (
    <IconButton
      label={words.skip}
      aria-keyshortcuts="N"
      pressed={skipsWithoutPhoto}
      icon={<SkipForward size={20} aria-hidden="true" />}
      onClick={onToggle}
    />
  );
}
