import { Moon, SkipForward } from "lucide-react";
import { useStore } from "zustand";
import { viewerMessages } from "../../../messages/insights/viewer.ts";
import { photoViewStore, toggleBrightened } from "../../../state/photo-view-store.ts";
import { IconButton } from "../../../ui/controls/icon-button.tsx";

const { photoTools: words } = viewerMessages;

export function BrightenButton() {
  const { brightened } = useStore(photoViewStore);
  return (
    <IconButton
      label={words.brighten}
      title={words.brightenHint}
      aria-keyshortcuts="L"
      pressed={brightened}
      icon={<Moon size={20} aria-hidden="true" />}
      onClick={toggleBrightened}
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
