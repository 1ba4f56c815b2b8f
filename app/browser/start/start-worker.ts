import { WORKER } from "~/ui/device/contract";
import { listen } from "./listen";

/** Starts the service worker once somebody uses the page. Nothing is stored for a visitor who only looks. */
export function startWorker(): void {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  const stop = listen(["pointerdown", "keydown"], () => {
    stop();
    const first = !serviceWorker.controller;
    // The browser refuses if nothing may be stored. The shop works without the worker.
    serviceWorker.register(WORKER, { updateViaCache: "none" }).catch(() => undefined);
    // Tells the worker of the page that was loaded before it started. The browser's cache still has that page.
    if (first)
      void serviceWorker.ready.then(({ active }) =>
        active?.postMessage({ loaded: performance.getEntriesByType("resource").map(({ name }) => name) }, []),
      );
  });
}
