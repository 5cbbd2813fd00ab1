import Check from "lucide-react/icons/check";
import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { classNames } from "../class-names.ts";
import styles from "./menu.module.css";
import { placeBeside, useKeptBeside } from "./place-beside.ts";

interface MenuProps {
  label: string;
  /** Hidden from screen readers. */
  trigger: ReactNode;
  triggerClassName?: string | undefined;
  align?: "start" | "end";
  /** `MenuItem`s, `MenuHeading`s and `MenuLine`s. */
  children: ReactNode;
}

/** A menu in the browser's top layer, with arrows, Home, End and Escape; a press outside closes it. */
export function Menu({ label, trigger, triggerClassName, align = "end", children }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  useKeptBeside(open, () => [list.current, button.current], align);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === "Tab") {
      list.current?.hidePopover();
      return;
    }
    const target = nextItem(list.current, event.key);
    if (target === null) return;
    event.preventDefault();
    target.focus();
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        title={label}
        aria-haspopup="menu"
        aria-expanded={open}
        popoverTarget={id}
        className={triggerClassName}
      >
        <span className="visually-hidden">{label}</span>
        <span aria-hidden="true" className={styles.trigger}>
          {trigger}
        </span>
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        tabIndex={-1}
        className={styles.menu}
        onKeyDown={onKeyDown}
        onClick={() => list.current?.hidePopover()}
        onToggle={(event) => {
          const opened = event.newState === "open";
          setOpen(opened);
          if (!opened || !button.current || !list.current) return;
          placeBeside(list.current, button.current, align);
          itemsOf(list.current)[0]?.focus({ preventScroll: true });
        }}
      >
        {children}
      </div>
    </>
  );
}

interface MenuItemProps extends Pick<ComponentProps<"button">, "disabled" | "title" | "aria-describedby"> {
  onSelect(): void;
  icon?: ReactNode;
  children: ReactNode;
  /** For one of several choices. */
  checked?: boolean;
  /** For a choice of its own. */
  switched?: boolean;
  tone?: "normal" | "danger";
}

export function MenuItem(props: MenuItemProps) {
  const { onSelect, icon, children, checked, switched, tone = "normal", ...button } = props;
  const role =
    checked !== undefined
      ? ({ role: "menuitemradio", "aria-checked": checked } as const)
      : switched !== undefined
        ? ({ role: "menuitemcheckbox", "aria-checked": switched } as const)
        : ({ role: "menuitem" } as const);
  return (
    <button
      {...button}
      {...role}
      type="button"
      tabIndex={-1}
      className={classNames(styles.item, tone === "danger" && styles.danger)}
      onClick={onSelect}
    >
      {icon && <span className={styles.icon}>{icon}</span>}
      <span className={styles.words}>{children}</span>
      {(checked || switched) && <Check size={16} aria-hidden="true" />}
    </button>
  );
}

export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a menu
    <div role="group" aria-label={label} className={styles.group}>
      <div className={styles.heading} aria-hidden="true">
        {label}
      </div>
      {children}
    </div>
  );
}

function itemsOf(list: HTMLElement | null): HTMLElement[] {
  return list ? [...list.querySelectorAll<HTMLElement>('[role^="menuitem"]:not(:disabled)')] : [];
}

function nextItem(list: HTMLElement | null, key: string): HTMLElement | null {
  const items = itemsOf(list);
  const active = document.activeElement;
  const at = active instanceof HTMLElement ? items.indexOf(active) : -1;
  if (key === "ArrowDown") return items[(at + 1) % items.length] ?? null;
  if (key === "ArrowUp") return items[(at - 1 + items.length) % items.length] ?? null;
  if (key === "Home") return items[0] ?? null;
  if (key === "End") return items.at(-1) ?? null;
  return null;
}
