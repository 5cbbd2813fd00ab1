import Clock from "lucide-react/icons/clock";
import type { ReactNode } from "react";
import type { InsightStatus } from "../../../domain/insight/insight.ts";
import { insightsMessages } from "../../../messages/insights/insights.ts";
import { actionIcon } from "../../../parts/action-icon.tsx";
import { Tag } from "../../../ui/controls/chip.tsx";
import styles from "./status-tag.module.css";

interface StatusTagProps {
  /** Null in a collection whose members differ. */
  status: InsightStatus | null;
  /** Not yet confirmed by the server. */
  unsent: boolean;
}

/**
 * A status with its icon. An unsent one has another colour, and in place of its own icon the clock of all that waits:
 * nothing may look done before the server has it.
 */
export function StatusTag({ status, unsent }: StatusTagProps) {
  const words = status === null ? insightsMessages.mixedStatus : insightsMessages.statusNames[status];
  if (!unsent && (status === null || status === "none")) {
    return <span className={styles.quiet}>{words}</span>;
  }
  return (
    <Tag tone={unsent ? "unsent" : status === "archive" ? "neutral" : "ok"} icon={iconOf(status, unsent)}>
      {words}
      {unsent && <span className="visually-hidden">, {insightsMessages.unsentTag}</span>}
    </Tag>
  );
}

function iconOf(status: InsightStatus | null, unsent: boolean): ReactNode {
  if (unsent) return <Clock size={14} aria-hidden="true" />;
  return status === null ? undefined : actionIcon(status, 14);
}
