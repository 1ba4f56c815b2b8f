import { BlockList, isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { parseUrl } from "~/platform/parse-url";

/*
 * Decides which addresses typed by strangers this marketplace may send to. It names what is allowed, not what is
 * forbidden, so that a range invented tomorrow is closed today.
 */

/** Ordinary addresses of the IPv6 internet. All others are refused, including old ways to write an IPv4 address. */
const GLOBAL_V6 = new BlockList();
GLOBAL_V6.addSubnet("2000::", 3, "ipv6");

/** Ordinary by its number, but only ever answered by the machine's own host: Azure's metadata and DHCP. */
const OF_THE_HOST = new Set(["168.63.129.16"]);

/**
 * Whether an IP address is an ordinary one of the internet: no loopback, private, link-local, shared or reserved one.
 */
export function isPublicAddress(address: string): boolean {
  // Strict about the form as well: the library also reads 0x7f.1, which nothing here ever writes.
  const family = isIP(address);
  if (family === 0 || OF_THE_HOST.has(address) || !ipaddr.isValid(address)) return false;
  if (ipaddr.parse(address).range() !== "unicast") return false;
  return family === 4 || GLOBAL_V6.check(address, "ipv6");
}

/** Whether an IP address is this machine's own, where tests and development have their receivers. */
export function isLoopback(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.isValid(address) && ipaddr.parse(address).range() === "loopback";
}

/** Ports of https servers. A server on another port could take a request's content for its own protocol. */
const PORTS = new Set(["", "443", "8443"]);
const LOCAL_NAME = /^(localhost|.+\.localhost)$/;

/** The name or number of an address's host; for IPv6 without the brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "");
}

/** Whether an address names the machine itself, by name or number. */
export function isLocalUrl(url: URL): boolean {
  return LOCAL_NAME.test(hostOf(url)) || isLoopback(hostOf(url));
}

/**
 * An address in the one form that is judged, stored and sent to: its host in small ASCII letters, IPv4 in four numbers,
 * no default port, no dot at the end of the host. Null for what is no address.
 */
export function normalizedUrl(address: string): URL | null {
  const url = parseUrl(address);
  if (!url) return null;
  const host = url.hostname.replace(/\.+$/, "");
  // Some schemes have no host. Dots alone are no host.
  if (host === "") return url.hostname === "" ? url : null;
  if (host !== url.hostname) url.hostname = host;
  return url;
}

/**
 * Says what is wrong with an address for requests, as far as that is known without resolving its name; null if nothing
 * is. `allowLocal` accepts http and any port of the machine itself.
 */
export function problemOfUrl(address: string, { allowLocal }: { allowLocal: boolean }): string | null {
  const url = normalizedUrl(address);
  if (!url) return "That is no address: it begins with https://.";
  if (url.username || url.password) return "The address must not hold a name or a password.";
  if (url.hash) return "The address must not have a # in it.";
  if (allowLocal && isLocalUrl(url) && /^https?:$/.test(url.protocol)) return null;
  if (url.protocol !== "https:") return "The address must begin with https://.";
  if (!PORTS.has(url.port)) return "The port must be 443 or 8443.";
  const host = hostOf(url);
  if (isIP(host) ? !isPublicAddress(host) : !host.includes(".") || LOCAL_NAME.test(host))
    return "The address must be one of the public internet.";
  return null;
}
