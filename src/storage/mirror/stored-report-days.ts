import type { DeviceReportDays } from "../../protocol/fleet.ts";
import { storedAnswer } from "./stored-answer.ts";

/** The days on which Sentinels reported, as in the server's last answer; some ten bytes a run of days. */
export interface StoredReportDays {
  /** Epoch ms. */
  readAtMs: number;
  devices: readonly DeviceReportDays[];
}

export const storedReportDays = storedAnswer<StoredReportDays>("reportDays");
