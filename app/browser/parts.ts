import { pausesBetweenTries } from "~/ui/line/line";
import { morphPart } from "./morph-page";

/** On an element that a part of `app/browser/parts/` enhances: the address of that part (`virtual:page-script`). */
const PART = "data-part";

/** The functions by which a part may change the page around its element. */
export interface PageOfPart {
  morphPart: typeof morphPart;
}

/** A file of `app/browser/parts/`. */
interface Part {
  /** Enhances one element, once. */
  attach(element: HTMLElement, page: PageOfPart): void;
}

const attached = new WeakSet<Element>();

/** Loads the parts that elements of the page name. Without its part, an element stays plain HTML. */
export function attachParts(): void {
  for (const element of document.querySelectorAll<HTMLElement>(`[${PART}]`)) {
    if (attached.has(element)) continue;
    attached.add(element);
    void loadPart(element.getAttribute(PART)!).then((part) => part?.attach(element, { morphPart }));
  }
}

/** Loads a part, and retries until it is loaded. Returns null if the file is gone, for example after a deployment. */
async function loadPart(address: string): Promise<Part | null> {
  const pause = pausesBetweenTries();
  for (;;) {
    try {
      // Fetched first, because some browsers remember that a script could not be loaded.
      const answer = await fetch(address);
      await answer.arrayBuffer();
      if (answer.status === 404 || answer.status === 410) return null;
      if (answer.ok) return (await import(address)) as Part;
    } catch {
      // No connection.
    }
    await pause();
  }
}
