/** Files that pages show, each of which is one look-up and a stream, and what watches over the server. */
const UNLIMITED = /^\/(media\/[0-9a-f]{24}(\/[\w.-]{1,40})?|healthz|readyz)$/;

/**
 * Whether the rate limit on reading leaves a path out. Anything that is rendered is counted, also the page that says that
 * nothing is there.
 */
export function isUnlimited(path: string): boolean {
  return UNLIMITED.test(path);
}
