/**
 * Options of the Remix compiler. Vite never reads this file by itself: vite.config.ts hands it to the Remix plugin.
 * Every v3_* flag is on, so that a move to React Router stays mechanical, but v3_lazyRouteDiscovery: while a route is
 * asked for, React Router takes the answer of a fetcher for the newer one and shows the page before under the next
 * one's address; and it costs a way to the server and back, where the whole table is one file of 4.5 KB that stays.
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
