/**
 * Options of the Remix compiler. Vite never reads this file by itself: vite.config.ts passes it to the Remix plugin.
 * Every v3_* flag is on, so that a move to React Router stays mechanical, except v3_lazyRouteDiscovery. It is for React
 * in a browser, where none runs now. There, while a route was requested, React Router took the answer of a fetcher for
 * the newer one and showed the page before under the next one's address. It also cost a way to the server and back,
 * while the whole table was one file of 4.5 KB that stayed.
 * @type {import("@remix-run/dev").VitePluginConfig}
 */
export default {
  appDirectory: "app",
  buildDirectory: "build",
  ignoredRouteFiles: ["**/*"],
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_routeConfig: true,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
  },
};
