import { Strategy, type StrategyHandler } from "workbox-strategies";
import { CACHES, KEEP, OFFLINE, SEEN_AT, VIEWER } from "~/ui/device/contract";
import { bounds } from "./bounds";
import { saw, viewerEpoch } from "./viewer";

/** Milliseconds that a request waits for the server if the device has the page. After that the copy is shown. */
const PATIENCE = 6000;

/**
 * Milliseconds. For JUST_SENT after a form was sent, and after it was answered, a page that fails is requested once
 * more after PAUSE, and a late page is waited for.
 */
const [JUST_SENT, PAUSE] = [10_000, 700];
let sentAt = -JUST_SENT;
/**
 * Addresses that were requested since then and stored: these copies show what the form did. Their times do not tell it:
 * they are by the server's clock, from which a phone's may differ by hours.
 */
const keptSince = new Set<string>();

/** Notes that a form or its retry was sent, or was answered: what failed before may well come through now. */
export function sawForm(): void {
  sentAt = Date.now();
  keptSince.clear();
}

/** A connection that has just come back often drops again, and an older page does not show what has just been done. */
async function onceMore(request: Request, error: unknown): Promise<Response> {
  if (Date.now() - sentAt > JUST_SENT) throw error;
  await new Promise((resolve) => {
    setTimeout(resolve, PAUSE);
  });
  return fetch(request);
}

/**
 * Pages: from the server, so that no price is old on a good connection; from the device if there is no connection, or
 * if it takes too long.
 */
class NetworkThenDevice extends Strategy {
  override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    const start = { epoch: viewerEpoch(), askedAt: Date.now() };
    const responsePromise = handler.fetch(request).catch((error: unknown) => onceMore(request, error));
    const savedResponse = responsePromise.then((answer) => {
      void handler.waitUntil(keep(request, answer, handler, start, this.cacheName));
      if (isOfAProxy(answer)) throw new Error(`A proxy answered ${answer.status}.`);
      return answer;
    });
    const serverPage = savedResponse.catch(() => null);
    // The cache does not answer at all while it is cleared, as when somebody logs out in another tab.
    const devicePage = handler.cacheMatch(request).catch(() => undefined);
    const earlyPage = await Promise.race([serverPage, devicePage.then(() => null)]);
    if (earlyPage) return earlyPage;
    const cachedPage = await devicePage;
    if (!cachedPage) return savedResponse;
    const timeout = new Promise<null>((resolve) => {
      setTimeout(resolve, PATIENCE, null);
    });
    const answer = await Promise.race([savedResponse, timeout]).catch(() => null);
    if (answer) return answer;
    // A copy from before a form would hide what somebody has just done. This is checked only now, because the form's
    // answer may have been reported a moment after the page was requested.
    if (start.askedAt - sentAt < JUST_SENT && !keptSince.has(request.url)) {
      const lateAnswer = await savedResponse.catch(() => null);
      if (lateAnswer) return lateAnswer;
    }
    // The server's answer may still come, and is stored then.
    void handler.waitUntil(savedResponse.catch(() => undefined));
    return cachedPage;
  }
}

/** From the server alone, because an older page is never shown in place. The device keeps the answer as a document. */
class NetworkAndKeep extends Strategy {
  override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    const start = { epoch: viewerEpoch(), askedAt: Date.now() };
    const answer = await handler.fetch(request);
    void handler.waitUntil(keep(request, answer, handler, start, this.cacheName));
    return answer;
  }
}

const optionsFor = (cacheName: typeof CACHES.pages | typeof CACHES.days) => ({
  cacheName,
  plugins: [bounds(cacheName)],
  matchOptions: { ignoreVary: true },
});
const options = optionsFor(CACHES.pages);
export const documents = new NetworkThenDevice(options);
/** Pages of a stall's day, which have names of buyers. */
export const dayPages = new NetworkThenDevice(optionsFor(CACHES.days));
export const pagesInPlace = new NetworkAndKeep(options);

/** Whether a proxy answered in the shop's place during an outage. Responses of the shop name their viewer. */
function isOfAProxy({ status, headers }: Response): boolean {
  return [502, 503, 504].includes(status) && !headers.has(VIEWER);
}

const mayBeKept = ({ status, redirected, type, headers }: Response) =>
  status === 200 && !redirected && type === "basic" && headers.get(OFFLINE) === KEEP;

/** Stores an answer of the shop if that is allowed and the viewer has not changed since the request. */
async function keep(
  { url }: Request,
  answer: Response,
  handler: StrategyHandler,
  { epoch, askedAt }: { epoch: number; askedAt: number },
  cacheName: string,
): Promise<void> {
  const viewer = answer.headers.get(VIEWER);
  const copy = mayBeKept(answer) ? answer.clone() : null;
  if (viewer === null || !(await saw(viewer, epoch)) || !copy) return;
  const now = viewerEpoch();
  const headers = new Headers(copy.headers);
  headers.set(SEEN_AT, new Date(headers.get("Date") ?? Date.now()).toISOString());
  const whole = await copy.blob();
  if (viewerEpoch() !== now) return;
  await handler.cachePut(url, new Response(whole, { status: 200, headers }));
  if (askedAt > sentAt) keptSince.add(url);
  if (viewerEpoch() !== now) await (await caches.open(cacheName)).delete(url, { ignoreVary: true });
}
