import { QUOTAS, type QuotaName } from "../../domain/account/quota.ts";

const THINGS: Readonly<Record<QuotaName, readonly [one: string, many: string]>> = {
  maxDevices: ["Sentinel", "Sentinels"],
  maxGroups: ["group", "groups"],
  maxPhotoGb: ["GB of photos", "GB of photos"],
  maxUploads: ["unfinished photo", "unfinished photos"],
  maxSessions: ["session", "sessions"],
};

/** @param held as many as the account holds; more than `most` where the quota was lowered */
export function quotaReached(name: QuotaName, held: number, most: number): string {
  const [one, many] = THINGS[name];
  const count = `${held.toLocaleString("en")} ${held === 1 ? one : many}`;
  const { setting } = QUOTAS[name];
  if (held < most) {
    return `This account holds ${count}, and would hold more than the ${most.toLocaleString("en")} allowed here (${setting}).`;
  }
  return held === most
    ? `This account holds ${count}, the most allowed here (${setting}).`
    : `This account holds ${count}, more than the ${most.toLocaleString("en")} allowed here (${setting}).`;
}
