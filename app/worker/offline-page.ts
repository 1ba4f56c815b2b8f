import { CACHES, OFFLINE_PAGE, PAGES_ID, SEEN_AT, SEEN_AT_ID } from "~/ui/device/contract";
import { seenAt, TRY_AGAIN, whenOf } from "~/ui/device/seen-at";
import { assets, drawings } from "./files";
import { BUILD_ID } from "./scope";

const CACHE = CACHES.offlinePage + BUILD_ID;
const MOST_LISTED = 20;
/** Pages that people look for first. */
const FIRST = ["/shopping_cart", "/"];

/** Stores the offline page, as a visitor sees it, and the files that it is drawn with. */
export async function takeOfflinePage(event: ExtendableEvent): Promise<void> {
  const page = await fetch(OFFLINE_PAGE, { credentials: "omit", cache: "reload" });
  if (page.status !== 200) throw new Error(`The offline page answered ${page.status}.`);
  const html = await page.clone().text();
  const files = [...html.matchAll(/<(?:link [^>]*href|script [^>]*src|img [^>]*src)="(\/(?:assets|img)\/[^"]+)"/g)];
  await Promise.all(
    [...new Set(files.map(([, file = ""]) => file))].map((file) =>
      (file.startsWith("/img/") ? drawings : assets).handle({ event, request: new Request(file) }),
    ),
  );
  await (await caches.open(CACHE)).put(OFFLINE_PAGE, page);
}

/** The cache of earlier builds for the data of pages. */
const DATA_OF_PAGES = "fieldstall-data-1";

/** Deletes the offline pages of other builds, and the data of pages. */
export async function dropOldCaches(): Promise<void> {
  for (const name of await caches.keys())
    if (name === DATA_OF_PAGES || (name.startsWith(CACHES.offlinePage) && name !== CACHE)) await caches.delete(name);
}

/** The offline page, in place of a page that the device does not have: what is the matter, and what can be opened. */
export async function offlinePage(): Promise<Response> {
  const page = await (await caches.open(CACHE)).match(OFFLINE_PAGE, { ignoreVary: true });
  if (!page) return Response.error();
  return filledIn(page, PAGES_ID, await listOfPages(), 503);
}

/** A page from the device, with a sentence that says so. */
export function asSeen(page: Response): Promise<Response> {
  const savedTime = seenAt(page.headers.get(SEEN_AT));
  return filledIn(page, SEEN_AT_ID, savedTime && `${savedTime}<a href="">${TRY_AGAIN}</a>`, 200);
}

/** A document with its headers, such as its policy, and with `html` in the empty element with this id. */
async function filledIn(page: Response, id: string, html: string, status: number): Promise<Response> {
  const empty = new RegExp(`(<\\w+[^>]* id="${id}"[^>]*>)(?=</)`);
  const whole = (await page.text()).replace(empty, (tag) => tag + html);
  return new Response(whole, { status, headers: page.headers });
}

interface Listed {
  path: string;
  title: string;
  seen: Date;
}

async function listOfPages(): Promise<string> {
  const pages = (await Promise.all([CACHES.pages, CACHES.days].map(pagesOf))).flat();
  const rank = ({ path }: Listed) => (FIRST.includes(path) ? FIRST.indexOf(path) : FIRST.length);
  return pages
    .filter((page) => page !== null)
    .sort((a, b) => rank(a) - rank(b) || b.seen.getTime() - a.seen.getTime())
    .slice(0, MOST_LISTED)
    .map(
      // The title comes from the HTML of a page, so it is escaped already. The address is not.
      ({ path, title, seen }) =>
        `<li><a href="${attribute(path)}">${path === "/" ? "Home" : title}</a> <small>seen ${whenOf(seen)}</small></li>`,
    )
    .join("");
}

async function pagesOf(cacheName: string): Promise<(Listed | null)[]> {
  const cache = await caches.open(cacheName);
  return Promise.all(
    (await cache.keys()).map(async (request): Promise<Listed | null> => {
      const page = await cache.match(request, { ignoreVary: true });
      const title = /<title>([^<]*?)(?: – [^<]*)?<\/title>/.exec((await page?.text()) ?? "")?.[1];
      const { pathname, search } = new URL(request.url);
      return page && title ? { path: pathname + search, title, seen: new Date(page.headers.get(SEEN_AT) ?? 0) } : null;
    }),
  );
}

function attribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
