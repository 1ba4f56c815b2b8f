declare const __BUILD__: string;

/** The global object of the worker, by its own type. */
export const worker = self as unknown as ServiceWorkerGlobalScope;

/** The build of the shop that this worker came with. */
export const BUILD_ID = __BUILD__;
