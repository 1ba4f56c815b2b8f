/** Files that pages show, each of which is one look-up and a stream, and the addresses of monitoring. */
const UNLIMITED = /^\/(media\/[0-9a-f]{24}(\/[\w.-]{1,40})?|healthz|readyz)$/;

/**
 * Whether the rate limit on reading leaves a path out. Everything that is rendered counts, also the page for an address
 * that does not exist.
 */
export function isUnlimited(path: string): boolean {
  return UNLIMITED.test(path);
}
