import { pausesBetweenTries } from "~/ui/line/line";
import { morphPart } from "./morph-page";

/** On an element that a part of `app/browser/parts/` enhances: the address of that part (`virtual:page-script`). */
const PART = "data-part";

/** The page around the element of a part, as far as the part may change it. */
export interface PageOfPart {
  morphPart: typeof morphPart;
}

/** A file of `app/browser/parts/`. */
interface Part {
  /** Enhances one element, once. */
  attach(element: HTMLElement, page: PageOfPart): void;
}

const attached = new WeakSet<Element>();

/** Loads the parts that elements of the page name. Without one the element is the plain HTML that it is. */
export function attachParts(): void {
  for (const element of document.querySelectorAll<HTMLElement>(`[${PART}]`)) {
    if (attached.has(element)) continue;
    attached.add(element);
    void loadPart(element.getAttribute(PART)!).then((part) => part?.attach(element, { morphPart }));
  }
}

/** Loads a part as soon as there is a line. Null where it is gone, as after the shop was renewed. */
async function loadPart(address: string): Promise<Part | null> {
  const pause = pausesBetweenTries();
  for (;;) {
    try {
      // Fetched first: some browsers remember that a script did not come.
      const answer = await fetch(address);
      await answer.arrayBuffer();
      if (answer.status === 404 || answer.status === 410) return null;
      if (answer.ok) return (await import(address)) as Part;
    } catch {
      // No line.
    }
    await pause();
  }
}
