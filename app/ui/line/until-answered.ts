import { lostPage, type Lost } from "./answers";
import { PATIENCE, pausesBetweenTries, SLOWEST_LINE } from "./line";
import { waiting } from "./waiting";

type Fetch = typeof fetch;

let serial = 0;

/**
 * The one place where the site copes with a bad connection: it calls `plain` until there is an answer. Rejects when it
 * is aborted, and returns null if the form is given back (`stop`).
 */
export async function untilAnswered(
  plain: Fetch,
  input: RequestInfo | URL,
  init: RequestInit & { signal: AbortSignal },
): Promise<Response | null> {
  const isPost = (init.method ?? "GET").toUpperCase() !== "GET";
  const pause = pausesBetweenTries();
  serial += 1;
  const id = serial;
  let stopped = false;
  let hurry = new AbortController();
  const tell = ({ cause, said }: Lost, trying: boolean) =>
    waiting.put({
      id,
      kind: isPost ? "form" : "page",
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
      const outcome = await requestOnce(plain, input, init, isPost);
      if (outcome instanceof Response) return outcome;
      stopIfAborted(init.signal);
      // The person took the form back during the try.
      if (stopped) return null;
      hurry = new AbortController();
      tell(outcome, false);
      // A fault on our side would most likely repeat itself: the person retries it by hand.
      if (outcome.cause === "fault") await aborted(hurry.signal);
      else await pause(hurry.signal, outcome.retryAfter);
      stopIfAborted(init.signal);
      if (stopped) return null;
      tell(outcome, true);
    }
  } finally {
    init.signal.removeEventListener("abort", leave);
    waiting.remove(id);
  }
}

/** `signal.throwIfAborted()`, which browsers have had only since 2022. */
function stopIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw signal.reason ?? new DOMException("", "AbortError");
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });

/** Makes one try and reads its answer to the end. An answer that breaks off half way counts as none. */
async function requestOnce(
  plain: Fetch,
  input: RequestInfo | URL,
  init: RequestInit & { signal: AbortSignal },
  isPost: boolean,
): Promise<Response | Lost> {
  const patience = new AbortController();
  const leave = () => patience.abort(init.signal.reason);
  init.signal.addEventListener("abort", leave);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onBytes = (seconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => patience.abort(), seconds * 1000);
  };
  try {
    onBytes(PATIENCE + bytesOfFiles(init.body) / SLOWEST_LINE);
    const answer = await plain(input, { ...init, signal: patience.signal });
    const text = await wholeText(answer, () => onBytes(PATIENCE));
    const { status, statusText, headers } = answer;
    const lostAnswer = lostPage(answer, text, isPost);
    if (lostAnswer) return lostAnswer;
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
