import { Upload, type HttpRequest, type HttpResponse } from "tus-js-client";
import { PATIENCE, pausesBetweenTries, SLOWEST_LINE } from "~/ui/line/line";

/** A refusal of the service; another try would not help. */
export class Refused extends Error {
  override name = "Refused";
}

export interface Journey {
  /** The address at which uploads are created, by the tus protocol. */
  endpoint: string;
  metadata: Record<string, string>;
  /** Ends it for good. */
  signal: AbortSignal;
  /** Bytes that have arrived. */
  onProgress(bytes: number): void;
  /** All bytes have arrived, and the service checks them. */
  onWhole(): void;
  /** The connection is down. Aborting `hurry` tries at once. */
  onLineDown(hurry: AbortController): void;
}

/** Bytes of a piece: it gets through a bad connection in the time that servers and proxies give a request. */
const PIECE = 1024 * 1024;
/** The reason for ending an upload whose file is no longer wanted. */
export const TAKEN_BACK = "taken back";
/** Answers after which the same request may succeed. */
const PASSING = new Set([408, 409, 423, 425, 429]);

/**
 * Uploads a file and returns what the service made of it. If the connection drops, it waits, however long, and sends
 * the rest from where it broke off, even after the page was loaded again.
 */
export async function sendFile<Kept>(file: File, journey: Journey): Promise<Kept> {
  let upload: InstanceType<typeof Upload> | undefined;
  // A whole piece may have left the page and still be in the device's buffers, without any further progress.
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
          // Also called when a piece begins.
          onProgress(bytes: number) {
            silence.heard(forPiece);
            journey.onProgress(bytes);
          },
        });
        function stop(why: string, forGood: boolean): void {
          void sending.abort(forGood).catch(() => undefined);
          fail(new Error(why));
        }
        // If the file was taken back, its bytes are removed. If the page was left, they stay for the upload to go on.
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
    // The bytes are no longer needed. If this request fails, a clean-up removes them.
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

/** Calls `onSilence` once, when nothing has been heard for as many seconds as were last given. */
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

/** Asks for the stored file. A service that takes longer than we wait still finishes, and has it at the next try. */
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
