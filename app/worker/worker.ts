import type { Strategy } from "workbox-strategies";
import { enable as preloadNavigations } from "workbox-navigation-preload";
import { CACHES, DAY_PAGE, FOR_DEVICE, IN_PLACE_REQUEST, KEPT, SEEN_AT, type Told } from "~/ui/device/contract";
import { assets, drawings, pictures } from "./files";
import { asSeen, dropOldCaches, offlinePage, takeOfflinePage } from "./offline-page";
import { expire } from "./bounds";
import { dayPages, documents, pagesInPlace, sawForm } from "./pages";
import { endSubscription } from "./push";
import { worker } from "./scope";
import { forgetAll } from "./viewer";

/*
 * The service worker: it opens pages without a connection if they were seen before. docs/decisions/018 says what is
 * kept for whom, and for how long. It answers only GET requests of this site; forms do not go through it. It also shows
 * notices that come while the shop is closed.
 */

worker.addEventListener("install", (event) => {
  // A new worker takes over at once: the stored pages belong to no build, and each page finds its own scripts.
  event.waitUntil(Promise.all([takeOfflinePage(event), worker.skipWaiting()]));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([dropOldCaches(), worker.clients.claim()]));
});

// A worker starts anew with each visit, so pages that are too old are deleted even if nobody opens them.
void expire(CACHES.days);

// A page that is asked for need not wait until the worker has woken up.
preloadNavigations();

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== worker.location.origin) return;
  if (request.method === "POST" && pathname === "/logout")
    event.waitUntil(Promise.all([forgetAll(), endSubscription()]));
  if (request.method !== "GET") return sawForm();
  if (request.headers.has("Range")) return;
  const files = filesAt(pathname);
  if (request.mode === "navigate") {
    if (isPage(pathname)) event.respondWith(openDocument(event));
  } else if (files) {
    event.respondWith(files.handle({ event, request }));
  } else if (request.headers.has(IN_PLACE_REQUEST) && KEPT.test(pathname)) {
    event.respondWith(pagesInPlace.handle({ event, request }));
  }
});

worker.addEventListener("message", (event) => {
  const client = event.source;
  const { answered, loaded } = (event.data ?? {}) as Told;
  if (answered) sawForm();
  if (!(client && "url" in client) || !Array.isArray(loaded)) return;
  event.waitUntil(Promise.allSettled([take(event, client.url), ...loaded.map((url) => take(event, url))]));
});

/** Calls, files and downloads are no pages: they open as if there were no worker. */
function isPage(pathname: string): boolean {
  return !/^\/(?:api|media|assets)\/|\.\w+$|^\/(?:healthz|readyz|customer\/my_data)$/.test(pathname);
}

/** The strategy for a file at this address; null if it is not stored. */
function filesAt(pathname: string): Strategy | null {
  if (pathname.startsWith("/assets/")) return assets;
  if (/^\/media\/[0-9a-f]+\/\w+\.\w+$/.test(pathname)) return pictures;
  return /^\/(?:img|icons)\/|^\/favicon\.svg$/.test(pathname) ? drawings : null;
}

const documentsAt = (address: string) => (DAY_PAGE.test(new URL(address).pathname) ? dayPages : documents);

async function openDocument(event: FetchEvent): Promise<Response> {
  try {
    const answer = await documentsAt(event.request.url).handle({ event, request: event.request });
    return answer.headers.has(SEEN_AT) ? await asSeen(answer) : answer;
  } catch {
    return offlinePage();
  }
}

/** Stores what a page has loaded without the worker. The browser's own cache still has most of it. */
async function take(event: ExtendableEvent, address: string): Promise<unknown> {
  const url = new URL(address);
  if (url.origin !== worker.location.origin) return;
  const requestWith = (headers?: Record<string, string>) =>
    new Request(url.origin + url.pathname + url.search, { cache: "force-cache", ...(headers && { headers }) });
  const files = filesAt(url.pathname);
  if (files) return files.handle({ event, request: requestWith() });
  // Another page could redirect the worker to a login, and use up a notice that somebody is to read.
  if (KEPT.test(url.pathname))
    return documentsAt(address).handle({ event, request: requestWith({ [FOR_DEVICE]: "1" }) });
}
