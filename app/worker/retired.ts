import { worker } from "./scope";

/*
 * The worker that ends all workers. It is served in place of the other one (SERVICE_WORKER=off), deletes all caches of
 * the device and unregisters itself.
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
