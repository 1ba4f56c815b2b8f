import { readFileSync } from "node:fs";
import path from "node:path";
import { seal } from "../../app/platform/seal.server";
import { look } from "./look";
import { expect, PASSWORD, signInAsNewBuyer, test } from "./shop";
import {
  aPicture,
  boughtBy,
  call,
  onSale,
  openReport,
  signInAsNewMerchant,
  signInAsOperator,
  somebodyElse,
  tokenOf,
} from "./stall";

/** The link in the mail that asks for a review, which comes days after the goods. Sealed here as the shop does it. */
function reviewLink(line: string): string {
  const secret = readFileSync(path.join(".test/e2e-data", "secret"), "utf8").trim();
  return `/review/${seal({ secret, previousSecret: null }, line, "review link")}`;
}

/** A file of 20 MB that begins like a photograph. */
const HUGE = {
  name: "huge.jpg",
  mimeType: "image/jpeg",
  buffer: Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(20 * 1024 * 1024, 7)]),
};

test("a mailed link leads to a review with pictures, to the stall's answer, a report and a decision", async ({
  page: writer,
  browser,
  request,
  scripts,
}, info) => {
  test.slow();
  const merchant = await somebodyElse(browser, scripts);
  const stall = await signInAsNewMerchant(merchant, request);
  const title = `Rye loaf ${Date.now()}`;
  const product = await onSale(request, stall, title);
  const { email, orderId } = await boughtBy(request, product, "Walker");
  const sale = `/product/order/merchant/${orderId}`;
  await call(request, stall.token, "POST", `${sale}/ship`, { carrier: "Parcels", trackingNumber: "1" });
  await call(request, stall.token, "POST", `${sale}/deliver`);
  const buyer = await tokenOf(request, email, PASSWORD);
  const { data } = await call<{ data: { line: string }[] }>(request, buyer, "GET", `/user/orders/${orderId}/reviews`);
  const link = reviewLink(data[0]!.line);

  await writer.goto(link);
  await look(writer, link, info, "review by link");
  await writer.getByLabel("4 · Good").check();
  await writer.getByLabel("Your words").fill("Crust like bark, soft within.");
  await writer.getByLabel("Pictures").setInputFiles([HUGE, await aPicture("crumb.png", "#a63")]);
  await writer.getByRole("button", { name: "Send review" }).click();
  await expect(writer.getByText(/huge\.jpg: File is larger than/).first()).toBeVisible();
  await expect(writer.getByLabel("Your words")).toHaveValue("Crust like bark, soft within.");
  await expect(writer.getByLabel("4 · Good")).toBeChecked();
  await expect(writer.getByLabel("Keep picture 1")).toBeChecked();
  await writer.getByLabel("Pictures").setInputFiles([await aPicture("crust.png", "#742")]);
  await writer.getByRole("button", { name: "Send review" }).click();
  await expect(writer.getByText(`Your review of ${title} is shown with the product.`)).toBeVisible();

  const reader = await somebodyElse(browser, scripts);
  await reader.goto(`/products/${product}`);
  const review = reader.getByRole("region", { name: "Reviews" });
  await expect(review).toContainText("Crust like bark");
  await expect(review.getByRole("img", { name: "Picture 2 of 2" })).toBeVisible();
  await look(reader, `/products/${product}`, info, "product with pictures");
  const picture = (await review
    .getByRole("link")
    .filter({ has: reader.getByRole("img") })
    .first()
    .getAttribute("href"))!;
  expect((await request.get(picture)).status()).toBe(200);

  await merchant.goto("/merchant/reviews");
  await merchant.getByText("Answer", { exact: true }).click();
  await merchant.getByLabel("Your answer").fill("Thank you. It is baked with the lid on.");
  await merchant.getByRole("button", { name: "Save answer" }).click();
  await expect(merchant.getByText("Your answer is shown under the review")).toBeVisible();

  await reader.goto(`/products/${product}/reviews`);
  await reader.getByRole("link", { name: "Report" }).click();
  await reader.waitForURL(/\/report$/);
  await reader.getByLabel("What is wrong with it?").fill(`The picture is not of this, ${title}.`);
  await reader.getByRole("button", { name: "Report" }).click();
  await expect(reader.getByText("Our team looks at this review")).toBeVisible();
  const operator = await somebodyElse(browser, scripts);
  await signInAsOperator(operator);
  await openReport(operator, { kind: "review" }, title);
  await expect(operator.getByRole("img", { name: "Picture 1 of 2" })).toBeVisible();
  await operator.getByLabel("Reason").fill("The pictures show something else.");
  await operator.getByRole("button", { name: "Hide the review" }).click();
  await expect(operator.getByText("the person is told why")).toBeVisible();
  expect((await request.get(picture)).status()).toBe(404);
  await reader.goto(`/products/${product}`);
  await expect(reader.getByRole("heading", { name: "Reviews" })).toHaveCount(0);
});

test("a picture of a message is seen by the two sides, and by nobody else", async ({
  page: buyer,
  browser,
  request,
  scripts,
}, info) => {
  test.slow();
  await signInAsNewBuyer(buyer, request);
  const merchant = await somebodyElse(browser, scripts);
  const stall = await signInAsNewMerchant(merchant, request);
  const title = `Figs ${Date.now()}`;
  const product = await onSale(request, stall, title);
  await buyer.goto(`/products/${product}`);
  await buyer.getByRole("link", { name: "Ask the stall" }).click();
  await buyer.waitForURL(/\/conversations\/new\?/);
  await buyer.getByLabel("Your message").fill("Are they as ripe as these?");
  const colours = ["#a63", "#63a", "#3a6", "#36a", "#6a3"];
  await buyer
    .getByLabel("Pictures")
    .setInputFiles(await Promise.all(colours.map((colour, place) => aPicture(`${place}.png`, colour))));
  await buyer.getByRole("button", { name: "Send" }).click();
  await expect(buyer.getByText("There can be 4 pictures at most").first()).toBeVisible();
  await expect(buyer.getByLabel("Your message")).toHaveValue("Are they as ripe as these?");
  await buyer.getByLabel("Keep picture 4").uncheck();
  await buyer.getByRole("button", { name: "Send" }).click();
  await expect(buyer.getByText("Your message is sent")).toBeVisible();
  await expect(buyer.getByRole("img", { name: "Picture 3 of 3" })).toBeVisible();

  await merchant.goto("/merchant/conversations");
  await merchant.getByRole("link", { name: new RegExp(title) }).click();
  await merchant.waitForURL(/\/conversations\/[0-9a-f]{24}$/);
  await look(merchant, new URL(merchant.url()).pathname, info, "pictures of a message");
  await expect(merchant.getByRole("img", { name: "Picture 3 of 3" })).toBeVisible();
  const picture = merchant.getByRole("link").filter({ has: merchant.getByRole("img", { name: /^Picture 1/ }) });
  const address = (await picture.getAttribute("href"))!;
  expect((await merchant.request.get(address)).status()).toBe(200);
  expect((await request.get(address)).status()).toBe(404);
  const operator = await somebodyElse(browser, scripts);
  await signInAsOperator(operator);
  expect((await operator.request.get(address)).status()).toBe(404);
});
