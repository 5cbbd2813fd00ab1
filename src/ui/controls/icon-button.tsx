import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { classNames } from "../class-names.ts";
import styles from "./icon-button.module.css";

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** The accessible name and the tooltip. */
  label: string;
  icon: ReactNode;
  /** For a toggle. */
  pressed?: boolean;
  /** Instead of `disabled`, where the focus must stay on a button that can no longer be pressed. */
  "aria-disabled"?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({
  label,
  icon,
  pressed,
  className,
  type = "button",
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <button
      title={label}
      {...rest}
      onClick={rest["aria-disabled"] ? undefined : onClick}
      type={type}
      aria-label={label}
      aria-pressed={pressed}
      className={classNames(styles.button, pressed && styles.pressed, className)}
    >
      {icon}
    </button>
  );
}
