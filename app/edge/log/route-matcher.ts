import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";

type RouteObject = Parameters<typeof matchRoutes>[0][number];

/** Answers the paths of the routes that match a path of the site, outermost first; undefined where none does. */
export function routeMatcher(build: ServerBuild): (pathname: string) => (string | undefined)[] | undefined {
  const routes = routesOf(build);
  return (pathname) => matchRoutes(routes, pathname)?.map(({ route }) => route.path);
}

/** The table of routes as the router reads it. */
function routesOf({ routes }: Pick<ServerBuild, "routes">, parentId?: string): RouteObject[] {
  return Object.values(routes).flatMap((route) =>
    route && route.parentId === parentId
      ? [
          {
            id: route.id,
            ...(route.path !== undefined && { path: route.path }),
            ...(route.index ? { index: true } : { children: routesOf({ routes }, route.id) }),
          } as RouteObject,
        ]
      : [],
  );
}
