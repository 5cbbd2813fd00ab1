import type { ReactNode } from "react";
import { Link } from "wouter";
import { classNames } from "../class-names.ts";
import styles from "./button.module.css";
import type { ButtonVariant } from "./button.tsx";

interface ButtonLinkProps {
  href: string;
  variant?: ButtonVariant;
  icon?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** A link to another screen that looks like a button. */
export function ButtonLink({ href, variant = "outlined", icon, className, children }: ButtonLinkProps) {
  return (
    <Link href={href} className={classNames(styles.button, styles[variant], className)}>
      {icon}
      {children}
    </Link>
  );
}
