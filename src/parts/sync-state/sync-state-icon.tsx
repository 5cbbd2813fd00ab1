import ArrowUp from "lucide-react/icons/arrow-up";
import LockKeyhole from "lucide-react/icons/lock-keyhole";
import RefreshCw from "lucide-react/icons/refresh-cw";
import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import Wifi from "lucide-react/icons/wifi";
import WifiOff from "lucide-react/icons/wifi-off";
import type { SyncStatus } from "../../sync/sync-status.ts";
import type { WorkState } from "../unsent-work.ts";
import styles from "./sync-state-icon.module.css";

interface StateIconProps {
  status: SyncStatus;
  problem?: boolean;
  work?: WorkState | null;
  size?: number;
}

/** Decorative: a word always stands beside it. */
export function StateIcon({ status, problem = false, work = null, size = 18 }: StateIconProps) {
  if (problem) return <TriangleAlert size={size} aria-hidden="true" />;
  if (status.phase === "signedOut") return <LockKeyhole size={size} aria-hidden="true" />;
  if (status.phase === "offline") return <WifiOff size={size} aria-hidden="true" />;
  if (status.phase === "online" && status.failed) return <TriangleAlert size={size} aria-hidden="true" />;
  if (work === "sending") return <ArrowUp size={size} className={styles.rising} aria-hidden="true" />;
  if (status.phase === "unknown" || status.pulling) {
    return <RefreshCw size={size} className={styles.turning} aria-hidden="true" />;
  }
  return <Wifi size={size} aria-hidden="true" />;
}
