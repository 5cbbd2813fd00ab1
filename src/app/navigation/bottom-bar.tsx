import Menu from "lucide-react/icons/menu";
import { Link } from "wouter";
import type { Role, Tab } from "../../domain/account/role.ts";
import { NAVIGATION_LABELS, SHELL } from "../../messages/shell/shell.ts";
import { CountBadge } from "../../ui/feedback/badge.tsx";
import styles from "./bottom-bar.module.css";
import { bottomTabs, TAB_ICONS } from "./navigation-items.ts";
import { preloadsScreen } from "./screens.ts";

interface BottomBarProps {
  role: Role;
  current: Tab | null;
  newAlerts: number;
  hrefOf(tab: Tab): string;
  onMore(): void;
}

/** The screens of everyday work in reach of a thumb. */
export function BottomBar({ role, current, newAlerts, hrefOf, onMore }: BottomBarProps) {
  return (
    <nav className={styles.bar} data-floor aria-label={SHELL.bottomNavigation}>
      {bottomTabs(role).map((tab) => {
        const Icon = TAB_ICONS[tab];
        return (
          <Link
            key={tab}
            href={hrefOf(tab)}
            className={styles.item}
            aria-current={tab === current ? "page" : undefined}
            {...preloadsScreen(tab)}
          >
            <span className={styles.icon}>
              <Icon size={22} aria-hidden="true" />
              {tab === "alerts" && <CountBadge count={newAlerts} label={SHELL.newAlerts(newAlerts)} />}
            </span>
            {NAVIGATION_LABELS[tab]}
          </Link>
        );
      })}
      <button type="button" className={styles.item} onClick={onMore}>
        <span className={styles.icon}>
          <Menu size={22} aria-hidden="true" />
        </span>
        {SHELL.more}
      </button>
    </nav>
  );
}
