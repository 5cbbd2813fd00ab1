import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from "react";
import { classNames } from "../class-names.ts";
import { Spinner } from "../feedback/spinner.tsx";
import styles from "./button.module.css";

/** At most one filled button ("primary" or "unsent") stands on a screen; "unsent" is Save's alone. */
export type ButtonVariant = "primary" | "unsent" | "outlined" | "plain" | "danger";

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant;
  icon?: ReactNode;
  /** Shows a spinner and ignores presses; the width and the focus stay. */
  busy?: boolean;
  fill?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({
  variant = "outlined",
  icon,
  busy = false,
  fill = false,
  className,
  children,
  disabled,
  type = "button",
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled}
      // A disabled button would lose the focus.
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? ignorePress : onClick}
      className={classNames(styles.button, styles[variant], fill && styles.fill, className)}
    >
      {busy ? <Spinner size={16} /> : icon}
      {children}
    </button>
  );
}

/** Also where the press would submit the button's form. */
const ignorePress = (event: MouseEvent) => event.preventDefault();
