import type { PushedNotice } from "~/ui/push/contract";
import { worker } from "./scope";

/* Notices that come although the shop is not open, and the page that a press on one opens. */

const ICON = "/icons/icon-192.png";

worker.addEventListener("push", (event) => {
  if (!event.data) return;
  const { title, path, ...notice } = event.data.json() as PushedNotice;
  event.waitUntil(worker.registration.showNotification(title, { ...notice, icon: ICON, data: path }));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(worker.clients.openWindow(event.notification.data as string));
});

/** Ends the subscription of this browser, so that its next user is told nothing after a logout. */
export async function endSubscription(): Promise<void> {
  const subscription = await worker.registration.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}
