import { COOKIES_ASKED } from "~/session/areas";
import { withQuery } from "~/ui/link/with-query";

/**
 * What each public page reads of its address. Whatever else a link carries, such as where a reader came from, is
 * taken off before a page for everybody is rendered, so that it is one page and not as many as there are links to it.
 * A page that comes to read another word of its address must name it here: without cookies it would not see it.
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

/** Whether an address is that of a page which is the same for everybody but for what they carry. */
export function isPublicAddress(address: string): boolean {
  const [path = ""] = address.split("?", 1);
  return READ.some(([pages]) => pages.test(path));
}

/** The address of a public page without what the page does not read; any other address as it is. */
export function canonicalAddress(address: string): string {
  const [path = "", query] = address.split(/\?(.*)/s);
  const parameters = READ.find(([pages]) => pages.test(path))?.[1];
  if (query === undefined || !parameters) return address;
  const readParameters = [...new URLSearchParams(query)].filter(([name]) => parameters.includes(name));
  // In one order, whatever order they came in; of the same name the first stays the first.
  const search = new URLSearchParams(readParameters.sort(([a], [b]) => parameters.indexOf(a) - parameters.indexOf(b)));
  return withQuery(path, search);
}
