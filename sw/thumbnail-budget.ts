const PHONE_BYTES = 60_000_000;
const DESKTOP_BYTES = 300_000_000;
/** Pictures that can be fetched again may never crowd out work that cannot. */
const MAX_SHARE_OF_QUOTA = 0.2;

/** How many bytes of thumbnails this device keeps. */
export async function thumbnailBudgetBytes(device: {
  userAgent: string;
  storage?: { estimate(): Promise<{ quota?: number }> };
}): Promise<number> {
  const wanted = /Mobi|Android/i.test(device.userAgent) ? PHONE_BYTES : DESKTOP_BYTES;
  const estimate = await device.storage?.estimate().catch(() => undefined);
  const quota = estimate?.quota;
  return quota === undefined ? wanted : Math.min(wanted, quota * MAX_SHARE_OF_QUOTA);
}
