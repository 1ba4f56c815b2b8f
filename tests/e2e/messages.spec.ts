import { look } from "./look";
import { mailTo } from "./outbox";
import { expect, signInAsNewBuyer, test } from "./shop";
import { buyGoods, onSale, openReport, signInAsNewMerchant, signInAsOperator, somebodyElse } from "./stall";

test("a buyer asks, the stall answers with a saved answer, either blocks and reports, and an operator decides", async ({
  page: buyer,
  browser,
  request,
  scripts,
}, info) => {
  test.slow();
  const { email } = await signInAsNewBuyer(buyer, request);
  const merchant = await somebodyElse(browser, scripts);
  const stall = await signInAsNewMerchant(merchant, request);
  const title = `Rye bread ${Date.now()}`;
  const product = await onSale(request, stall, title);

  await buyer.goto(`/products/${product}`);
  await buyer.getByRole("link", { name: "Ask the stall" }).click();
  await expect(buyer).toHaveURL(/\/customer\/conversations\/new\?/);
  await look(buyer, new URL(buyer.url()).pathname + new URL(buyer.url()).search, info, "ask");
  await buyer.getByLabel("Your message").fill("Is it sliced?\nhttps://example.com/");
  await buyer.getByRole("button", { name: "Send" }).click();
  await expect(buyer.getByText("Your message is sent")).toBeVisible();
  await expect(buyer).toHaveURL(/\/customer\/conversations\/[0-9a-f]{24}$/);
  const conversation = new URL(buyer.url()).pathname;
  await expect(buyer.getByRole("link", { name: "https" })).toHaveCount(0);

  await merchant.goto("/merchant/conversations/saved_answers");
  await look(merchant, "/merchant/conversations/saved_answers", info, "saved answers");
  await merchant.getByLabel("Name", { exact: true }).fill("Slicing");
  await merchant.getByLabel("Answer", { exact: true }).fill("We slice it for you at the stall.");
  await merchant.getByRole("button", { name: "Save answer" }).click();
  await expect(merchant.getByText("The answer is saved")).toBeVisible();

  await merchant.goto("/merchant/conversations");
  await look(merchant, "/merchant/conversations", info, "list");
  await expect(merchant.getByRole("link", { name: "Unread 1" })).toBeVisible();
  await merchant.getByRole("link", { name: new RegExp(title) }).click();
  await expect(merchant).toHaveURL(/\/conversations\/[0-9a-f]{24}$/);
  await expect(merchant.getByText("Is it sliced?")).toBeVisible();
  const merchantPath = new URL(merchant.url()).pathname;
  await merchant.getByLabel("Your message").fill("Good morning.");
  await merchant.getByLabel("Saved answer").selectOption({ label: "Slicing" });
  await merchant.getByRole("button", { name: "Put in" }).click();
  await expect(merchant.getByLabel("Your message")).toHaveValue("Good morning.\n\nWe slice it for you at the stall.");
  await merchant.getByRole("button", { name: "Send" }).click();
  await expect(merchant.getByText("Your message is sent")).toBeVisible();
  await look(merchant, merchantPath, info, "stall");

  // A question that is shown with the product has no name.
  await merchant.getByRole("button", { name: "Show on the product’s page" }).click();
  await expect(merchant.getByText("Shown with the product, without the name")).toBeVisible();
  const reader = await somebodyElse(browser, scripts);
  await reader.goto(`/products/${product}`);
  await reader.getByRole("link", { name: "Questions" }).click();
  await expect(reader.getByRole("heading", { name: "Is it sliced?" })).toBeVisible();
  await expect(reader.getByText("Wanda")).toHaveCount(0);
  await look(reader, `/products/${product}/questions`, info, "questions");
  await merchant.getByRole("button", { name: "Take off the product’s page" }).click();
  await expect(merchant.getByText("No longer shown with the product")).toBeVisible();

  await expect.poll(() => mailTo(email, /has written to you/)).toContain(conversation);
  await buyer.goto("/customer");
  await expect(buyer.getByRole("link", { name: "Messages 1 waiting", includeHidden: true })).toHaveCount(1);
  await buyer.goto(`/products/${product}`);
  await expect(buyer.getByRole("link", { name: "My Account, 1 unread" })).toBeVisible();
  await buyer.goto("/customer/conversations?q=SLICE");
  await buyer.getByRole("link", { name: new RegExp(title) }).click();
  await expect(buyer).toHaveURL(new RegExp(`${conversation}$`));
  await expect(buyer.getByText("We slice it for you at the stall.")).toBeVisible();
  await look(buyer, conversation, info, "conversation");
  // A refused message comes back with what was typed.
  await buyer.getByLabel("Your message").evaluate((field: HTMLTextAreaElement) => field.removeAttribute("maxlength"));
  await buyer.getByLabel("Your message").fill("a".repeat(2001));
  await buyer.getByRole("button", { name: "Send" }).click();
  await expect(buyer.getByText("at most 2000 characters").first()).toBeVisible();
  await expect(buyer.getByLabel("Your message")).toHaveValue("a".repeat(2001));

  await buyer.getByText("Block or report").click();
  await buyer.getByRole("button", { name: /^Block / }).click();
  await expect(buyer.getByText("You have blocked the other side")).toBeVisible();
  await merchant.goto(merchantPath);
  await expect(merchant.getByText("takes no messages from you")).toBeVisible();
  await buyer.getByRole("button", { name: "Lift the block" }).click();
  await expect(buyer.getByText("The block is lifted")).toBeVisible();

  await merchant.goto(merchantPath);
  await merchant.getByText("Block or report").click();
  await merchant.getByLabel("What is wrong?").fill(`They advertise a site, ${title}.`);
  await merchant.getByRole("button", { name: "Report" }).click();
  await expect(merchant.getByText("Our team reads this conversation")).toBeVisible();

  const operator = await somebodyElse(browser, scripts);
  await signInAsOperator(operator);
  const reported = async (state: string) => {
    await openReport(operator, { kind: "conversation", state }, title);
    await expect(operator.getByText("Good morning.")).toBeVisible();
  };
  await look(operator, "/operator/reports?kind=conversation", info, "queue");
  await reported("reported");
  await look(operator, new URL(operator.url()).pathname, info, "reported");
  await operator.getByLabel("Reason").fill("It advertises a site.");
  await operator.getByRole("button", { name: "Close the conversation" }).click();
  await expect(operator.getByText("the person is told why")).toBeVisible();
  await expect.poll(() => mailTo(email, /is closed/)).toContain("It advertises a site.");
  await buyer.goto(conversation);
  await expect(buyer.getByText("The reason: It advertises a site.")).toBeVisible();
  await reported("decided");
  await operator.getByRole("button", { name: "Open it again" }).click();
  await expect(operator.getByText("It is shown again")).toBeVisible();

  const { orderId } = await buyGoods(request, email, [{ product, quantity: 1 }]);
  await buyer.goto(`/customer/order_history/${orderId}`);
  await buyer.getByRole("link", { name: "Write to the stall" }).click();
  await buyer.getByLabel("Your message").fill("Could it be a small one?");
  await buyer.getByRole("button", { name: "Send" }).click();
  await expect(buyer.getByText("about Order #")).toBeVisible();
});
