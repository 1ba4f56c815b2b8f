import { isOnDevice } from "~/ui/device/on-device";
import { pausesBetweenTries } from "~/ui/line/line";
import { isTranslated } from "~/ui/translated/translated";
import { HELD_ID, HYDRATED, type Held } from "./contract";

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** React and what we build on it need what browsers have had since 2021; in those before, every page stays plain. */
const isOld = !Object.hasOwn;

/**
 * A page whose presses go out as the plain forms and links that they are: on a line on which the scripts take longer than
 * the page that they would save, or cost somebody's money, and where it stays plain.
 */
export function isPlain({ connection }: { connection?: Connection } = navigator as { connection?: Connection }) {
  return isOld || connection?.saveData === true || /[23]g/.test(connection?.effectiveType ?? "") || isTranslated();
}

const GRACE_MS = 2000;
/** Once they are here they only need the processor. */
const LONGEST_START_MS = 10_000;

let asked = isOld;
let begun = false;
let underWay: Promise<unknown> = Promise.resolve();

/** Resolves once React has taken the page over. */
export const hydrated = new Promise<true>((resolve) => {
  addEventListener(HYDRATED, () => resolve(true), { once: true });
});

/** While this is under way, the page stays in the hands of the small script. */
export function holdScriptsFor(post: Promise<unknown>): void {
  underWay = Promise.all([underWay, post]).catch(() => undefined);
}

/**
 * Loads React and the page's own scripts, once; without a line, as soon as there is one. A page that the browser
 * translates stays plain.
 */
export async function wantScripts(): Promise<void> {
  const held = document.getElementById(HELD_ID);
  if (asked || isTranslated() || !held?.textContent) return;
  asked = true;
  // All of them at once, and before one is imported: some browsers remember that a script did not come.
  if (!(await areHere((held.dataset["files"] ?? "").split(" "))) || isTranslated()) return;
  let before;
  do {
    before = underWay;
    await before;
  } while (before !== underWay);
  begun = true;
  const script = document.createElement("script");
  script.type = "module";
  script.src = (JSON.parse(held.textContent) as Held).entry;
  document.body.append(script);
}

/** False where one is gone for good, as after the shop was renewed: then the page stays plain. */
async function areHere(files: string[]): Promise<boolean> {
  const pause = pausesBetweenTries();
  for (;;) {
    try {
      const statuses = `${await Promise.all(files.map(bring))}`;
      if (!/[345]/.test(statuses)) return true;
      if (/4(04|10)/.test(statuses)) return false;
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

/** Whether React takes the page over soon enough for a press to wait for it. */
export async function inTime(): Promise<boolean> {
  const by = (ms: number) => Promise.race([hydrated, new Promise<false>((resolve) => setTimeout(resolve, ms, false))]);
  return (await by(isPlain() ? 0 : GRACE_MS)) || (begun && by(LONGEST_START_MS));
}
