import { codeFor } from "../outbox";
import { DEMO_PASSWORD, expect, newEmail, PASSWORD, test } from "../shop";
import { aStall, call, onSale, tokenOf } from "../stall";
import { isInstalled } from "./terminal";
import { w3m } from "./text-browser";

/* Goods of three stalls in a text browser: collected at a market day, delivered by the stall, and sent by carrier. */

test.skip(({ javaScriptEnabled }) => javaScriptEnabled !== false, "It has no scripts.");

/** The weekday three days from now, so that no cut-off has passed at any time of day. */
const WEEKDAY = new Date(Date.now() + 3 * 86_400_000).getUTCDay() || 7;

test("w3m buys from three stalls, chooses how their goods get to it, and pays once", async ({ request, baseURL }) => {
  test.slow();
  test.skip(!isInstalled("w3m") || !isInstalled("tmux"), "There is no w3m here, or no tmux to hold its terminal.");
  const now = Date.now();
  const [farm, bakery, roastery] = [
    await aStall(request, `Farm ${now}`),
    await aStall(request, `Bakery ${now}`),
    await aStall(request, `Roastery ${now}`),
  ];
  const goods = [
    await onSale(request, farm, `Leeks ${now}`, { amount: "3.20" }),
    await onSale(request, bakery, `Rolls ${now}`, { amount: "4.10" }),
    await onSale(request, roastery, `Beans ${now}`, { amount: "9.90" }),
  ];
  const operator = await tokenOf(request, "operator@example.com", DEMO_PASSWORD);
  const { data: market } = await call<{ data: { _id: string } }>(request, operator, "POST", "/operator/market-days", {
    name: `Square ${now}`,
    address: "1 Market Square",
    fee: 1.05,
    times: [{ weekday: WEEKDAY, from: "09:00", to: "12:00", cutOff: { hoursBefore: 2 } }],
  });
  await call(request, farm.token, "PUT", `/merchant/market-days/${market._id}`, { noticeHours: 0 });
  await call(request, bakery.token, "POST", "/merchant/ways", {
    kind: "delivery",
    name: "Evening round",
    area: "05401-05408",
    fee: 2.5,
    times: [{ weekday: WEEKDAY, from: "17:00", to: "20:00", cutOff: { hoursBefore: 2 } }],
  });
  const email = newEmail();
  const person = { email, password: PASSWORD, firstName: "Wanda", lastName: "Walker", privilege: "buyer" };
  await call(request, "", "POST", "/user", person);
  await call(request, "", "POST", "/user/otp", { email, otp: await codeFor(email) });

  const browser = w3m(`${baseURL}/login/customer`);
  try {
    await browser.see(/Good to see you again/);
    await browser.fill("Good to see you again", email);
    await browser.fill("Password", PASSWORD);
    await browser.follow("Sign In", "Password");
    await browser.see(/Recent Order/);
    for (const product of goods) {
      await browser.open(`${baseURL}/products/${product}`);
      await browser.see(/Sold by/);
      await browser.follow("Add to Cart", "Sold by");
      await browser.see(/Added to your cart/);
    }
    await browser.open(`${baseURL}/checkout`);
    await browser.see(/Billing Information/);
    await browser.fill("Street address", "12 Orchard Row");
    await browser.fill("City", "Burlington");
    // The hint of the city names the zip code, too.
    await browser.fill("Zip code", "05402", "No states to choose from");
    await browser.choose("Country / Region", "United States");
    await browser.follow("Checkout", "Order Summary");
    await browser.see(/Choose how the goods of/);
    await browser.pick(", 9 to 12", `Square ${now}`);
    await browser.pick(", 17 to 20", "Evening round");
    await browser.follow("Checkout", "Order Summary");

    expect(await browser.see(/Test payments/)).toMatch(/Pay \$20\.75/);
    await browser.fill("Card number", "4242424242424242");
    await browser.fill("Month and year", "04 / 34");
    await browser.fill("The digits on the back", "123");
    await browser.follow("Pay", "The digits on the back");
    await browser.see(/Order #\d+|Thank you/);
  } finally {
    browser.close();
  }
  const { data: orders } = await call<{ data: { docs: { _id: string }[] } }>(
    request,
    await tokenOf(request, email, PASSWORD),
    "GET",
    "/product/order",
  );
  expect(orders.docs).toHaveLength(1);
});
