import { openFromDevice, reading } from "~/ui/device/reading";
import { answered } from "./answered";
import { lostIn, type Lost } from "./answers";
import { PATIENCE, pausesBetweenTries, SLOWEST_LINE } from "./line";
import { waiting } from "./waiting";

/*
 * The one place where the site copes with a bad line. Every form, link and button of a page that scripts run on ends
 * in a `fetch` of Remix's for data. Here such a request is made again until it has an answer: for whoever made it, the
 * answer is only late, so the page stays as it is.
 */

type Fetch = typeof fetch;

/** The status of a form that its owner took back before it had an answer. */
export const GIVEN_BACK = 499;

let serial = 0;

/** `fetch` with patience for Remix's own requests; all others are passed on. */
export function steadyFetch(plain: Fetch): Fetch {
  return async (input, init) => {
    if (!init?.signal || !isForData(input)) return plain(input, init);
    const isPage = pathOf(input).endsWith(".data");
    const patient = { ...init, signal: init.signal };
    const answer = await untilAnswered(plain, input, patient, isPage ? openFromDevice : undefined);
    return isPage && (init.method ?? "GET") === "GET" ? reading(answer) : answer;
  };
}

function isForData(input: RequestInfo | URL): boolean {
  const { origin, pathname } = new URL(input instanceof Request ? input.url : input, location.href);
  return origin === location.origin && pathname.endsWith(".data");
}

/**
 * `plain`, again and again until there is an answer; rejects when it is aborted, and answers 499 once it is given back.
 * Where there is no line to read by, `noLine` may know another way.
 */
export async function untilAnswered(
  plain: Fetch,
  input: RequestInfo | URL,
  init: RequestInit & { signal: AbortSignal },
  noLine?: () => Promise<void>,
): Promise<Response> {
  const posted = (init.method ?? "GET").toUpperCase() !== "GET";
  const pause = pausesBetweenTries();
  serial += 1;
  const id = serial;
  let stopped = false;
  let hurry = new AbortController();
  const tell = ({ cause, said }: Lost, trying: boolean) =>
    waiting.put({
      id,
      kind: posted ? "form" : "page",
      cause,
      ...(said && { said }),
      trying,
      again: () => hurry.abort(),
      stop() {
        stopped = true;
        hurry.abort();
      },
    });
  const leave = () => hurry.abort();
  init.signal.addEventListener("abort", leave);
  try {
    for (;;) {
      const outcome = await once(plain, input, init, posted);
      if (outcome instanceof Response) return outcome;
      stopIfAborted(init.signal);
      // Taken back while it was being tried.
      if (stopped) return givenBack();
      if (!posted && outcome.cause === "line") await noLine?.();
      hurry = new AbortController();
      tell(outcome, false);
      // What failed on our side would most likely fail again: that is tried by hand.
      if (outcome.cause === "fault") await aborted(hurry.signal);
      else await pause(hurry.signal, outcome.retryAfter);
      stopIfAborted(init.signal);
      if (stopped) return givenBack();
      tell(outcome, true);
    }
  } finally {
    init.signal.removeEventListener("abort", leave);
    waiting.remove(id);
  }
}

const pathOf = (input: RequestInfo | URL) =>
  new URL(input instanceof Request ? input.url : input, location.href).pathname;

/** `signal.throwIfAborted()`, which browsers have had only since 2022. */
function stopIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw signal.reason ?? new DOMException("", "AbortError");
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });

/** One try, its answer read to the end: one that breaks off half way is none. */
async function once(
  plain: Fetch,
  input: RequestInfo | URL,
  init: RequestInit & { signal: AbortSignal },
  posted: boolean,
): Promise<Response | Lost> {
  const patience = new AbortController();
  const leave = () => patience.abort(init.signal.reason);
  init.signal.addEventListener("abort", leave);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = (seconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => patience.abort(), seconds * 1000);
  };
  try {
    heard(PATIENCE + bytesOfFiles(init.body) / SLOWEST_LINE);
    const answer = await plain(input, { ...init, signal: patience.signal });
    const text = await wholeText(answer, () => heard(PATIENCE));
    const { status, statusText, headers } = answer;
    const lost = lostIn(answer, text, posted);
    if (lost) return lost;
    const path = pathOf(input).replace(/\.data$/, "");
    if (posted) for (const told of answered) told({ path, status, text });
    return new Response(status === 204 ? null : text, { status, statusText, headers });
  } catch (failure) {
    if (init.signal.aborted) throw failure;
    return { cause: "line", retryAfter: 0 };
  } finally {
    clearTimeout(timer);
    init.signal.removeEventListener("abort", leave);
  }
}

async function wholeText({ body }: Response, onBytes: () => void): Promise<string> {
  if (!body) return "";
  const [reader, decoder] = [body.getReader(), new TextDecoder()];
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    onBytes();
    text += decoder.decode(value, { stream: true });
  }
}

function bytesOfFiles(body: BodyInit | null | undefined): number {
  if (!(body instanceof FormData)) return 0;
  return [...body.values()].reduce((bytes, value) => bytes + (typeof value === "string" ? 0 : value.size), 0);
}

/** No data, as Remix writes `{ data: null }`, and a status by which it asks nothing of the page anew. */
function givenBack(): Response {
  return new Response('[{"_1":-5},"data"]\n', { status: GIVEN_BACK, headers: { "Content-Type": "text/x-script" } });
}
