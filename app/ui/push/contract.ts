/* The page of notices, app/browser/parts/push.ts and the service worker share these names. */

/** On the form that subscribes this browser: the market's public key. */
export const PUSH_KEY = "data-push-key";

/** On the entry of a browser that gets notices: the hash of its endpoint. */
export const PUSH_ENDPOINT = "data-push-endpoint";

/** The content of a notice, as the service worker gets it. */
export interface PushedNotice {
  title: string;
  body: string;
  /** The page of the shop that a press opens. */
  path: string;
  /** A notice takes the place of an older one with the same tag. */
  tag: string;
}
