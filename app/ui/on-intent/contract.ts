/*
 * What the page, as React renders it, and the small script that stands in for React until somebody needs it, know of
 * each other.
 */

/** Of the block that names the scripts of the page, not run yet. */
export const HELD_ID = "held-scripts";

/** What stands in it, as JSON; nothing where React never comes. Modules by their addresses. */
export interface Held {
  /** Remix's own. */
  settings: object;
  /** The module that begins. */
  entry: string;
  /** The module with the table of routes. */
  manifest: string;
  /** The modules of the page's routes, by the routes' ids. */
  routes: Record<string, string>;
}

/** Of the block that holds the page's data for React. */
export const DATA_ID = "page-data";

/** Told by the page on `window` once React has taken it over, and may be told again. */
export const HYDRATED = "hydrated";

/** On an element that is of use only with React: a page that holds one loads it by itself. */
export const NEEDS_SCRIPTS = "data-needs-scripts";

/** On a link that React follows in its own way: a press of it is held for React while the line is fast. */
export const IN_PLACE = "data-scripted";

/** The `handle` of a route whose page React never takes over. */
export const WITHOUT_REACT = "without-react";

/** On a page that stands in the place of another: goes there once there is a line. */
export const GOES_ON = "data-goes-on";

/** Costs the server nothing, and tells whether there is a line to it. */
export const ALIVE = "/healthz";

/** On a form that ends a visit: nothing that was typed stays in the browser. */
export const DROPS_DRAFTS = "data-drops-drafts";

/** What the small script's messages look like, so that they look like those of the page: a class of each part. */
export const LOOK = ["sign", "place", "message", "words", "choice", "button", "quiet", "loading", "spinner"] as const;

export type Look = Record<(typeof LOOK)[number], string>;
