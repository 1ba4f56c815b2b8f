import { WORKER } from "~/ui/device/contract";
import { answered } from "~/ui/line/answered";
import { listen } from "./listen";

/** Starts the service worker once somebody uses the page: who only passes by is left nothing on the device. */
export function startWorker(): void {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  // As entry.client.tsx does where React is: the worker saw the form on its way alone.
  answered.add(() => serviceWorker.controller?.postMessage({ answered: true }));
  const stop = listen(["pointerdown", "keydown"], () => {
    stop();
    const first = !serviceWorker.controller;
    // Refused where nothing may be stored; the shop needs no worker.
    serviceWorker.register(WORKER, { updateViaCache: "none" }).catch(() => undefined);
    // What came without it is told, and the browser has it still.
    if (first)
      void serviceWorker.ready.then(({ active }) =>
        active?.postMessage({ loaded: performance.getEntriesByType("resource").map(({ name }) => name) }, []),
      );
  });
}
