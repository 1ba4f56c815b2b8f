import { isIPv6 } from "node:net";

/**
 * The key by which rate limits count an address. One household or phone has a whole /64 of IPv6 addresses, so these
 * count as one. An IPv4 address that is written as an IPv6 one counts as the IPv4 address.
 */
export function addressKey(address: string | undefined): string {
  const plain = (address ?? "").replace(/%.*$/, "").toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(plain)) return plain || "unknown";
  const [head = [], tail = []] = plain.split("::").map((part) => (part === "" ? [] : part.split(":")));
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill("0");
  return `${[...head, ...zeros, ...tail]
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
