/** The first 96 bits of an IPv6 address that stands for one of IPv4. */
const MAPPED_IPV4 = "0,0,0,0,0,65535";

/**
 * The unit that is counted as one address: an IPv4 address, or the first 64 bits of an IPv6 one, which one household
 * has.
 */
export function addressKey(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (!plain.includes(":")) return plain;
  const [head = "", tail] = plain.split("%", 1).join("").split("::");
  const first = head === "" ? [] : head.split(":");
  const last = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const texts = [...first, ...Array.from({ length: zeros }, () => "0"), ...last];
  const groups = texts.map((group) => Number.parseInt(group, 16));
  const [high, low] = groups.slice(6);
  if (groups.slice(0, 6).join() === MAPPED_IPV4 && high !== undefined && low !== undefined)
    return [high >> 8, high & 255, low >> 8, low & 255].join(".");
  return groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":");
}
