/** Whether the service worker would open this page from the device. False where there is none, or nothing is kept. */
export async function isOnDevice(address: string): Promise<boolean> {
  try {
    return !!navigator.serviceWorker.controller && !!(await caches.match(address, { ignoreVary: true }));
  } catch {
    return false;
  }
}
