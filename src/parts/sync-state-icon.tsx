import { LockKeyhole, RefreshCw, TriangleAlert, Wifi, WifiOff } from "lucide-react";
import type { SyncStatus } from "../sync/sync-status.ts";
import styles from "./sync-state-icon.module.css";

interface StateIconProps {
  status: SyncStatus;
  problem?: boolean;
  size?: number;
}

/** Decorative: a word always stands beside it. */
export function StateIcon({ status, problem = false, size = 18 }: StateIconProps) {
  if (problem) return <TriangleAlert size={size} aria-hidden="true" />;
  if (status.phase === "signedOut") return <LockKeyhole size={size} aria-hidden="true" />;
  if (status.phase === "offline") return <WifiOff size={size} aria-hidden="true" />;
  if (status.phase === "online" && status.failed) return <TriangleAlert size={size} aria-hidden="true" />;
  if (status.phase === "unknown" || status.pulling) {
    return <RefreshCw size={size} className={styles.turning} aria-hidden="true" />;
  }
  return <Wifi size={size} aria-hidden="true" />;
}
