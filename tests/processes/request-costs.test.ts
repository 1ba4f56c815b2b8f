import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { afterAll, beforeAll, expect, test } from "vitest";
import routes from "~/routes";
import { MARKET } from "../../scripts/gate/market.mjs";
import { TOO_MUCH } from "../../scripts/abuse/too-much.mjs";
import { sampleOf } from "../../scripts/gate/sample.mjs";
import { startProcess, type ShopProcess } from "./shop-process";

/*
 * Any request of a stranger, to any address of the site, with up to 16 KB of path and headers, gets a small response
 * and causes few statements. `npm run abuse -- --routes` measures how long the event loop stands still meanwhile.
 */

const MOST = { bytes: 1024 * 1024, statements: 40 };
const folder = mkdtempSync(path.join(tmpdir(), "fieldstall-costs-"));
let shop: ShopProcess | undefined;

beforeAll(async () => {
  shop = await startProcess(
    {
      DATA_DIR: folder,
      DEMO: "0",
      PUBLIC_URL: "http://127.0.0.1",
      APP_SECRET: "a secret that only these tests know.",
      PAYMENTS: "test",
      LIMITS: "off",
      MAIL: "files",
      ...MARKET,
    },
    0,
  );
});

afterAll(async () => {
  await shop?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns every path of the table of routes, with an unknown id for each parameter. */
function paths(entries: RouteConfigEntry[], above = ""): string[] {
  return entries.flatMap((entry) => {
    const here = entry.path ? `${above}/${entry.path}` : above;
    return [
      ...(entry.path || entry.index
        ? [here.replace(/:\w+/g, "a".repeat(24)).replace("*", "nowhere/at/all") || "/"]
        : []),
      ...paths(entry.children ?? [], here),
    ];
  });
}

const everyPath = [...new Set(paths(await routes))];

test("the table of routes is the one that is looked at", () => {
  expect(everyPath).toEqual(
    expect.arrayContaining(["/", "/products", `/products/${"a".repeat(24)}`, "/operator/audit_log"]),
  );
  expect(everyPath.length).toBeGreaterThan(80);
});

test.each(TOO_MUCH)("%s costs no address of the site much", async (what, query, headers) => {
  const dear: unknown[] = [];
  let answered = 0;
  const somePaths = sampleOf(everyPath, what);
  for (const method of ["GET", "POST"])
    for (const address of somePaths) {
      const sent =
        method === "POST"
          ? { body: "a=1", headers: { ...headers, "Content-Type": "application/x-www-form-urlencoded" } }
          : { headers };
      const response = await fetch(`${shop?.address}${address}${query}`, { method, redirect: "manual", ...sent });
      const bytes = (await response.arrayBuffer()).byteLength;
      const statements = Number(/desc="(\d+) statements"/.exec(response.headers.get("Server-Timing") ?? "")?.[1] ?? 0);
      answered += 1;
      if (bytes > MOST.bytes || statements > MOST.statements || (response.status >= 500 && address !== "/readyz"))
        dear.push([method, address, response.status, bytes, statements]);
    }
  expect([dear, answered]).toEqual([[], 2 * somePaths.length]);
});
