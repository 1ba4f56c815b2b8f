import { writeFile } from "node:fs/promises";
import type { APIRequestContext } from "@playwright/test";
import { PlainBrowser } from "../fixtures/plain-browser";
import { codeFor } from "./outbox";
import { DEMO_PASSWORD, expect, newEmail, PASSWORD, test } from "./shop";
import { aStall, buyGoods, call, onSale, tokenOf, type Stall } from "./stall";

/*
 * Reviews and messages that are refused or look odd, and what their writer reads on the page. They are sent by HTTP, as
 * a browser without scripts would.
 */

test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, "It needs no browser, and runs once.");

const REVIEW = 'main button[value="review"]';
const SEND = 'main button[value="send"]';

interface Person {
  email: string;
  token: string;
}

async function aBuyer(request: APIRequestContext): Promise<Person> {
  const email = newEmail();
  const person = { firstName: "Wanda", lastName: "Walker", privilege: "buyer" };
  await call(request, "", "POST", "/user", { email, password: PASSWORD, ...person });
  await call(request, "", "POST", "/user/otp", { email, otp: await codeFor(email) });
  return { email, token: await tokenOf(request, email, PASSWORD) };
}

async function signedIn(baseURL: string | undefined, { email }: Person): Promise<PlainBrowser> {
  const browser = new PlainBrowser(baseURL ?? "");
  await browser.post("/login/customer", { email, password: PASSWORD });
  return browser;
}

/** Buys a product and lets it arrive. Returns the page where its buyer reviews it. */
async function arriveAtCheckout(request: APIRequestContext, buyer: Person, stall: Stall) {
  const product = await onSale(request, stall, `Quinces ${Date.now()}`);
  const { orderId } = await buyGoods(request, buyer.email, [{ product, quantity: 1 }]);
  const sale = `/product/order/merchant/${orderId}`;
  await call(request, stall.token, "POST", `${sale}/ship`, { carrier: "Parcels", trackingNumber: "1" });
  await call(request, stall.token, "POST", `${sale}/deliver`);
  const { data } = await call<{ data: { line: string }[] }>(
    request,
    buyer.token,
    "GET",
    `/user/orders/${orderId}/reviews`,
  );
  return { product, form: `/customer/order_history/${orderId}/review/${data[0]!.line}` };
}

async function send(browser: PlainBrowser, selector: string, values: Record<string, string>): Promise<string> {
  const button = browser.find(selector);
  browser.fill(browser.formOf(button), values);
  await browser.send(browser.submission(button));
  return browser.words;
}

test("a review that is too long or has too large a picture comes back with its words; odd words are shown as text", async ({
  request,
  baseURL,
}, info) => {
  test.slow();
  const [buyer, stall] = [await aBuyer(request), await aStall(request)];
  const { product, form } = await arriveAtCheckout(request, buyer, stall);
  const browser = await signedIn(baseURL, buyer);
  const textOf = () => browser.find('main textarea[name="text"]').textContent;

  await browser.open(form);
  expect(await send(browser, REVIEW, { stars: "4", text: "a".repeat(2001) })).toContain("at most 2000 characters");
  expect(textOf()).toBe("a".repeat(2001));

  const picture = info.outputPath("quinces.png");
  await writeFile(picture, Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(20 * 1024 * 1024, 7)]));
  expect(await send(browser, REVIEW, { text: "Set like stone.", photos: picture })).toMatch(
    /quinces\.png: File is larger than 10485760 bytes/,
  );
  expect(textOf()).toBe("Set like stone.");

  // Browsers send each end of a line as two characters.
  const longest = `${"ab\n".repeat(600)}${"c".repeat(200)}`;
  for (const text of ["🍐🍐🍐", "سفرجل لذيذ جدا", "See https://example.com/ <b>now</b>", longest]) {
    await browser.open(form);
    expect(await send(browser, REVIEW, { stars: "4", text }), text.slice(0, 20)).toContain(
      "Your review is shown with the product",
    );
    await browser.open(`/products/${product}/reviews`);
    const words = browser.find("main article p[dir=auto]");
    expect(words.textContent).toBe(text);
    expect(words.children).toHaveLength(0);
  }
});

test("who writes to a stall that was closed meanwhile, or whose account is gone, is told so", async ({
  request,
  baseURL,
}) => {
  const [buyer, stall] = [await aBuyer(request), await aStall(request)];
  const product = await onSale(request, stall, `Quinces ${Date.now()}`);
  const question = { kind: "product", id: product, text: "Are they ripe?" };
  const { data } = await call<{ data: { _id: string } }>(request, buyer.token, "POST", "/conversations", question);
  const page = `/customer/conversations/${data._id}`;
  const browser = await signedIn(baseURL, buyer);
  await browser.open(page);
  const operator = await tokenOf(request, "operator@example.com", DEMO_PASSWORD);
  const { data: person } = await call<{ data: { _id: string } }>(request, stall.token, "GET", "/user");
  const reason = { reason: "Complaints." };
  await call(request, operator, "POST", `/operator/merchants/${person._id}/suspend`, reason);
  expect(await send(browser, SEND, { text: "Hello?" })).toContain("takes no questions");

  // A mailed link that was forwarded shows nothing of the conversation.
  const stranger = await signedIn(baseURL, await aBuyer(request));
  await stranger.open(page);
  expect([stranger.status, stranger.words.includes("Are they ripe?")]).toEqual([404, false]);
  const visitor = new PlainBrowser(baseURL ?? "");
  await visitor.open(page);
  expect([visitor.url.pathname, visitor.words.includes("Are they ripe?")]).toEqual(["/login/customer", false]);

  const otherOrder = await arriveAtCheckout(request, buyer, await aStall(request));
  await browser.open(otherOrder.form);
  const answer = await request.delete("/api/v1/user", {
    data: { password: PASSWORD },
    headers: { Authorization: buyer.token },
  });
  expect(answer.status()).toBe(200);
  expect(await send(browser, REVIEW, { stars: "5", text: "Good." })).toMatch(/^\/login\/customer/);
  await browser.open(`/products/${otherOrder.product}/reviews`);
  expect(browser.words).not.toContain("Good.");
});
