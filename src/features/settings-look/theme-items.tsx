import Contrast from "lucide-react/icons/contrast";
import Monitor from "lucide-react/icons/monitor";
import Moon from "lucide-react/icons/moon";
import Sun from "lucide-react/icons/sun";
import { useStore } from "zustand";
import { SHELL } from "../../messages/shell/shell.ts";
import { chooseTheme, THEME_CHOICES, type ThemeChoice, themeStore } from "../../state/theme-store.ts";
import { MenuGroup, MenuItem } from "../../ui/controls/menu.tsx";

const ICONS: Record<ThemeChoice, typeof Sun> = {
  system: Monitor,
  light: Sun,
  dark: Moon,
  outdoor: Contrast,
};

export function ThemeItems() {
  const chosen = useStore(themeStore, (state) => state.choice);
  return (
    <MenuGroup label={SHELL.theme}>
      {THEME_CHOICES.map((choice) => {
        const Icon = ICONS[choice];
        return (
          <MenuItem
            key={choice}
            icon={<Icon size={18} aria-hidden="true" />}
            checked={choice === chosen}
            onSelect={() => chooseTheme(choice)}
          >
            {SHELL.themes[choice]}
          </MenuItem>
        );
      })}
    </MenuGroup>
  );
}
