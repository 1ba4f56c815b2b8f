import type { RouteConfigEntry } from "@remix-run/route-config";
import { expect, test } from "vitest";
import routes from "~/routes";
import { crumbs } from "~/ui/breadcrumb/crumbs";

/** Addresses of the routes that have a screen, with the names of their parameters. */
function screensIn(entries: RouteConfigEntry[], above = ""): string[] {
  return entries.flatMap(({ path = "", file, index, children = [] }) => {
    const address = path === "" ? above : `${above}/${path}`;
    const screen = file.endsWith(".tsx") && (index || children.length === 0) ? [address || "/"] : [];
    return [...screen, ...screensIn(children, address)];
  });
}

const screens = screensIn(routes as RouteConfigEntry[]).filter((address) => !address.includes("*"));
/** An address without a screen that redirects to one. */
const LEADS_ON = "/merchant/payout_account";
const patterns = [...screens, LEADS_ON].map((address) => new RegExp(`^${address.replaceAll(/:\w+/g, "[^/]+")}$`));

/** An address as a person opens it: a day for `:day`, an id for any other parameter. */
const opened = (address: string) => address.replaceAll(":day", "2026-12-05").replaceAll(/:\w+/g, "0".repeat(24));

test.each(screens)("the breadcrumb of %s leads to no page that is not there", (address) => {
  const hrefs = crumbs(opened(address)).flatMap(({ href }) => href ?? []);
  // A parameter in the address of a screen matches any single part of a path.
  expect(hrefs.filter((href) => !patterns.some((pattern) => pattern.test(href)))).toEqual([]);
});
