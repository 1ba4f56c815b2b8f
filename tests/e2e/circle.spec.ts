import { codeFor, mailTo } from "./outbox";
import { checkOut, expect, newEmail, PASSWORD, payWith, signIn, signInAsNewBuyer, STALL, test } from "./shop";
import { aPicture, FILM, openReview, signInAsOperator, somebodyElse } from "./stall";

test.use({ serviceWorkers: "allow" });

test("the whole circle: a merchant opens a stall and lists a product, an operator sends it back and then publishes it, a buyer finds and buys two, and the merchant ships and is owed the money", async ({
  page,
  browser,
  request,
  scripts,
}) => {
  test.slow();
  const merchant = page;
  const email = newEmail();
  const word = `Beans${Date.now()}${scripts ? "on" : "off"}`;
  const title = `${word} from the garden`;

  // The sign-up has three steps. The merchant goes back twice, and nothing typed is lost.
  await merchant.goto("/signup/merchant");
  await merchant.getByLabel("First name").fill("Mira");
  await merchant.getByLabel("Last name").fill("Stallholder");
  await merchant.getByLabel("Email", { exact: true }).fill(email);
  await merchant.getByRole("button", { name: "Continue" }).click();
  await merchant.getByLabel("Store name").fill(STALL);
  await merchant.getByRole("checkbox", { name: "Vegetables" }).check();
  await merchant.getByRole("button", { name: "Back" }).click();
  await expect(merchant.getByLabel("First name")).toHaveValue("Mira");
  await merchant.getByLabel("First name").fill("Miranda");
  await merchant.getByRole("button", { name: "Continue" }).click();
  await expect(merchant.getByLabel("Store name")).toHaveValue(STALL);
  await expect(merchant.getByRole("checkbox", { name: "Vegetables" })).toBeChecked();
  await merchant.getByLabel("Business address").fill("3 Market Row");
  await merchant.getByRole("button", { name: "Continue" }).click();
  await merchant.getByLabel("Username").fill("mira");
  await merchant.getByRole("button", { name: "Back" }).click();
  await expect(merchant.getByLabel("Business address")).toHaveValue("3 Market Row");
  await merchant.getByRole("button", { name: "Continue" }).click();
  await expect(merchant.getByLabel("Username")).toHaveValue("mira");
  await merchant.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await merchant.getByLabel("Confirm password", { exact: true }).fill(PASSWORD);
  await merchant.getByRole("button", { name: "Create Account" }).click();
  await expect(merchant).toHaveURL(/\/signup\/verify_email$/);
  const code = await codeFor(email);
  const boxes = merchant.getByRole("main").getByRole("textbox");
  if (scripts) {
    await expect(boxes).toHaveCount(5);
    await boxes.first().click();
    await merchant.keyboard.type(code);
  } else await boxes.first().fill(code);
  await merchant.getByRole("button", { name: "Verify" }).click();
  await expect(merchant.getByText("Account Created Successfully")).toBeVisible();
  await signIn(merchant, email, PASSWORD, "/login/merchant");
  await expect(merchant).toHaveURL(/\d\/merchant$/);

  // The first try has only pictures and a title. The second has a film, but too short a description.
  await merchant.goto("/merchant/products");
  await merchant.getByRole("link", { name: "Add Product" }).click();
  await expect(merchant.getByRole("heading", { level: 1, name: "Add Product" })).toBeVisible();
  await merchant.getByLabel("Title").fill(title);
  await merchant
    .getByLabel("Photos")
    .setInputFiles([
      await aPicture("first.png", "#2a6"),
      await aPicture("second.png", "#6a2"),
      await aPicture("third.png", "#26a"),
    ]);
  await merchant.getByRole("button", { name: "Add Product" }).click();
  await expect(merchant.getByText("This field is required.").first()).toBeVisible();
  await expect(merchant.getByLabel("Title")).toHaveValue(title);
  await merchant.getByLabel(/^Video(?! of)/).setInputFiles(FILM);
  await merchant.getByLabel("Description").fill("Too short.");
  await merchant.getByLabel("Price").fill("3.40");
  await merchant.getByLabel("SKU").fill("BEAN-1");
  await merchant.getByLabel("Barcode").fill("2900000000017");
  await merchant.getByLabel("Quantity").fill("12");
  await merchant.getByLabel("Product Category").selectOption("Vegetables");
  await merchant.getByRole("button", { name: "Add Product" }).click();
  await expect(merchant.getByText("Minimum length is 20 characters.").first()).toBeVisible();
  await expect(merchant.getByLabel("Price")).toHaveValue("3.40");
  await merchant.getByLabel("Description").fill("Picked at dawn, sold the same day.");
  await merchant.getByLabel("Status").and(merchant.locator("select")).selectOption("Publish for review");
  await merchant.getByRole("button", { name: "Add Product" }).click();
  await expect(merchant.getByText("Product Added Successfully")).toBeVisible();
  await merchant.getByRole("link", { name: title, exact: true }).click();
  await expect(merchant.getByRole("img", { name: /photo [123]$/ })).toHaveCount(3);
  await expect(merchant.getByLabel(`Video of ${title}`)).toBeVisible();
  const details = merchant.url();

  const operator = await somebodyElse(browser, scripts);
  await signInAsOperator(operator);
  await openReview(operator, title);
  await expect(operator.getByRole("link", { name: "Watch the video" })).toBeVisible();
  await operator.getByLabel("In your own words").fill("Say how they were grown, please.");
  await operator.getByRole("button", { name: "Send back" }).click();
  await expect(operator.getByText("The merchant has it back, with your reason.")).toBeVisible();
  await expect.poll(() => mailTo(email, /Say how they were grown/)).not.toBe("");

  await merchant.goto(details);
  await merchant.getByRole("link", { name: "Edit Product" }).click();
  await expect(merchant.getByText("Sent back: Say how they were grown, please.")).toBeVisible();
  await merchant.getByLabel("Description").fill("Grown without sprays. Picked at dawn, sold the same day.");
  await merchant.getByLabel("Status").and(merchant.locator("select")).selectOption("Publish for review");
  await merchant.getByRole("button", { name: "Save Product" }).click();
  await expect(merchant.getByText("Product Updated Successfully")).toBeVisible();
  await openReview(operator, title);
  await expect(operator.getByText("Grown without sprays.")).toBeVisible();
  await operator.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(operator.getByText("It is on sale, and the merchant is told.")).toBeVisible();

  const buyer = await somebodyElse(browser, scripts);
  await signInAsNewBuyer(buyer, request);
  await buyer.goto("/");
  await buyer.getByLabel("Search products").fill(word.toLowerCase());
  await buyer.getByRole("button", { name: "Search", exact: true }).click();
  await expect(buyer.getByText("1 result found")).toBeVisible();
  await buyer.getByRole("main").getByRole("link", { name: title }).first().click();
  await buyer.getByRole("button", { name: "Add to Cart", exact: true }).click();
  await expect(buyer.getByRole("banner").getByRole("link", { name: /^Shopping Cart, 1 product/ })).toBeVisible();
  await buyer.goto("/shopping_cart");
  await buyer.getByRole("button", { name: `One more: ${title}` }).click();
  await expect(buyer.getByText("$6.800").first()).toBeVisible();
  await checkOut(buyer);
  await payWith(buyer, "4242 4242 4242 4242");
  await expect(buyer.getByRole("heading", { name: "Order Received" })).toBeVisible();

  await merchant.goto("/merchant/orders");
  await merchant.getByRole("main").getByRole("link", { name: /#\d+$/ }).click();
  await expect(merchant.getByText("Wanda Walker").first()).toBeVisible();
  await merchant.getByLabel("Carrier").fill("Valley Post");
  await merchant.getByRole("button", { name: "Mark as shipped" }).click();
  await expect(merchant.getByRole("button", { name: "Mark as delivered" })).toBeVisible();
  await buyer.goto("/customer/order_history");
  await expect(buyer.getByRole("main").getByText("In Transit")).toBeVisible();
  await merchant.getByRole("button", { name: "Mark as delivered" }).click();
  await expect(merchant.getByText("Delivered", { exact: true }).first()).toBeVisible();
  await buyer.goto("/customer/order_history");
  await expect(buyer.getByRole("main").getByText("Completed")).toBeVisible();

  await merchant.goto("/merchant/payments");
  await expect(merchant.getByRole("row", { name: /Wanda Walker.*\$6\.80.*Paid/ })).toBeVisible();
  const balance = merchant
    .getByRole("main")
    .locator("section")
    .filter({ has: merchant.getByRole("heading", { name: "Your balance" }) });
  await expect(balance).toContainText("Owed to you$6.80");
});
