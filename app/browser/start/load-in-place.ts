import { isOnDevice } from "~/ui/device/on-device";
import { pausesBetweenTries } from "~/ui/line/line";
import { isTranslated } from "~/ui/translated/translated";
import { IN_PLACE_READY, SCRIPTS_ID, type InPlace } from "~/ui/page-scripts/contract";

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** `app/browser/in-place.ts` needs what browsers have had since 2021; in those before, every page stays plain. */
const isOld = !Object.hasOwn;

/**
 * A page whose presses go out as the plain forms and links that they are: on a line that is slow, or costs somebody's
 * money, and where the browser translates the page.
 */
export function isPlain({ connection }: { connection?: Connection } = navigator as { connection?: Connection }) {
  return isOld || connection?.saveData === true || /[23]g/.test(connection?.effectiveType ?? "") || isTranslated();
}

const GRACE_MS = 2000;

let isWanted = isOld;

const ready = new Promise<InPlace>((resolve) => {
  addEventListener(IN_PLACE_READY, ({ detail }: CustomEventInit<InPlace>) => resolve(detail!), { once: true });
});

/** The functions of `app/browser/in-place.ts`; null where it does not come, comes too slowly, or the page is translated. */
export async function inPlace(): Promise<InPlace | null> {
  if (!isWanted || isOld || isTranslated()) return null;
  return Promise.race([ready, new Promise<null>((resolve) => setTimeout(resolve, GRACE_MS, null))]);
}

/** Loads `app/browser/in-place.ts`, once; without a line, as soon as there is one. */
export async function loadInPlace(): Promise<void> {
  const address = document.getElementById(SCRIPTS_ID)?.dataset["inPlace"];
  if (isWanted || !address || isTranslated()) return;
  isWanted = true;
  // Before it is imported: some browsers remember that a script did not come.
  if (!(await isHere(address))) return;
  document.body.append(Object.assign(document.createElement("script"), { type: "module", src: address }));
}

/** False where it is gone for good, as after the shop was renewed: then the page stays plain. */
async function isHere(address: string): Promise<boolean> {
  const pause = pausesBetweenTries();
  for (;;) {
    try {
      const status = await bring(address);
      if (status < 400) return true;
      if (status === 404 || status === 410) return false;
    } catch {
      // No line.
    }
    await pause();
  }
}

/**
 * Brings a file into the browser's memory, and answers its status. What the device has is left alone: Chromium forgets
 * what it has compiled of a script whenever fetch() reads that, and compiles it anew on every page.
 */
async function bring(file: string): Promise<number> {
  if (await isOnDevice(file)) return 200;
  const answer = await fetch(file);
  await answer.arrayBuffer();
  return answer.status;
}
