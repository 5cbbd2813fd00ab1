import ChevronDown from "lucide-react/icons/chevron-down";
import X from "lucide-react/icons/x";
import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { classNames } from "../class-names.ts";
import styles from "./chip.module.css";

interface FilterChipProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  active?: boolean;
  icon?: ReactNode;
  /** An arrow where a press opens something, a cross where it clears. */
  end?: "arrow" | "cross" | "none";
  ref?: Ref<HTMLButtonElement>;
}

export function FilterChip({
  active = false,
  icon,
  end = "none",
  className,
  children,
  ...rest
}: FilterChipProps) {
  return (
    <button type="button" {...rest} className={classNames(styles.filter, active && styles.active, className)}>
      {icon}
      <span>{children}</span>
      {end === "arrow" && <ChevronDown size={16} aria-hidden="true" />}
      {end === "cross" && <X size={16} aria-hidden="true" />}
    </button>
  );
}

export type ChipTone = "neutral" | "unsent" | "danger" | "ok" | "primary";

/** Needs an icon where colour alone would carry the meaning. */
export function Tag({
  tone = "neutral",
  icon,
  children,
}: {
  tone?: ChipTone;
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <span className={classNames(styles.tag, styles[tone])}>
      {icon}
      {children}
    </span>
  );
}
