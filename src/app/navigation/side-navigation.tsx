import PanelLeft from "lucide-react/icons/panel-left";
import X from "lucide-react/icons/x";
import { useEffect, useRef } from "react";
import { PRODUCT_NAME, SHELL } from "../../messages/shell/shell.ts";
import { classNames } from "../../ui/class-names.ts";
import { IconButton } from "../../ui/controls/icon-button.tsx";
import { Brand } from "../../ui/layout/brand.tsx";
import { openModal } from "../../ui/layout/open-modals.ts";
import scroll from "../../ui/layout/scroll-shade.module.css";
import { NavigationLinks } from "./navigation-links.tsx";
import styles from "./side-navigation.module.css";

type Links = Omit<Parameters<typeof NavigationLinks>[0], "narrow" | "onNavigate">;

/** At the left of a desk's screen: 240 px, or a rail of icons. */
export function SideNavigation({
  expanded,
  onToggle,
  ...links
}: Links & { expanded: boolean; onToggle(): void }) {
  return (
    <section className={styles.side} data-expanded={expanded} id="side-navigation" aria-label={PRODUCT_NAME}>
      <div className={styles.head}>
        {expanded && <Brand size={28} />}
        <IconButton
          label={expanded ? SHELL.collapseNavigation : SHELL.expandNavigation}
          icon={<PanelLeft size={20} />}
          aria-expanded={expanded}
          aria-controls="side-navigation"
          onClick={onToggle}
        />
      </div>
      <div className={classNames(styles.scroll, scroll.shade)}>
        <NavigationLinks {...links} narrow={!expanded} />
      </div>
    </section>
  );
}

/** Over the content of a phone's screen. */
export function NavigationDrawer({ open, onClose, ...links }: Links & { open: boolean; onClose(): void }) {
  return open ? <OpenDrawer onClose={onClose} {...links} /> : null;
}

function OpenDrawer({ onClose, ...links }: Links & { onClose(): void }) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => openModal(ref.current), []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the press outside is an extra; Escape does the same by key
    <dialog
      ref={ref}
      className={styles.drawer}
      aria-label={SHELL.navigation}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
    >
      <div className={styles.drawerFrame}>
        <div className={styles.head}>
          <Brand size={28} />
          <IconButton label={SHELL.closeNavigation} icon={<X size={20} />} onClick={onClose} />
        </div>
        <div className={classNames(styles.scroll, scroll.shade)}>
          <NavigationLinks {...links} onNavigate={onClose} />
        </div>
      </div>
    </dialog>
  );
}
