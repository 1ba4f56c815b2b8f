import { Upload, type HttpRequest, type HttpResponse } from "tus-js-client";
import { PATIENCE, pausesBetweenTries, SLOWEST_LINE } from "~/ui/line/line";

/** A refusal of the service; another try would not help. */
export class Refused extends Error {
  override name = "Refused";
}

export interface Journey {
  /** Where uploads are made, by the tus protocol. */
  endpoint: string;
  metadata: Record<string, string>;
  /** Ends it for good. */
  signal: AbortSignal;
  /** Bytes that have arrived. */
  onProgress(bytes: number): void;
  /** All bytes are there; the service looks at them. */
  onWhole(): void;
  /** The line is down. Aborting `hurry` tries at once. */
  onLineDown(hurry: AbortController): void;
}

/** So small that a piece gets through a bad line in the time that servers and proxies leave a request. */
const PIECE = 1024 * 1024;
/** Why a journey is ended whose file nobody wants any more. */
export const TAKEN_BACK = "taken back";
/** Answers after which the same request may succeed. */
const PASSING = new Set([408, 409, 423, 425, 429]);

/**
 * Sends a file and answers what the service made of it. A line that drops is waited for, however long, and the rest is
 * sent from where it broke off, even after the page was loaded anew.
 */
export async function sendFile<Kept>(file: File, journey: Journey): Promise<Kept> {
  let upload: InstanceType<typeof Upload> | undefined;
  // A whole piece that has left the page may still lie in the device's buffers, without any further progress.
  const forPiece = PATIENCE + Math.min(PIECE, file.size) / SLOWEST_LINE;
  const url = await whileLineComesAndGoes(
    () =>
      new Promise<string>((resolve, reject) => {
        const silence = noticeSilence(() => stop("Nothing was heard of the upload.", false));
        const fail = (error: Error) => {
          silence.over();
          reject(failureOf(error));
        };
        upload ??= new Upload(file, {
          endpoint: journey.endpoint,
          metadata: journey.metadata,
          chunkSize: PIECE,
          retryDelays: null,
          removeFingerprintOnSuccess: true,
        });
        const sending = upload;
        Object.assign(sending.options, {
          onError: fail,
          onSuccess() {
            silence.over();
            resolve(sending.url ?? "");
          },
          // Told of each piece as it sets out, too.
          onProgress(bytes: number) {
            silence.heard(forPiece);
            journey.onProgress(bytes);
          },
        });
        function stop(why: string, forGood: boolean): void {
          void sending.abort(forGood).catch(() => undefined);
          fail(new Error(why));
        }
        // Taken back: its bytes are removed. Left with the page: they stay, to be gone on with.
        const leave = () => stop("The upload was stopped.", journey.signal.reason === TAKEN_BACK);
        journey.signal.addEventListener("abort", leave, { once: true });
        silence.heard(PATIENCE);
        if (sending.url) return sending.start();
        sending.findPreviousUploads().then(([earlier]) => {
          if (earlier) sending.resumeFromPreviousUpload(earlier);
          sending.start();
        }, fail);
      }),
    journey,
  );
  journey.onWhole();
  try {
    return await whileLineComesAndGoes(() => finished<Kept>(url), journey);
  } catch (failure) {
    // Nobody needs its bytes any more; should this not get through, they are swept.
    if (failure instanceof Refused)
      void fetch(url, { method: "DELETE", headers: { "Tus-Resumable": "1.0.0" } }).catch(() => undefined);
    throw failure;
  }
}

/** Does `work` again after each failure that may pass, until it succeeds, is refused or the journey ends. */
export async function whileLineComesAndGoes<T>(
  work: () => Promise<T>,
  { signal, onLineDown }: Pick<Journey, "signal" | "onLineDown">,
): Promise<T> {
  const pause = pausesBetweenTries();
  for (;;) {
    // A replacement for `signal.throwIfAborted()`, which browsers have had only since 2022.
    if (signal.aborted) throw new DOMException("The upload was stopped.", "AbortError");
    try {
      return await work();
    } catch (failure) {
      if (failure instanceof Refused || signal.aborted) throw failure;
      const hurry = new AbortController();
      signal.addEventListener("abort", () => hurry.abort(), { once: true });
      onLineDown(hurry);
      await pause(hurry.signal);
    }
  }
}

/** Calls `late`, once, when nothing more is heard for as many seconds as was said last. */
function noticeSilence(onSilence: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  return {
    heard(seconds: number) {
      clearTimeout(timer);
      if (!isOver) timer = setTimeout(onSilence, seconds * 1000);
    },
    over() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

/** A service that takes longer than we wait goes on with it nevertheless, and has it when it is asked again. */
async function finished<Kept>(url: string): Promise<Kept> {
  const patience = new AbortController();
  const silence = noticeSilence(() => patience.abort());
  silence.heard(PATIENCE);
  try {
    const answer = await fetch(`${url}/finish`, { method: "POST", signal: patience.signal });
    const text = await answer.text();
    if (!answer.ok) throw failureFor(answer.status, text);
    return (JSON.parse(text) as { data: Kept }).data;
  } finally {
    silence.over();
  }
}

function failureOf(
  error: Error & { originalRequest?: HttpRequest | null; originalResponse?: HttpResponse | null },
): Error {
  const response = error.originalResponse;
  return response ? failureFor(response.getStatus(), response.getBody()) : error;
}

function failureFor(status: number, body: string): Error {
  return status >= 500 || PASSING.has(status)
    ? new Error(`The service answered ${status}.`)
    : new Refused(sentenceIn(body));
}

function sentenceIn(body: string): string {
  try {
    const { error } = JSON.parse(body) as { error: { message: string }[] };
    return error.map(({ message }) => message).join(", ");
  } catch {
    return "This file could not be uploaded.";
  }
}
