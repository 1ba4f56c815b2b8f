import type { APIRequestContext, Page } from "@playwright/test";
import { addToCart, expect, productsInStock, signInAsNewBuyer, test } from "./shop";
import { signInAsNewMerchant, signInAsOperator } from "./stall";

/*
 * Forms that are refused because a field is wrong. The page opens at the summary, each of its entries leads to its
 * field, and the typed text is still there. These mistakes pass the browser's own checks.
 */

interface Refused {
  name: string;
  path: string;
  as?: (page: Page, request: APIRequestContext) => Promise<unknown>;
  /** Field names, and the text typed into them. */
  typed: Record<string, string>;
  press: string;
  /** Fields that the summary links to. Empty if it is about the form as a whole. */
  wrong: string[];
  /** Fields that the server never sends back, so they are typed again. */
  secret?: string[];
}

const TOO_SHORT = "a@b";
const buyerWithCart = async (page: Page, request: APIRequestContext) => {
  await signInAsNewBuyer(page, request);
  await addToCart(page, (await productsInStock(request))[0]!._id);
};

const FORMS: Refused[] = [
  {
    name: "the login",
    path: "/login/customer",
    typed: { email: "nobody@example.com", password: "not-the-password" },
    press: 'main button:has-text("Sign In")',
    wrong: [],
    secret: ["password"],
  },
  {
    name: "a buyer's sign-up",
    path: "/signup/customer",
    typed: { firstName: "Wanda", lastName: "Walker", email: TOO_SHORT, password: "harvest-moon-9" },
    press: 'main button:has-text("Create Account")',
    wrong: ["email"],
    secret: ["password"],
  },
  {
    name: "the first step of a merchant's sign-up",
    path: "/signup/merchant",
    typed: { firstName: " ", lastName: "Stallholder", email: TOO_SHORT },
    press: 'main button:has-text("Continue")',
    wrong: ["firstName", "email"],
  },
  {
    name: "a message to us",
    path: "/contact",
    typed: { fullname: "Wanda Walker", email: TOO_SHORT, description: "My peaches came bruised." },
    press: 'main button:has-text("Send message")',
    wrong: ["email"],
  },
  {
    name: "the request for a new password",
    path: "/reset_password",
    typed: { email: TOO_SHORT },
    press: 'main button:has-text("Send code")',
    wrong: ["email"],
  },
  {
    name: "the checkout",
    path: "/checkout",
    as: buyerWithCart,
    typed: {
      "billing.firstName": " ",
      "billing.lastName": "Walker",
      "billing.streetAddress": "12 Orchard Row",
      "billing.countryRegion": "United States",
    },
    press: 'main button:text-is("Checkout")',
    wrong: ["billing.firstName"],
  },
  {
    name: "a new password in the settings",
    path: "/customer/account_settings",
    as: signInAsNewBuyer,
    typed: { oldPassword: "not-the-old-one", newPassword: "harvest-moon-11", confirmNewPassword: "harvest-moon-11" },
    press: 'main button[value="password"]',
    wrong: [],
    secret: ["oldPassword", "newPassword", "confirmNewPassword"],
  },
  {
    name: "another address for the account",
    path: "/security/email",
    as: signInAsNewBuyer,
    typed: { email: TOO_SHORT, password: "harvest-moon-9" },
    press: 'main button:has-text("Send the link")',
    wrong: ["email"],
    secret: ["password"],
  },
  {
    name: "the deletion of an account",
    path: "/customer/delete_account",
    as: signInAsNewBuyer,
    typed: { password: "not-the-password" },
    press: 'main button:has-text("Delete my account")',
    wrong: [],
    secret: ["password"],
  },
  {
    name: "a new product",
    path: "/merchant/products/add",
    as: signInAsNewMerchant,
    typed: { title: "Pear", description: "Too short.", amount: "3.40" },
    press: 'main button:has-text("Add Product")',
    wrong: ["title", "description"],
  },
  {
    name: "a new category",
    path: "/operator/categories",
    as: signInAsOperator,
    typed: { title: "Vegetables" },
    press: 'main button[value="create"]',
    wrong: [],
  },
];

for (const { name, path, as, typed, press, wrong, secret = [] } of FORMS) {
  test(`${name}, refused, opens at what is wrong, leads to each field, and holds what was typed`, async ({
    page,
    request,
    scripts,
  }) => {
    await as?.(page, request);
    await page.goto(path);
    const field = (of: string) => page.locator(`main [name="${of}"]:not([type=hidden])`).first();
    for (const [of, value] of Object.entries(typed)) {
      const isChoice = (await field(of).evaluate(({ tagName }) => tagName)) === "SELECT";
      await (isChoice ? field(of).selectOption(value) : field(of).fill(value));
    }
    await page.locator(press).first().click();

    const summary = page
      .getByRole("main")
      .getByRole("alert")
      .filter({ has: page.locator(":is(h2, p)") })
      .first();
    await (scripts ? expect(summary).toBeFocused() : expect(summary).toBeInViewport());
    for (const of of wrong) {
      const id = await field(of).getAttribute("id");
      const entry = summary.locator(`a[href="#${id}"]`);
      await entry.click();
      await expect(field(of)).toBeFocused();
    }
    for (const [of, value] of Object.entries(typed))
      if (!secret.includes(of)) await expect(field(of)).toHaveValue(value);
  });
}
