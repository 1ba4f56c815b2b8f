import { worker } from "./scope";

/*
 * The worker that ends all workers: served in the place of the other one (SERVICE_WORKER=off), it throws away
 * everything on the device, takes itself out, and opens each page anew.
 */

worker.addEventListener("install", () => void worker.skipWaiting());

worker.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
      await worker.registration.unregister();
    })(),
  );
});
