/** The content of the code on a Sentinel. */
export interface ScannedCode {
  deviceId: string;
  /** Empty where the code has none. */
  claimCode: string;
}

const LONGEST_ID = 200;
/** The server takes no longer text as an id. */
const LONGEST_NAMED_ID = 1000;
/** `?device_id=…` or `&claim_code=…` of an address, not decoded. */
const PARAMETER = /[?&](device_id|claim_code)=([^&#]*)/g;

/**
 * Reads the text of a code: a Device ID alone, or an address with `device_id` and perhaps `claim_code` as parameters.
 * Null for anything else, as the code of a parcel or of a network.
 */
export function readScannedCode(text: string): ScannedCode | null {
  const trimmed = text.trim();
  if (!/^https?:/i.test(trimmed)) return isDeviceId(trimmed) ? { deviceId: trimmed, claimCode: "" } : null;
  const found = new Map<string, string>();
  for (const [, name = "", value = ""] of trimmed.matchAll(PARAMETER)) found.set(name, decoded(value));
  const deviceId = found.get("device_id") ?? "";
  // The address says that it is one: the signs in it need not.
  const isGiven = deviceId !== "" && deviceId.length <= LONGEST_NAMED_ID;
  return isGiven ? { deviceId, claimCode: found.get("claim_code") ?? "" } : null;
}

/**
 * One word of letters, digits and the signs that stand between them, or the bytes of a MAC address, so that `WIFI:S:…;`,
 * `tel:…` and vCards are none.
 */
function isDeviceId(text: string): boolean {
  const isWord = text.length <= LONGEST_ID && /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(text);
  return isWord || /^[\da-f]{2}(:[\da-f]{2}){5,7}$/i.test(text);
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll("+", " ")).trim();
  } catch {
    return "";
  }
}
