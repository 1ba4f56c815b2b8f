import { COOKIES_ASKED } from "~/session/areas";
import { withQuery } from "~/ui/link/with-query";

/**
 * The parameters that each public page reads. All others, such as one that says where a reader came from, are removed
 * before a page for everybody is rendered. Otherwise each link to the page would have a cached page of its own. A page
 * that begins to read another parameter must list it here, because it does not see others for visitors without cookies.
 */
const READ: [RegExp, string[]][] = (
  [
    [/^\/$/, ["categories"]],
    [
      /^\/products$/,
      [
        "q",
        "categoryId",
        "stall",
        "minPrice",
        "maxPrice",
        "rating",
        "inStock",
        "onSale",
        "labels",
        "without",
        "origin",
        "reach",
        "sort",
        "page",
        "from",
      ],
    ],
    [/^\/products\/[0-9a-f]{24}$/, ["picture", "quantity", "size"]],
    [/^\/products\/[0-9a-f]{24}\/reviews$/, ["sort", "stars", "page"]],
    [/^\/products\/[0-9a-f]{24}\/questions$/, ["page"]],
    [/^\/(about|faqs|terms|privacy|developers)$/, []],
    [/^\/developers\/[a-z-]+$/, []],
    [/^\/stalls\/[0-9a-f]{24}$/, ["page", "from"]],
  ] as [RegExp, string[]][]
).map(([pages, parameters]) => [pages, [...parameters, COOKIES_ASKED]]);

/** Whether an address belongs to a page that is the same for every visitor without cookies. */
export function isPublicAddress(address: string): boolean {
  const [path = ""] = address.split("?", 1);
  return READ.some(([pages]) => pages.test(path));
}

/** A public page's address without the parameters that the page does not read; any other address as it is. */
export function canonicalAddress(address: string): string {
  const [path = "", query] = address.split(/\?(.*)/s);
  const parameters = READ.find(([pages]) => pages.test(path))?.[1];
  if (query === undefined || !parameters) return address;
  const readParameters = [...new URLSearchParams(query)].filter(([name]) => parameters.includes(name));
  // Gives the parameters a fixed order. Parameters of the same name keep their order.
  const search = new URLSearchParams(readParameters.sort(([a], [b]) => parameters.indexOf(a) - parameters.indexOf(b)));
  return withQuery(path, search);
}
