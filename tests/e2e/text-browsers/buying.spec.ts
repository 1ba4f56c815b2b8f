import { isChosen, SAMPLE } from "../../../scripts/gate/sample.mjs";
import { codeFor } from "../outbox";
import { expect, newEmail, PASSWORD, productsInStock, test } from "../shop";
import { lynx } from "./lynx";
import { isInstalled } from "./terminal";
import { w3m } from "./text-browser";

/* From the search to the paid order in a text browser. A person can only press what the browser shows. */

test.skip(({ javaScriptEnabled }) => javaScriptEnabled !== false, "It has no scripts.");

/** In a sample, only one of the browsers buys, chosen by the commit. */
const seed = process.env[SAMPLE];
const passedOver = seed && (isChosen(seed, "text browsers", 2) ? "w3m" : "lynx");

for (const [name, open] of Object.entries({ w3m, lynx }).filter(([browserName]) => browserName !== passedOver)) {
  test(`${name} buys, from the search to the paid order`, async ({ request, baseURL }) => {
    test.slow();
    test.skip(!isInstalled(name) || !isInstalled("tmux"), `There is no ${name} here, or no tmux to hold its terminal.`);
    const [product] = await productsInStock(request);
    const email = newEmail();
    const person = { firstName: "Wanda", lastName: "Walker", privilege: "buyer" };
    await request.post("/api/v1/user", { data: { email, password: PASSWORD, ...person } });
    await request.post("/api/v1/user/otp", { data: { email, otp: await codeFor(email) } });

    const browser = open(`${baseURL}/`);
    try {
      await browser.see(/Search products/);
      // Without the last word: the search is repeated above the results, where w3m would find the whole title first.
      await browser.fill("Search products", product!.title.split(" ").slice(0, -1).join(" "));
      await browser.follow("Search", "Search products");
      await browser.see(/results? found for/);
      // The text of a card's heart, which is an icon in other browsers.
      await browser.follow("Wishlist", "found for");
      await browser.see(/Wishlist, 1 product/);
      await browser.follow(product!.title, "found for");
      await browser.see(/Sold by/);
      await browser.follow("Add to Cart", "Sold by");
      await browser.see(/Added to your cart/);
      await browser.follow("Go to your cart");
      await browser.see(/Products in your cart/);
      await browser.fill("One less", "2");
      await browser.follow("Proceed to Checkout");

      await browser.follow("Sign in with your password");
      await browser.see(/Good to see you again/);
      await browser.fill("Good to see you again", email);
      await browser.fill("Password", PASSWORD);
      await browser.follow("Sign In", "Password");
      await browser.see(/Billing Information/);
      expect(await browser.see(/Order Summary/)).toMatch(/× 2/);
      await browser.fill("Street address", "12 Orchard Row");
      await browser.fill("City", "Burlington");
      await browser.choose("Country / Region", "United States");
      await browser.follow("Checkout", "Order Summary");

      await browser.see(/Test payments/);
      await browser.fill("Card number", "4242424242424242");
      await browser.fill("Month and year", "04 / 34");
      await browser.fill("The digits on the back", "123");
      await browser.follow("Pay", "The digits on the back");
      await browser.see(/Order #\d+|Thank you/);
    } finally {
      browser.close();
    }
    const login = await request.post("/api/v1/user/login", { data: { email, password: PASSWORD } });
    const { token } = (await login.json()) as { token: string };
    const orders = await request.get("/api/v1/product/order", { headers: { Authorization: token } });
    expect(await orders.text()).toContain(product!.title);
  });
}
