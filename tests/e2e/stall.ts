import { expect, type APIRequestContext, type Browser, type Page } from "@playwright/test";
import sharp from "sharp";
import { codeFor, DEMO_PASSWORD, PASSWORD, signIn } from "./shop";

/** A page in a browser of its own: of somebody else. */
export async function somebodyElse(browser: Browser, scripts: boolean): Promise<Page> {
  return (await browser.newContext({ javaScriptEnabled: scripts })).newPage();
}

export async function signInAsOperator(page: Page): Promise<void> {
  await signIn(page, "operator@example.com", DEMO_PASSWORD);
  await expect(page).toHaveURL(/\d\/operator$/);
}

/** A verified merchant of two categories, made through the service, who signs in on the page. */
export async function signInAsNewMerchant(page: Page, request: APIRequestContext, email: string): Promise<{ token: string; categoryId: string }> {
  const { data } = (await (await request.get("/api/v1/category")).json()) as { data: { docs: { _id: string; title: string }[] } };
  const businessCategory = ["Vegetables", "Fruit"].map((title) => data.docs.find((category) => category.title === title)!._id);
  const signedUp = await request.post("/api/v1/user", {
    data: { email, password: PASSWORD, confirmPassword: PASSWORD, firstName: "Mira", lastName: "Stallholder", username: "mira", storeName: "Mira's Stall", businessAddress: "3 Market Row", businessCategory, privilege: "merchant" },
  });
  expect(signedUp.status(), await signedUp.text()).toBe(201);
  expect((await request.post("/api/v1/user/otp", { data: { email, otp: await codeFor(request, email) } })).status()).toBe(200);
  await signIn(page, email, PASSWORD, "/login/merchant");
  await expect(page).toHaveURL(/\d\/merchant$/);
  const { token } = (await (await request.post("/api/v1/user/login", { data: { email, password: PASSWORD } })).json()) as { token: string };
  return { token, categoryId: businessCategory[0]! };
}

/** A picture of one colour, as a file field takes it. */
export async function aPicture(name: string, background: string) {
  return { name, mimeType: "image/png", buffer: await sharp({ create: { width: 320, height: 240, channels: 3, background } }).png().toBuffer() };
}

/** What passes for a film: the head of an MP4 with a little behind it. */
export const FILM = {
  name: "stall.mp4", mimeType: "video/mp4",
  buffer: Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypisom"), Buffer.from([0, 0, 2, 0]), Buffer.from("isomiso2"), Buffer.alloc(20_000, 7)]),
};

/** Opens what waits for the operator under this title; the newest stands at the end of the queue. */
export async function openReview(page: Page, title: string): Promise<void> {
  await page.goto("/operator/review?page=9999");
  await page.getByRole("link", { name: title }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
}
