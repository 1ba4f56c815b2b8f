import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { refuseCrossSite } from "./cross-site.server";

/* A browser from before 2020 posts forms to a real server, which answers with what reached it. */

const CONFIG = {
  publicUrl: "https://shop.example",
  production: true,
  secret: "a-secret-of-the-shop-0123456789abc",
  previousSecret: null,
};
const OLD = { "User-Agent": "Mozilla/5.0 (Linux; Android 4.4) Chrome/30", Cookie: "browser=b1; authToken=t1" };
const FORM = { "Content-Type": "application/x-www-form-urlencoded" };

describe("a form of a browser that does not say where it comes from", () => {
  let server: Server;
  let site = "";

  beforeAll(async () => {
    const shop = express();
    shop.use(refuseCrossSite(CONFIG, (path) => path === "/pay/word"));
    shop.use(express.raw({ type: () => true }));
    shop.use((request, response) => {
      response.json({ reached: request.originalUrl, body: String(request.body) });
    });
    server = createServer(shop);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  const post = (path: string, body: string | FormData, headers: Record<string, string> = {}) =>
    fetch(site + path, {
      method: "POST",
      body,
      headers: { ...OLD, ...(typeof body === "string" && FORM), ...headers },
    });
  const confirmation = async (path: string, body: string | FormData) => {
    const response = await post(path, body);
    const page = await response.text();
    return { response, page, action: /action="([^"]+)"/.exec(page)![1]!.replaceAll("&amp;", "&") };
  };

  test("is asked to be confirmed, with what was typed in it, and goes on to where it was sent", async () => {
    const { response, page, action } = await confirmation(
      "/contact?from=faq",
      "name=Ada+%3Cb%3E&text=one%0Atwo&intent=send",
    );
    expect([response.status, response.headers.get("Cache-Control")]).toEqual([403, "no-store"]);
    expect(page).toContain('<input type="hidden" name="name" value="Ada &lt;b&gt;">');
    expect(page).toContain('<input type="hidden" name="text" value="one&#10;two">');
    expect(page).toContain('<input type="hidden" name="intent" value="send">');
    expect(response.headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
    const went = await post(action, "name=Ada");
    expect(await went.json()).toEqual({ reached: "/contact?from=faq", body: "name=Ada" });
  });

  test("is asked to be confirmed where its page hides the origin, and goes on with that word alone", async () => {
    const originNull = { Origin: "null" };
    const response = await post("/pay/word", "x=1", originNull);
    const action = /action="([^"]+)"/.exec(await response.text())![1]!.replaceAll("&amp;", "&");
    expect(await (await post(action, "x=1", originNull)).json()).toEqual({ reached: "/pay/word", body: "x=1" });
    const otherForm = await post("/contact", "x=1", originNull);
    expect([otherForm.status, await otherForm.text()]).toEqual([403, expect.stringContaining("another site")]);
  });

  test("is not given back where its page would be larger than any form makes it", async () => {
    const large = await post("/contact", `text=${'"'.repeat(100_000)}`);
    expect([large.status, (await large.text()).length < 100]).toEqual([413, true]);
    const longForm = await post("/contact", "a&".repeat(100_000));
    expect([longForm.status, (await longForm.text()).length < 100]).toEqual([400, true]);
  });

  test("goes through at once where the browser says that it comes from a page of ours", async () => {
    const went = await post("/contact", "name=Ada", { "Sec-Fetch-Site": "same-origin" });
    expect(await went.json()).toEqual({ reached: "/contact", body: "name=Ada" });
  });

  test("passwords and cards are in no page: they are asked for again", async () => {
    const { page } = await confirmation(
      "/login",
      "email=a%40example.com&password=hunter2&confirmPassword=hunter2&cvc=123",
    );
    expect(page).not.toMatch(/hunter2|"123"/);
    expect(page).toMatch(
      /<label for="again-1">Password<\/label><input id="again-1" type="password" name="password" autocomplete="off" required>/,
    );
    expect(page).toContain("Confirm password");
    expect(page).toContain("Security code (CVC)");
  });

  test("of one with files the texts are kept, and the files are to be chosen again", async () => {
    const form = new FormData();
    form.set("title", "Plums");
    form.append("image[]", new File(["one"], "one.png"));
    form.append("image[]", new File(["two"], "two.png"));
    form.set("video", new File([], ""));
    const { page } = await confirmation("/merchant/products/add", form);
    expect(page).toContain('enctype="multipart/form-data"');
    expect(page).toContain('<input type="hidden" name="title" value="Plums">');
    expect(page.match(/type="file"/g)).toHaveLength(1);
    expect(page).toContain('name="image[]" multiple');
  });

  test("is confirmed for its own session and address alone, for ten minutes, and by our word alone", async ({
    onTestFinished,
  }) => {
    const now = Date.UTC(2026, 2, 2, 12);
    vi.useFakeTimers({ toFake: ["Date"], now });
    onTestFinished(() => void vi.useRealTimers());
    const { action } = await confirmation("/newsletter", "email=a%40example.com");
    expect((await post(action, "x=1", { Cookie: "browser=b1; authToken=t2" })).status).toBe(403);
    expect((await post(action.replace("/newsletter", "/contact"), "x=1")).status).toBe(403);
    expect((await post(action.replace(/\.[\w-]+$/, ".forged"), "x=1")).status).toBe(403);
    expect((await post("/newsletter?_confirm=9999999999999.", "x=1")).status).toBe(403);
    // Other cookies may change in the meantime.
    expect((await post(action, "x=1", { Cookie: "notice=n; authToken=t1; browser=b1" })).status).toBe(200);
    const until = Number(/_confirm=(\d+)/.exec(action)![1]);
    expect(until).toBe(now + 10 * 60_000);
    vi.setSystemTime(until - 1);
    expect((await post(action, "x=1")).status).toBe(200);
    vi.setSystemTime(until);
    expect((await post(action, "x=1")).status).toBe(403);
  });

  test("another site's form has no way on, confirmed or not", async () => {
    const { action } = await confirmation("/newsletter", "email=a%40example.com");
    const refusal = await post(action, "x=1", { Origin: "https://evil.example" });
    expect([refusal.status, refusal.headers.get("Content-Type")]).toEqual([403, "text/plain; charset=utf-8"]);
  });

  test("calls of scripts and of the service are refused plainly", async () => {
    expect((await (await post("/newsletter.data", "x=1")).text()).startsWith("This request")).toBe(true);
    const call = await post("/api/v1/newsletter", "x=1");
    expect([call.status, ((await call.json()) as { error: [{ code: string }] }).error[0].code]).toEqual([
      403,
      "other_origin",
    ]);
  });

  test.each([
    ["fields", 400, (n: number) => Array.from({ length: n }, (_, nth) => `a${nth}=1`).join("&")],
    ["bytes of text", 256 * 1024, (n: number) => `a=${"x".repeat(n - 2)}`],
  ])("more %s than %i make no form of ours", async (_, limit, body) => {
    expect((await post("/contact", body(limit))).status).toBe(403);
    const refusal = await post("/contact", body(limit + 1));
    expect([refusal.status, await refusal.text()]).toEqual([400, "The form could not be read."]);
  });
});
