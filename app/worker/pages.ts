import { Strategy, type StrategyHandler } from "workbox-strategies";
import { CACHES, KEEP, OFFLINE, SEEN_AT, VIEWER } from "~/ui/device/contract";
import { bounds } from "./bounds";
import { saw, viewerEpoch } from "./viewer";

/** Milliseconds that a page which lies on the device waits for the line: longer, and it is shown as it was. */
const PATIENCE = 6000;

/**
 * For so many milliseconds after a form was sent, and after it was answered, a page that fails is asked for once more,
 * after such a pause, and one that is late is waited for.
 */
const [JUST_SENT, PAUSE] = [10_000, 700];
let sentAt = -JUST_SENT;
/**
 * Addresses that were asked for since then and are kept: these copies show what the form did. Of when a copy is says the
 * server's clock, from which that of a phone may be hours away.
 */
const keptSince = new Set<string>();

/** A form is on its way, or its retry is, or it has its answer: what failed before may well come through now. */
export function sawForm(): void {
  sentAt = Date.now();
  keptSince.clear();
}

/** A line that has just come back often drops again, and the page of before does not show what has just been done. */
async function onceMore(request: Request, error: unknown): Promise<Response> {
  if (Date.now() - sentAt > JUST_SENT) throw error;
  await new Promise((resolve) => {
    setTimeout(resolve, PAUSE);
  });
  return fetch(request);
}

/**
 * Pages: from the server, so that no price is old on a good line; from the device where there is no line,
 * or where the line takes too long.
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
    // The device's memory does not answer at all while it is cleared, as when somebody logs out in another tab.
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
    // A copy of before a form would take back what somebody has just done. Looked at now, for the form's answer may have
    // been told a moment after the page was asked for.
    if (start.askedAt - sentAt < JUST_SENT && !keptSince.has(request.url)) {
      const lateAnswer = await savedResponse.catch(() => null);
      if (lateAnswer) return lateAnswer;
    }
    // It may come all the same, and is kept then.
    void handler.waitUntil(savedResponse.catch(() => undefined));
    return cachedPage;
  }
}

/** From the server alone: what is shown within a page is never the page of before. The device keeps it as a document. */
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

/** Keeps an answer of the shop's that may be kept, unless somebody has left or come since it was asked for. */
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
