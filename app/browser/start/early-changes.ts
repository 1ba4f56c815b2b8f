import { IN_PLACE_READY } from "~/ui/page-scripts/contract";
import { listen } from "./listen";

/** Repeats the events of earlier typing and choices for `app/browser/in-place.ts` once it is loaded. */
export function repeatEarlyChanges(): void {
  const targets = new Set<EventTarget>();
  const stopNoting = listen(["input", "change"], ({ target }) => target && targets.add(target));
  // A form that is sent contains its changes already.
  const stopForgetting = listen(["submit"], ({ target }) => {
    for (const field of (target as HTMLFormElement).elements) targets.delete(field);
  });
  addEventListener(
    IN_PLACE_READY,
    () => {
      stopNoting();
      stopForgetting();
      for (const target of targets)
        for (const type of ["input", "change"]) target.dispatchEvent(new Event(type, { bubbles: true }));
    },
    { once: true },
  );
}
