/** Addresses that open something to whoever has them: links that we mail. */
const SECRET = /^\/(pay|security\/email)\//i;

/**
 * Keeps such an address to those who have it: out of search engines, caches, and what other sites are told of where a
 * visitor came from.
 */
export function guardSecretAddress(address: string, headers: Headers): void {
  if (!SECRET.test(new URL(address).pathname)) return;
  headers.set("X-Robots-Tag", "noindex");
  headers.set("Cache-Control", "no-store");
  // Other sites learn nothing. Not "no-referrer": under it browsers send `Origin: null` with the page's own form,
  // which is then refused.
  headers.set("Referrer-Policy", "same-origin");
}
