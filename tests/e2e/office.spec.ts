import type { Page } from "@playwright/test";
import { look } from "./look";
import { expect, PASSWORD, signInAsNewBuyer, test } from "./shop";
import { aStall, buyGoods, call, inReview, onSale, signInAsOperator, somebodyElse, tokenOf } from "./stall";

test("a buyer asks about an order, somebody of the team takes care of it and answers, and both read all of it", async ({
  page: buyer,
  browser,
  request,
  scripts,
}, info) => {
  test.slow();
  const { email } = await signInAsNewBuyer(buyer, request);
  const word = Date.now();
  const stall = await aStall(request);
  const product = await onSale(request, stall, `Quinces ${word}`);
  const { orderId } = await buyGoods(request, email, [{ product, quantity: 1 }]);
  await buyer.goto(`/customer/order_history/${orderId}`);
  await buyer.getByRole("link", { name: "Ask about this order" }).click();
  const number = await buyer.getByLabel(/^Order number/).inputValue();
  expect(number).toMatch(/^\d+$/);
  await buyer.getByLabel(/^Subject/).fill(`Bruised ${word}`);
  await buyer.getByLabel("Message").fill("Half of them are brown.");
  await buyer.getByRole("button", { name: "Send message" }).click();
  await expect(buyer.getByText("Your message has been sent successfully!")).toBeVisible();

  const operator = await somebodyElse(browser, scripts);
  await signInAsOperator(operator);
  await operator.goto("/operator/support?assigned=nobody&page=9999");
  await operator.getByRole("link", { name: `Bruised ${word}` }).click();
  await expect(operator.getByRole("region", { name: "Orders of the writer" })).toContainText(
    new RegExp(`#${number}.*\\$4\\.20.*named in the message`),
  );
  await operator.getByLabel("Taken care of by").selectOption({ index: 1 });
  await operator.getByRole("button", { name: "Assign" }).click();
  await expect(operator.getByText("It is taken care of.")).toBeVisible();
  await look(operator, new URL(operator.url()).pathname, info, "message");
  await operator.getByLabel("Your answer").fill("Send us a picture, please.\nWe are sorry.");
  await operator.getByRole("button", { name: "Send answer" }).click();
  await expect(operator.getByText("The answer is on its way.")).toBeVisible();

  await buyer.goto("/customer/messages");
  await look(buyer, "/customer/messages", info, "own messages");
  await buyer.getByRole("link", { name: `Bruised ${word}` }).click();
  const messages = buyer.getByRole("list", { name: "What was written" }).getByRole("listitem");
  await expect(messages).toHaveText([
    /^You.*Half of them are brown\.$/s,
    /Send us a picture, please\.\s+We are sorry\.$/,
  ]);
  // An empty reply is not sent, and the field says so.
  await buyer.getByLabel("Your reply").fill("  ");
  await buyer.getByRole("button", { name: "Send reply" }).click();
  await expect(buyer.getByText("Reply is required").first()).toBeVisible();
  await buyer.getByLabel("Your reply").fill("It is on its way.");
  await buyer.getByRole("button", { name: "Send reply" }).click();
  await expect(messages).toHaveCount(3);
  await expect(buyer.getByLabel("Your reply")).toHaveValue("");
  await look(buyer, new URL(buyer.url()).pathname, info, "own message");

  await operator.goto("/operator/support?assigned=me&page=9999");
  await look(operator, "/operator/support?assigned=me&page=9999", info, "messages");
  await expect(operator.getByRole("row", { name: `Bruised ${word}` })).toContainText("Replied");
  await operator.getByRole("link", { name: `Bruised ${word}` }).click();
  await operator.getByRole("button", { name: "Close without an answer" }).click();
  await expect(operator).toHaveURL(/\/operator\/support$/);
  await operator.context().close();
});

/** Presses Alt and a letter, with the letter's text. Access keys need it, and Playwright's presses leave it out. */
async function accessKey(page: Page, key: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const press = {
    key,
    code: `Key${key.toUpperCase()}`,
    windowsVirtualKeyCode: key.toUpperCase().charCodeAt(0),
    modifiers: 1,
  };
  await devtools.send("Input.dispatchKeyEvent", { type: "keyDown", ...press, text: key, unmodifiedText: key });
  await devtools.send("Input.dispatchKeyEvent", { type: "keyUp", ...press });
  await devtools.detach();
}

test("an operator reviews one after the other with keys, and finds what was decided in the log", async ({
  page: operator,
  request,
}, info) => {
  test.slow();
  const word = Date.now();
  const stall = await aStall(request);
  const first = await inReview(request, stall, `Medlars ${word}`);
  await inReview(request, stall, `Sloes ${word}`);
  await signInAsOperator(operator);
  await operator.goto(`/operator/review/${first}`);
  await look(operator, `/operator/review/${first}`, info, "review");
  await accessKey(operator, "s");
  await expect(operator.getByRole("combobox", { name: "Reason" })).toBeFocused();
  // Neither a listed reason nor own words are given.
  await operator.getByRole("button", { name: "Send back" }).click();
  await expect(operator.getByText("Reason is required").first()).toBeVisible();
  await operator.getByRole("combobox", { name: "Reason" }).selectOption("allergens");
  await operator.getByLabel(/^In your own words/).fill("Nuts above all.");
  await operator.getByRole("button", { name: "Send back" }).click();
  await expect(operator.getByText("The merchant has it back, with your reason.")).toBeVisible();
  const ownProduct = await call<{ data: { sentBackReason: string } }>(
    request,
    await tokenOf(request, stall.email, PASSWORD),
    "GET",
    `/product/manage-product/${first}`,
  );
  expect(JSON.stringify(ownProduct.data)).toContain("Please name every allergen that is in it.\\n\\nNuts above all.");

  // Other products wait as well, so it goes on until ours comes.
  await expect(operator).toHaveURL(/\/operator\/review\/[0-9a-f]{24}$/);
  const title = operator.getByRole("heading", { level: 1 });
  for (let step = 0; step < 40 && (await title.textContent()) !== `Sloes ${word}`; step += 1) {
    const before = operator.url();
    await accessKey(operator, "n");
    await expect(operator).not.toHaveURL(before);
  }
  await expect(title).toHaveText(`Sloes ${word}`);
  await accessKey(operator, "p");
  await expect(operator.getByText("It is on sale, and the merchant is told.")).toBeVisible();

  await operator.goto("/operator/audit_log");
  await operator.getByLabel("What was done").selectOption({ label: "Sent a product back" });
  await operator.getByRole("searchbox", { name: "Whom or what, a reason or an ID" }).fill(`medlars ${word}`);
  await operator.getByRole("main").getByRole("button", { name: "Search" }).click();
  await expect(operator.getByText("1 entry")).toBeVisible();
  await expect(operator.getByRole("main")).toContainText("State: from “in review” to “draft”");
  await look(operator, new URL(operator.url()).pathname + new URL(operator.url()).search, info, "log");
  const link = operator.getByRole("link", { name: "Entries as CSV" });
  const file = await operator.context().request.get((await link.getAttribute("href")) ?? "");
  expect([file.headers()["content-type"], (await file.text()).split("\r\n").length]).toEqual([
    "text/csv; charset=utf-8",
    3,
  ]);
  await operator.getByRole("table").getByRole("link", { name: "Olive Hartman" }).click();
  await expect(operator.getByText(/^Only what .+ did\.$/)).toBeVisible();
  await operator.getByRole("link", { name: "Show everything" }).click();
  await expect(operator).toHaveURL(/audit_log$/);
});
