/*
 * What the service worker, the pages and the server know of each other. No part of a browser is named here that a
 * worker lacks, and none that a page lacks.
 */

/** The address of the worker; at the top, so that it serves the whole site. */
export const WORKER = "/sw.js";

/** The page that is shown in the place of one that was never seen. */
export const OFFLINE_PAGE = "/offline";

/** On every page: for whom it was made. "visitor", or a word that stands for one session. */
export const VIEWER = "X-Viewer";
export const VISITOR = "visitor";

/** On a page that may be kept on the device: `KEEP`. */
export const OFFLINE = "X-Offline";
export const KEEP = "keep";

/** On an answer from the device: when the server gave it, in ISO 8601. */
export const SEEN_AT = "X-Seen-At";

/** On every answer of the server: which build of the shop it is of. */
export const BUILD = "X-Build";

/** The page on which a stall hands over its day's orders, with or without a line. */
export const DAY_PAGE = /^\/merchant\/days\/\d{4}-\d\d-\d\d\/hand-over$/;

/**
 * Pages that may be kept: the shop, the cart, and a stall's page of `DAY_PAGE`. Nothing else that belongs to an account
 * alone, nothing with a word in its address that opens something.
 */
export const KEPT =
  /^\/(?:$|merchant\/days\/\d{4}-\d\d-\d\d\/hand-over$|(?:products|stalls)\/[0-9a-f]{24}$|products$|(?:wishlist|shopping_cart|about|contact|faqs|terms|privacy)$)/;

/**
 * A request header of the pages' scripts: a redirect is answered with status 204 and `LEADS_TO`. Nothing from the
 * device is shown in the place of its answer.
 */
export const IN_PLACE_REQUEST = "X-In-Place";

/** On what the worker asks for by itself: nobody reads that answer now, so it is not the one to bring a message. */
export const FOR_DEVICE = "X-For-Device";

/** The id of the element that says that a page is from the device. */
export const SEEN_AT_ID = "seen-at";

/** The id of the offline page's list of pages that can be opened. */
export const PAGES_ID = "pages-on-device";

/** The names of all caches begin so; what comes before a number changes when what lies in them does. */
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
  /** When it begins: what it has loaded without it. */
  loaded?: string[];
  /** A form has had its answer, of which the worker hears nothing: it saw the form on its way alone. */
  answered?: true;
}
