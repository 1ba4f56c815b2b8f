import type { ServerBuild } from "@remix-run/node";

/*
 * The router lists and sorts all routes anew for each request, twice and more, and compiles the pattern of each that it
 * tries: with all routes of the site that takes longer than anything else in answering a picture. So a request is
 * answered with the routes alone that can match the first two segments of its path.
 */

const SEGMENTS = 2;
/** Segments that are the same encoded and decoded. */
const PLAIN = /^[\w.-]*$/;

type Routes = Record<string, { path?: string; parentId?: string } | undefined>;

/** The segments of a route's whole path up to the first that may be left out or stands for several. */
function segmentsOf(routes: Routes, id: string): string[] {
  const paths: string[] = [];
  for (let route = routes[id]; route; route = route.parentId === undefined ? undefined : routes[route.parentId])
    paths.unshift(route.path ?? "");
  const segments = paths.join("/").split("/").filter(Boolean);
  const end = segments.findIndex((segment) => /[*?]/.test(segment));
  return segments.slice(0, end < 0 ? SEGMENTS : Math.min(end, SEGMENTS)).map((segment) => segment.toLowerCase());
}

const isParameter = (segment: string) => segment.startsWith(":");

/** Answers the two segments by which routes are chosen for a path; null where all routes are needed. */
export function routeChooser(routes: Routes): (pathname: string) => string[] | null {
  const secondsByFirst = new Map<string, Set<string>>([["", new Set()]]);
  for (const id of Object.keys(routes)) {
    const [first = "", second = ""] = segmentsOf(routes, id);
    if (isParameter(first)) continue;
    const seconds = secondsByFirst.get(first) ?? new Set();
    secondsByFirst.set(first, isParameter(second) ? seconds : seconds.add(second));
  }
  return (pathname) => {
    // Remix takes such an ending off before it matches.
    if (pathname.includes("//") || pathname.endsWith(".data")) return null;
    const [first = "", second = ""] = pathname.slice(1).toLowerCase().split("/");
    const seconds = secondsByFirst.get(first);
    if (!seconds || !PLAIN.test(first) || !PLAIN.test(second)) return null;
    // One that no route names is matched by parameters alone, whatever it is; "*" is named by none.
    return [first, second === "" || seconds.has(second) ? second : "*"];
  };
}

/** The routes that can match a path with these first segments. */
export function narrowedRoutes<T extends Routes>(routes: T, beginning: string[]): T {
  const canMatch = (id: string) =>
    segmentsOf(routes, id).every(
      (segment, at) => segment === beginning[at] || (isParameter(segment) && beginning[at] !== ""),
    );
  return Object.fromEntries(Object.entries(routes).filter(([id]) => canMatch(id))) as T;
}

/** Answers what `open` makes of the segments by which routes are chosen for a path; made once for each choice. */
export function oncePerChoice<T extends object>(
  routes: Routes,
  open: (segments: string[] | null) => T,
): (pathname: string) => T {
  const firstSegments = routeChooser(routes);
  const valuesByKey = new Map<string, T>();
  return (pathname) => {
    const segments = firstSegments(pathname);
    const key = segments?.join("/") ?? "every route";
    const value = valuesByKey.get(key) ?? open(segments);
    valuesByKey.set(key, value);
    return value;
  };
}

/** The build with these routes alone. */
export function narrowedBuild(build: ServerBuild, beginning: string[]): ServerBuild {
  const { routes, assets } = build;
  return {
    ...build,
    routes: narrowedRoutes(routes, beginning),
    assets: { ...assets, routes: narrowedRoutes(assets.routes, beginning) },
  };
}
