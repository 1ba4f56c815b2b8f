import { readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { afterAll, beforeAll, expect, test } from "vitest";
import { guardSecretAddresses, isSecretAddress } from "./secret-addresses";

/** Every page whose address is a secret. */
const PAGES = [
  "/pay/word",
  "/decisions/word",
  "/review/word",
  "/watch/word",
  "/notices/word",
  "/moved/word",
  "/checkout_success",
  "/first_run",
  "/login/link",
  "/newsletter/confirm",
  "/newsletter/unsubscribe",
  "/operator_invitation",
  "/reset_password/newPassword",
  "/security/email/confirm",
  "/security/email/undo",
  "/signup/verify_email",
];

let server: Server;
let site = "";
beforeAll(async () => {
  const shop = express();
  shop.use(guardSecretAddresses);
  shop.use((request, response) => {
    response.set({ "Cache-Control": "public, max-age=60", "Referrer-Policy": "strict-origin-when-cross-origin" });
    if (request.query["as"] === "redirect") response.redirect(303, "/login");
    else if (request.query["as"] === "head") response.writeHead(200, ["X-Odd", "1"]).end();
    else response.status(Number(request.query["as"] ?? 200)).send("an answer");
  });
  server = createServer(shop);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const guarded = async (path: string) => {
  const { headers } = await fetch(site + path, { redirect: "manual" });
  return [headers.get("X-Robots-Tag"), headers.get("Cache-Control"), headers.get("Referrer-Policy")];
};

test.each(PAGES)("%s stays with whoever was sent it: the page, its data, its redirects, its errors", async (page) => {
  for (const path of [page, `${page}.data`, page.toUpperCase(), `${page}/`])
    for (const as of ["200", "404", "413", "500", "redirect", "head"])
      expect([path, as, await guarded(`${path}?link=word&as=${as}`)]).toEqual([
        path,
        as,
        ["noindex", "no-store", "no-referrer"],
      ]);
});

test.each(["/", "/payments", "/products?q=/pay/word", "/newsletter", "/security/email", "/pay/a/b"])(
  "%s is like every other page",
  async (path) => {
    expect(await guarded(path)).toEqual([null, "public, max-age=60", "strict-origin-when-cross-origin"]);
  },
);

test("every link that is mailed with a word in it leads to one of these pages, and every one of them is mailed", () => {
  const sources = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".server.ts"))
    .map((file) => readFileSync(`app/${file}`, "utf8"));
  // A path that ends in a secret word, or has one as link or token.
  const link =
    /\$\{[\w.]*publicUrl\}(\/[\w/]+?)(?:\?(?:\S*&)?(?:link|token)=\$\{|\/\$\{(?:paymentLinkWord|linkWord|word))/g;
  const mailed = new Set(sources.flatMap((source) => [...source.matchAll(link)].map(([, path]) => path as string)));
  const pages = [...mailed].map((path) =>
    /^\/(pay|decisions|review|watch|notices|moved)$/.test(path) ? `${path}/word` : path,
  );
  expect(pages.toSorted()).toEqual(PAGES.toSorted());
  expect(pages.filter((page) => !isSecretAddress(page))).toEqual([]);
});

test("the table of routes has each of these pages, and no other that reads such a word from its address", () => {
  const routes = readFileSync("app/routes.ts", "utf8");
  for (const page of PAGES) expect(routes).toContain(`route("${page.slice(1).replace("/word", "/:word")}"`);
  const folders = readdirSync("app/routes", { recursive: true, encoding: "utf8" })
    .filter((file) => /route\.tsx?$/.test(file))
    .filter((file) =>
      /searchParams[\s\S]{0,20}\.get\("(link|token)"\)|get\("(link|token)"\)|params\["word"\]|pressLink|linkIn/.test(
        readFileSync(`app/routes/${file}`, "utf8"),
      ),
    );
  const paths = folders.map((file) => new RegExp(`route\\("([^"]+)", "routes/${file}"`).exec(routes)?.[1] ?? file);
  expect(paths.map((path) => `/${path}`.replace(":word", "word")).toSorted()).toEqual(PAGES.toSorted());
});
