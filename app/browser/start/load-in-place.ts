import { isOnDevice } from "~/ui/device/on-device";
import { pausesBetweenTries } from "~/ui/line/line";
import { isTranslated } from "~/ui/translated/translated";
import { IN_PLACE_READY, SCRIPTS_ID, type InPlace } from "~/ui/page-scripts/contract";

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** `app/browser/in-place.ts` needs features that browsers have had since 2021. In older ones, pages stay plain. */
const isOld = !Object.hasOwn;

/**
 * Whether presses on this page are sent as plain forms and links: in an old browser, on a connection that is slow or
 * costs money, or if the browser translates the page.
 */
export function isPlain({ connection }: { connection?: Connection } = navigator as { connection?: Connection }) {
  return isOld || connection?.saveData === true || /[23]g/.test(connection?.effectiveType ?? "") || isTranslated();
}

const GRACE_MS = 2000;

let isWanted = isOld;

const ready = new Promise<InPlace>((resolve) => {
  addEventListener(IN_PLACE_READY, ({ detail }: CustomEventInit<InPlace>) => resolve(detail!), { once: true });
});

/**
 * Returns the functions of `app/browser/in-place.ts`. Returns null if the script is not wanted, is not loaded within
 * `GRACE_MS`, or if the page is translated.
 */
export async function inPlace(): Promise<InPlace | null> {
  if (!isWanted || isOld || isTranslated()) return null;
  return Promise.race([ready, new Promise<null>((resolve) => setTimeout(resolve, GRACE_MS, null))]);
}

/** Loads `app/browser/in-place.ts` once. Without a connection, loads it as soon as there is one. */
export async function loadInPlace(): Promise<void> {
  const address = document.getElementById(SCRIPTS_ID)?.dataset["inPlace"];
  if (isWanted || !address || isTranslated()) return;
  isWanted = true;
  // Fetched before it is imported, because some browsers remember that a script could not be loaded.
  if (!(await isHere(address))) return;
  document.body.append(Object.assign(document.createElement("script"), { type: "module", src: address }));
}

/**
 * Retries until the file is loaded. Returns false if it is gone for good, for example after a deployment. The page then
 * stays plain.
 */
async function isHere(address: string): Promise<boolean> {
  const pause = pausesBetweenTries();
  for (;;) {
    try {
      const status = await bring(address);
      if (status < 400) return true;
      if (status === 404 || status === 410) return false;
    } catch {
      // No connection.
    }
    await pause();
  }
}

/**
 * Loads a file into the browser's cache, and returns its status. A file that the device has is not fetched: whenever
 * fetch() reads a script, Chromium drops its compiled code and compiles it again on every page.
 */
async function bring(file: string): Promise<number> {
  if (await isOnDevice(file)) return 200;
  const answer = await fetch(file);
  await answer.arrayBuffer();
  return answer.status;
}
