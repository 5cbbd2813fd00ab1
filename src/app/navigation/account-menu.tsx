import Download from "lucide-react/icons/download";
import Keyboard from "lucide-react/icons/keyboard";
import LogOut from "lucide-react/icons/log-out";
import UserIcon from "lucide-react/icons/user";
import { useStore } from "zustand";
import { maySeeTab } from "../../domain/account/role.ts";
import { ThemeItems } from "../../features/settings-look/theme-items.tsx";
import { INSTALL } from "../../messages/shell/install.ts";
import { SHELL } from "../../messages/shell/shell.ts";
import { Avatar } from "../../parts/account/avatar.tsx";
import type { User } from "../../protocol/shapes.ts";
import { installStore } from "../../state/install-store.ts";
import { Menu, MenuItem } from "../../ui/controls/menu.tsx";
import styles from "./account-menu.module.css";

interface AccountMenuProps {
  user: User;
  onAccount(): void;
  onKeys(): void;
  onInstall(): void;
  onLogout(): void;
}

export function AccountMenu({ user, onAccount, onKeys, onInstall, onLogout }: AccountMenuProps) {
  const canInstall = useStore(installStore, (state) => state.way !== "none");
  return (
    <Menu
      label={SHELL.accountMenu}
      triggerClassName={styles.trigger}
      trigger={<Avatar user={user} className={styles.avatar} />}
    >
      <div className={styles.who}>
        <strong>{[user.firstName, user.lastName].join(" ").trim() || user.username}</strong>
        <span>
          {SHELL.roleName(user.role)} · {user.email}
        </span>
      </div>
      {maySeeTab(user.role, "account") && (
        <MenuItem icon={<UserIcon size={18} aria-hidden="true" />} onSelect={onAccount}>
          {SHELL.myAccount}
        </MenuItem>
      )}
      <MenuItem icon={<Keyboard size={18} aria-hidden="true" />} onSelect={onKeys}>
        {SHELL.keyboard}
      </MenuItem>
      {canInstall && (
        <MenuItem icon={<Download size={18} aria-hidden="true" />} onSelect={onInstall}>
          {INSTALL.menu}
        </MenuItem>
      )}
      <ThemeItems />
      <MenuItem icon={<LogOut size={18} aria-hidden="true" />} onSelect={onLogout}>
        {SHELL.logout}
      </MenuItem>
    </Menu>
  );
}
