import { WORKER } from "~/ui/device/contract";
import { listen } from "./listen";

/** Starts the service worker once somebody uses the page: who only passes by is left nothing on the device. */
export function startWorker(): void {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  const stop = listen(["pointerdown", "keydown"], () => {
    stop();
    const first = !serviceWorker.controller;
    // Refused where nothing may be stored; the shop needs no worker.
    serviceWorker.register(WORKER, { updateViaCache: "none" }).catch(() => undefined);
    // The worker is told of the page that came before it started; the browser's cache still has that page.
    if (first)
      void serviceWorker.ready.then(({ active }) =>
        active?.postMessage({ loaded: performance.getEntriesByType("resource").map(({ name }) => name) }, []),
      );
  });
}
