import { matchRoutes } from "@remix-run/react";
import { narrowedRoutes, oncePerChoice } from "../page/narrowed-routes";

type RouteObject = Parameters<typeof matchRoutes>[0][number];
type Routes = Record<string, { id: string; path?: string; index?: boolean; parentId?: string } | undefined>;

/** Answers the paths of the routes that match a path of the site, outermost first; undefined where none does. */
export function routeMatcher({ routes }: { routes: Routes }): (pathname: string) => (string | undefined)[] | undefined {
  const tableFor = oncePerChoice(routes, (segments) =>
    routeTable(segments ? narrowedRoutes(routes, segments) : routes),
  );
  return (pathname) => matchRoutes(tableFor(pathname), pathname)?.map(({ route }) => route.path);
}

/** The table of routes as the router reads it. */
export function routeTable(routes: Routes, parentId?: string): RouteObject[] {
  return Object.values(routes).flatMap((route) =>
    route && route.parentId === parentId
      ? [
          {
            id: route.id,
            ...(route.path !== undefined && { path: route.path }),
            ...(route.index ? { index: true } : { children: routeTable(routes, route.id) }),
          } as RouteObject,
        ]
      : [],
  );
}
