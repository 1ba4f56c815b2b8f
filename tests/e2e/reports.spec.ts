import { look } from "./look";
import { linkFor, mailTo } from "./outbox";
import { expect, newEmail, PASSWORD, signInAsNewBuyer, test } from "./shop";
import { call, onSale, openReport, signInAsNewMerchant, signInAsOperator, somebodyElse, tokenOf } from "./stall";

test("a stranger reports a question and a product, an operator decides, and the merchant objects once", async ({
  page: buyer,
  browser,
  request,
  scripts,
}, info) => {
  test.slow();
  const { email: buyerEmail } = await signInAsNewBuyer(buyer, request);
  const merchant = await somebodyElse(browser, scripts);
  const stall = await signInAsNewMerchant(merchant, request);
  const title = `Bread ${newEmail()}`;
  const product = await onSale(request, stall, title);
  const asks = await tokenOf(request, buyerEmail, PASSWORD);
  const created = await call<{ data: { _id: string } }>(request, asks, "POST", "/conversations", {
    kind: "product",
    id: product,
    text: "Is it sliced?",
  });
  const conversation = `/conversations/${created.data._id}`;
  await call(request, stall.token, "POST", `${conversation}/messages`, { text: "Ask Joe Brown at the gate." });
  const { data } = await call<{ data: { messages: { _id: string }[] } }>(request, stall.token, "GET", conversation);
  await call(request, stall.token, "PUT", `/merchant${conversation}/questions/${data.messages[1]?._id}`);

  const reader = await somebodyElse(browser, scripts);
  await reader.goto(`/products/${product}`);
  await reader.getByRole("link", { name: "Questions" }).click();
  await expect(reader).toHaveURL(new RegExp(`/products/${product}/questions$`));
  await look(reader, `/products/${product}/questions`, info, "questions");
  await reader.getByRole("link", { name: "Report", exact: true }).click();
  await expect(reader).toHaveURL(/\/questions\/[0-9a-f]{24}\/report$/);
  await look(reader, new URL(reader.url()).pathname, info, "report a question");
  await reader.getByLabel("What is wrong with it?").fill("It names a person.");
  await reader.getByRole("button", { name: "Report" }).click();
  await expect(reader.getByText("Our team looks at this question")).toBeVisible();

  const operator = await somebodyElse(browser, scripts);
  await signInAsOperator(operator);
  await look(operator, "/operator/reports", info, "queue");
  await openReport(operator, { kind: "question" }, title);
  await expect(operator.getByText("It names a person.")).toBeVisible();
  const report = new URL(operator.url()).pathname;
  await look(operator, report, info, "case");
  await operator.getByLabel("Reason").fill("Mr. Brown asks not to be named.");
  await operator.getByRole("button", { name: "Hide the question" }).click();
  await expect(operator.getByText("It is taken down, and the person is told why.")).toBeVisible();
  await reader.goto(`/products/${product}/questions`);
  await expect(reader.getByText("There are none of these")).toBeVisible();

  // The mailed link works without signing in.
  const link = new URL(await linkFor(stall.email, /Mr\. Brown asks/, /https?:\/\/\S+\/decisions\/[\w.-]+/)).pathname;
  await look(reader, link, info, "decision");
  await reader.goto(link);
  await reader.getByLabel("Why is it wrong?").fill("Mr. Brown is my husband, and agrees.");
  await reader.getByRole("button", { name: "Object" }).click();
  await expect(reader.getByText("Our team looks at it once more, and writes to you.").first()).toBeVisible();
  await expect(reader.getByLabel("Why is it wrong?")).toHaveCount(0);
  await merchant.goto("/merchant/account_settings");
  await merchant.getByRole("link", { name: "Decisions of our team" }).click();
  await expect(merchant.getByText("Mr. Brown is my husband, and agrees.")).toBeVisible();
  await look(merchant, "/merchant/decisions", info, "decisions");
  await look(buyer, "/customer/decisions", info, "no decisions");

  // An operator whose page is older than the objection is told so.
  await operator.goto(report);
  await expect(operator.getByText("Mr. Brown is my husband, and agrees.")).toBeVisible();
  await look(operator, report, info, "objection");
  const colleague = await somebodyElse(browser, scripts);
  await signInAsOperator(colleague);
  await openReport(colleague, { kind: "question", state: "objected" }, title);
  await colleague.getByLabel("Reason").fill("A name is not needed here.");
  await colleague.getByRole("button", { name: "The decision stays" }).click();
  await expect(colleague.getByText("The decision stays for good")).toBeVisible();
  await operator.getByRole("button", { name: "Show it again" }).click();
  await expect(operator.getByText("Somebody has decided on this meanwhile")).toBeVisible();
  await expect.poll(() => mailTo(stall.email, /A name is not needed/)).toContain("This is final.");
  await merchant.goto("/merchant/decisions");
  await expect(merchant.getByText("The decision stays; this is final.")).toBeVisible();
  await expect(merchant.getByRole("link", { name: "Object" })).toHaveCount(0);

  // Without questions, the product's page links to the report of the product itself.
  await reader.goto(`/products/${product}`);
  await reader.getByRole("link", { name: "Report", exact: true }).click();
  await expect(reader).toHaveURL(new RegExp(`/products/${product}/report$`));
  await look(reader, `/products/${product}/report`, info, "report a product");
  await reader.getByLabel("What is wrong with it?").fill("It is cake.");
  await reader.getByRole("button", { name: "Report" }).click();
  await expect(reader.getByText("Our team looks at this product")).toBeVisible();
  await openReport(operator, { kind: "product" }, title);
  await operator.getByRole("button", { name: "Keep it on sale" }).click();
  await expect(operator.getByText("It stays, and its reports are settled.")).toBeVisible();
});
