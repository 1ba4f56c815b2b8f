import type { RouteConfigEntry } from "@remix-run/route-config";
import { expect, test } from "vitest";
import routes from "~/routes";
import { crumbs } from "~/ui/breadcrumb/crumbs";

/** Addresses of the entries that have a screen, with their parameters' names. */
function screensIn(entries: RouteConfigEntry[], above = ""): string[] {
  return entries.flatMap(({ path = "", file, index, children = [] }) => {
    const address = path === "" ? above : `${above}/${path}`;
    const screen = file.endsWith(".tsx") && (index || children.length === 0) ? [address || "/"] : [];
    return [...screen, ...screensIn(children, address)];
  });
}

const screens = screensIn(routes as RouteConfigEntry[]).filter((address) => !address.includes("*"));
/** An address without a screen that leads on to one. */
const LEADS_ON = "/merchant/payout_account";
const patterns = [...screens, LEADS_ON].map((address) => new RegExp(`^${address.replaceAll(/:\w+/g, "[^/]+")}$`));

/** An address as somebody opens it: a day for a day, an id for any other parameter. */
const opened = (address: string) => address.replaceAll(":day", "2026-12-05").replaceAll(/:\w+/g, "0".repeat(24));

test.each(screens)("the breadcrumb of %s leads to no page that is not there", (address) => {
  const hrefs = crumbs(opened(address)).flatMap(({ href }) => href ?? []);
  // A part of the path that is an id may be answered by the page of that id alone.
  expect(hrefs.filter((href) => !patterns.some((pattern) => pattern.test(href)))).toEqual([]);
});
