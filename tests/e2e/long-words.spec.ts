import type { APIRequestContext, Page } from "@playwright/test";
import { mailOf } from "../../app/platform/mail/letter.server";
import { codeFor } from "./outbox";
import { expect, logIn, newEmail, PASSWORD, test } from "./shop";
import { aStall, buyGoods, call, onSale, type Stall } from "./stall";

/*
 * Words that are wider than a phone: names, tags, parcel numbers, text typed without a space. They must break, so that
 * no page becomes wider than the screen, not even with large letters.
 */

test.use({ viewport: { width: 360, height: 640 } });

const WORD = "Landwirtschaftsgenossenschaft";
const NAME = "Papadimitrakopoulou-Konstantinidou";
const long = (length: number) => "W".repeat(length);

/** Returns by how many CSS pixels the page is wider than the screen: as it is, and with letters of twice the size. */
async function tooWide(page: Page, path: string): Promise<[string, number, number]> {
  await page.goto(path);
  await page.waitForLoadState();
  const past = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  const before = await past();
  await page.locator("html").evaluate((html) => (html.style.fontSize = "200%"));
  return [path, before, await past()];
}

/** Adds a stall and a product with very long words. */
async function longWords(request: APIRequestContext): Promise<{ stall: Stall; product: string; stallId: string }> {
  const stall = await aStall(request, WORD.padEnd(75, WORD));
  const fields = { words: long(200), place: long(150), opening: long(150) };
  const headers = { Authorization: stall.token };
  expect((await request.put("/api/v1/user/stall", { headers, multipart: fields })).ok()).toBe(true);
  const product = await onSale(request, stall, long(100), {
    // Too few for other tests, which would take it for a product of the demo.
    quantity: 20,
    tags: [long(40)],
    variations: [{ variation: long(60), value: long(60) }],
  });
  const { data } = await call<{ data: { merchant: { _id: string } } }>(
    request,
    "",
    "GET",
    `/product/general/${product}`,
  );
  return { stall, product, stallId: data.merchant._id };
}

async function aBuyer(request: APIRequestContext): Promise<string> {
  const email = newEmail();
  const names = { firstName: WORD, lastName: NAME };
  await call(request, "", "POST", "/user", { email, password: PASSWORD, ...names, privilege: "buyer" });
  await call(request, "", "POST", "/user/otp", { email, otp: await codeFor(email) });
  return email;
}

test("a word that is longer than a phone is wide breaks on every page that shows it", async ({ page, request }) => {
  const { stall, product, stallId } = await longWords(request);
  const buyer = await aBuyer(request);
  const { orderId } = await buyGoods(request, buyer, [{ product, quantity: 1 }]);
  await call(request, stall.token, "POST", `/product/order/merchant/${orderId}/ship`, {
    carrier: long(60),
    trackingNumber: long(60),
  });
  const measured = [
    await tooWide(page, `/products/${product}`),
    await tooWide(page, `/products/${product}#additional`),
    await tooWide(page, `/stalls/${stallId}`),
  ];
  await logIn(page, stall.email, PASSWORD, "/login/merchant");
  for (const path of [`products/${product}`, `products/${product}/stock`, `orders/${orderId}`])
    measured.push(await tooWide(page, `/merchant/${path}`));
  await page.context().clearCookies();
  await logIn(page, buyer, PASSWORD, "/login/customer");
  measured.push(await tooWide(page, "/customer"));
  expect(measured.filter(([, ...past]) => Math.max(...past) > 0)).toEqual([]);
});

test("such words break in a mail as well, and its sums do not", async ({ page }) => {
  const { html } = mailOf(
    {
      to: "ada@example.com",
      subject: "Your order",
      greeting: "Hello Ada,",
      parts: [
        `${long(100)} is on its way.`,
        {
          rows: [
            [`1 × ${long(100)}`, "$1,234.50"],
            ["Tracking number", long(60)],
          ],
        },
      ],
    },
    { market: { name: "Fieldstall", address: "1 Lane", email: "", phone: "" }, publicUrl: "http://shop.test" },
  );
  await page.setContent(html);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  const lines = await page.getByText("$1,234.50").evaluate((cell) => {
    const words = document.createRange();
    words.selectNodeContents(cell);
    return words.getClientRects().length;
  });
  expect(lines).toBe(1);
});
