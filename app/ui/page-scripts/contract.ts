/* The pages as the server renders them, and the scripts of the browser, share these names. */

/** The id of the small script's element, which has the address of `app/browser/in-place.ts` in `data-in-place`. */
export const SCRIPTS_ID = "page-scripts";

/** On an element that needs `app/browser/in-place.ts`: a page that holds one loads that by itself. */
export const NEEDS_SCRIPTS = "data-needs-scripts";

/**
 * On a link, or a form that asks for a page: its page is shown within the page that is open, and the scroll position
 * stays. "replace": it also replaces the page in the history.
 */
export const IN_PLACE = "data-scripted";

/** On a form that is sent as soon as somebody chooses something in it. */
export const SENDS_CHOICES = "data-sends-choices";

/**
 * On a fieldset that the styles hide, or whose details they hide, while something else is chosen: its fields count only
 * while it is shown.
 */
export const FOLDS = "data-folds";

/** On a form whose fields can be used while it is being sent: another press of it is sent after that. */
export const STAYS_ENABLED = "data-stays-enabled";

export { IN_PLACE_REQUEST } from "~/ui/device/contract";

/** A request header: the account that the page of a form was made for, where the form does not say so itself. */
export const MADE_FOR = "X-Made-For";

/** In the address of a redirect: the server asks whether the browser keeps cookies. See session/areas. */
export const COOKIES_ASKED = "cookies";

/**
 * The response header that has the address of a redirect. With status 200 instead of 204 the browser is to post the
 * form there once more.
 */
export const LEADS_TO = "X-Location";

/** The response header of every page: `PAGE_FAILED` where the page shows an error in place of its content. */
export const PAGE = "X-Page";
export const PAGE_FAILED = "failed";

/** The event on `window` by which `app/browser/in-place.ts` hands over its functions, in `detail`. */
export const IN_PLACE_READY = "in-place";

/** Shows pages of the shop within the page that is open. */
export interface InPlace {
  /** Shows the answer to a form: the HTML of a whole page. */
  show(html: string, form: HTMLFormElement): void;
  /**
   * Shows the page that `request` answers for an address, with the focus on the part that the hash names. A page of
   * another address becomes a visit of its own in the history, unless it is to `replace` the one that is open. `by`
   * is the link or the form that led there; the fields of a form become those of the page. `beforeShown` is called
   * right before the open page changes or is left, so that a form can stay disabled until then.
   */
  open(
    address: string,
    request: (address: string) => Promise<Response | null>,
    options?: { replace?: boolean; by?: HTMLElement; beforeShown?: () => void },
  ): Promise<void>;
}

/** On a page that is shown in place of another: it goes there once there is a connection. */
export const GOES_ON = "data-goes-on";

/** An address that costs the server nothing, and tells whether there is a connection to it. */
export const ALIVE = "/healthz";

/** On a form that ends a visit: nothing that was typed stays in the browser. */
export const DROPS_DRAFTS = "data-drops-drafts";

/** The parts of the small script's messages. Each gets a class of the page, so that it looks like the page's own. */
export const LOOK = ["sign", "place", "message", "words", "choice", "button", "quiet", "loading", "spinner"] as const;

export type Look = Record<(typeof LOOK)[number], string>;
