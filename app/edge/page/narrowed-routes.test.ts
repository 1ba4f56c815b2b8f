import { matchRoutes } from "@remix-run/react";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { expect, test } from "vitest";
import routes from "~/routes";
import { routeTable } from "../log/route-matcher";
import { narrowedRoutes, routeChooser } from "./narrowed-routes";

interface TableEntry {
  id: string;
  path?: string;
  index?: boolean;
  parentId?: string;
}

function tableOf(entries: RouteConfigEntry[], parentId = "root"): TableEntry[] {
  return entries.flatMap(({ id, path, index, file, children = [] }) => {
    const entry = { id: id ?? file, parentId, ...(path !== undefined && { path }), ...(index && { index }) };
    return [entry, ...tableOf(children, entry.id)];
  });
}

const ENTRIES = [{ id: "root", path: "" }, ...tableOf(routes as RouteConfigEntry[])];
const TABLE: Record<string, TableEntry> = Object.fromEntries(ENTRIES.map((entry) => [entry.id, entry]));
const wholePath = ({ path = "", parentId }: TableEntry): string =>
  `${parentId ? wholePath(TABLE[parentId]!) : ""}/${path}`.replace(/\/+/g, "/");
const ADDRESSES = ENTRIES.map((entry) => wholePath(entry).replace(/:\w+/g, "0".repeat(24)).replace("*", "no/such"));

/** Addresses that are nearly one of the site. */
const nearly = (address: string) => [
  address,
  `${address}/`,
  `/${address}`,
  address.toUpperCase(),
  `${address}/more`,
  `${address}x`,
  `${address}.data`,
  address.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  address.replace(/\/([^/]*)$/, "/%2F$1"),
  address.slice(0, address.lastIndexOf("/")),
  address.replace(/\/[^/]+\//, "/$&/"),
];

test("a path is matched by the same routes, whether they are chosen for it or all are tried", () => {
  const firstSegments = routeChooser(TABLE);
  const every = routeTable(TABLE);
  const idsOf = (table: typeof every, path: string) =>
    matchRoutes(table, path)?.map(({ route, params, pathname }) => ({ id: route.id, params, pathname }));
  // The router is slow enough with all routes that a fifth of the near ones has to do.
  const paths = new Set(ADDRESSES.flatMap((address, place) => (place % 5 === 0 ? nearly(address) : [address])));
  expect(paths.size).toBeGreaterThan(500);
  for (const path of paths) {
    const segments = firstSegments(path);
    if (!segments) continue;
    const narrowed = routeTable(narrowedRoutes(TABLE, segments));
    expect([path, idsOf(narrowed, path)]).toEqual([path, idsOf(every, path)]);
  }
});

test("every address of the site is answered by few routes", () => {
  const firstSegments = routeChooser(TABLE);
  for (const address of ADDRESSES.filter((path) => path !== "/no/such")) {
    const segments = firstSegments(address);
    expect(segments, address).not.toBeNull();
    expect(Object.keys(narrowedRoutes(TABLE, segments!)).length, address).toBeLessThan(ENTRIES.length / 4);
  }
});

test("whatever is asked for, there are no more choices than the site has beginnings", () => {
  const firstSegments = routeChooser(TABLE);
  const choice = (path: string) => firstSegments(path)?.join("/");
  expect(choice("/products/one")).toBe(choice("/products/two"));
  expect(choice("/merchant/no-such")).toBe(choice("/merchant/nor-this"));
  expect(choice("/no-such")).toBe(choice("/nor-this"));
});
