import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";
import styles from "./notice.module.css";

const ICONS = { info: Info, ok: CircleCheck, unsent: TriangleAlert, danger: CircleAlert };

/** A message in the flow of the page. Screen readers announce errors at once. */
export function Notice({
  tone,
  children,
  action,
}: {
  tone: keyof typeof ICONS;
  children: ReactNode;
  action?: ReactNode;
}) {
  const Icon = ICONS[tone];
  return (
    <div className={classNames(styles.notice, styles[tone])} role={tone === "danger" ? "alert" : "status"}>
      <Icon size={18} aria-hidden="true" />
      <div className={styles.words}>{children}</div>
      {action}
    </div>
  );
}
