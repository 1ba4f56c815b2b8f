declare const __BUILD__: string;

/** The worker itself, by its own type. */
export const worker = self as unknown as ServiceWorkerGlobalScope;

/** The build of the shop that this worker came with. */
export const BUILD_ID = __BUILD__;
