/*
 * Names that the service worker, the pages and the server share. Nothing here uses a part of a browser that a worker
 * lacks, or one that a page lacks.
 */

/** The address of the worker. It is at the root, so that the worker serves the whole site. */
export const WORKER = "/sw.js";

/** The page that is shown in place of one that the device does not have. */
export const OFFLINE_PAGE = "/offline";

/** On every page: for whom it was made. "visitor", or a word that identifies one session. */
export const VIEWER = "X-Viewer";
export const VISITOR = "visitor";

/** On a page that may be kept on the device: `KEEP`. */
export const OFFLINE = "X-Offline";
export const KEEP = "keep";

/** On an answer from the device: when the server gave it, in ISO 8601. */
export const SEEN_AT = "X-Seen-At";

/** On every answer of the server: which build of the shop it is of. */
export const BUILD = "X-Build";

/** The page on which a stall hands over its day's orders, with or without a connection. */
export const DAY_PAGE = /^\/merchant\/days\/\d{4}-\d\d-\d\d\/hand-over$/;

/**
 * Pages that may be kept: the shop, the cart, and a stall's page of `DAY_PAGE`. No other page that belongs to an
 * account alone, and none with a secret word in its address.
 */
export const KEPT =
  /^\/(?:$|merchant\/days\/\d{4}-\d\d-\d\d\/hand-over$|(?:products|stalls)\/[0-9a-f]{24}$|products$|(?:wishlist|shopping_cart|about|contact|faqs|terms|privacy)$)/;

/**
 * A request header of the pages' scripts: a redirect is answered with status 204 and `LEADS_TO`. The device never
 * answers such a request from its copies.
 */
export const IN_PLACE_REQUEST = "X-In-Place";

/** On requests that the worker makes by itself. Nobody reads the answer now, so it must not use up a notice. */
export const FOR_DEVICE = "X-For-Device";

/** The id of the element that says that a page is from the device. */
export const SEEN_AT_ID = "seen-at";

/** The id of the offline page's list of pages that can be opened. */
export const PAGES_ID = "pages-on-device";

/** Names of the caches, or their beginnings. The number is raised when the form of their content changes. */
export const CACHES = {
  pages: "fieldstall-pages-1",
  days: "fieldstall-days-1",
  pictures: "fieldstall-pictures-1",
  assets: "fieldstall-assets-1",
  viewer: "fieldstall-viewer-1",
  offlinePage: "fieldstall-offline-",
} as const;

/** A page's message to the worker. */
export interface Told {
  /** Sent when the page begins: the addresses that it has loaded without the worker. */
  loaded?: string[];
  /** A form has been answered. The worker sees only the form's request, not the answer. */
  answered?: true;
}
