import { createHash, randomBytes } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { isSample } from "../../scripts/gate/sample.mjs";
import { DEMO_PASSWORD, expect, scriptsReady, signIn, test } from "./shop";

/* The product editor in a browser: files, their order, refusals, drafts, and a line that drops. */

interface File {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** How long the line is down, in seconds. */
const GONE_SECONDS = isSample ? 6 : 20;

let serial = 0;
const newSku = () => `E2E-${process.pid}-${Date.now()}-${(serial += 1)}`;

async function photo(name: string, colour: string): Promise<File> {
  return {
    name,
    mimeType: "image/png",
    buffer: await sharp({ create: { width: 400, height: 300, channels: 3, background: colour } })
      .png()
      .toBuffer(),
  };
}

function film(bytes: number): File {
  const head = Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from("ftypisom"),
    Buffer.from([0, 0, 2, 0]),
    Buffer.from("isomiso2"),
  ]);
  return {
    name: "harvest.mp4",
    mimeType: "video/mp4",
    buffer: Buffer.concat([head, randomBytes(bytes - head.length)]),
  };
}

async function openEditor(page: Page): Promise<void> {
  await signIn(page, "merchant@example.com", DEMO_PASSWORD, "/login/merchant");
  await expect(page).toHaveURL(/\d\/merchant$/);
  await page.goto("/merchant/products/add");
  await expect(page.getByRole("heading", { level: 1, name: "Add Product" })).toBeVisible();
}

async function fillIn(page: Page, sku: string, title = `Corn of ${sku}`): Promise<void> {
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Description").fill("Picked at dawn and sold the same day.");
  await page.getByLabel("Price").fill("12.00");
  await page.getByLabel("SKU").fill(sku);
  await page.getByLabel("Barcode").fill("2900000000000");
  await page.getByLabel("Quantity").fill("40");
  await page.getByLabel("Product Category").selectOption({ index: 1 });
}

const photos = (page: Page) => page.getByRole("list", { name: "Photos in their order" }).getByRole("listitem");
/** Returns the ids in the form, in their order. */
const heldIds = (page: Page) =>
  page
    .locator("input[name^='image[']")
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));

/**
 * Drags until the page has got one drop. If something on the page moves meanwhile (a picture arrives, a message
 * disappears), Chromium moves the pointer by itself, and Playwright thinks that the drag never began.
 */
async function dragOnce(page: Page, control: Locator, to: Locator): Promise<void> {
  const drops = await page.evaluateHandle(() => {
    const counter = { count: 0 };
    addEventListener("drop", () => counter.count++, { capture: true });
    return counter;
  });
  await expect(async () => {
    await control.dragTo(to);
    expect(await drops.evaluate(({ count }) => count)).toBe(1);
  }).toPass();
}

/** Returns the number of the merchant's products with this SKU, and the first of them. */
async function bySku(
  page: Page,
  sku: string,
): Promise<{
  count: number;
  product:
    | { _id: string; title: string; image: { _id: string }[]; video: { _id: string; url: string } | null }
    | undefined;
}> {
  const { data } = (await (
    await page.request.get(`/api/v1/product/manage-product?q=${encodeURIComponent(sku)}`)
  ).json()) as { data: { docs: { _id: string; sku: string }[] } };
  const products = data.docs.filter((doc) => doc.sku === sku);
  const whole =
    products[0] &&
    (
      (await (await page.request.get(`/api/v1/product/manage-product/${products[0]._id}`)).json()) as {
        data: { _id: string; title: string; image: { _id: string }[]; video: { _id: string; url: string } | null };
      }
    ).data;
  return { count: products.length, product: whole };
}

/** Drops files on a field, as from the desktop. Does `duringDrop` while they are held over it. */
async function drop(page: Page, label: RegExp, files: File[], duringDrop?: () => Promise<void>): Promise<void> {
  const data = await page.evaluateHandle(
    (list) => {
      const transfer = new DataTransfer();
      for (const { name, type, bytes } of list)
        transfer.items.add(
          new window.File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], name, { type }),
        );
      return transfer;
    },
    files.map(({ name, mimeType, buffer }) => ({ name, type: mimeType, bytes: buffer.toString("base64") })),
  );
  const zone = page.getByLabel(label).locator("xpath=..");
  await zone.dispatchEvent("dragover", { dataTransfer: data });
  await duringDrop?.();
  await zone.dispatchEvent("drop", { dataTransfer: data });
}

const sha = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

test("two refused attempts keep every value and every file, and the product has them in the order that was chosen", async ({
  page,
  scripts,
}) => {
  test.slow();
  const sku = newSku();
  await openEditor(page);
  await fillIn(page, sku, "Corn");
  await page
    .getByLabel(/^Photos \(/)
    .setInputFiles([await photo("one.png", "#3a7"), await photo("two.png", "#a37"), await photo("three.png", "#37a")]);
  const movie = film(300_000);
  await page.getByLabel("Video").setInputFiles(movie);
  if (scripts) await expect(photos(page)).toHaveCount(3);
  const save = page.getByRole("button", { name: "Add Product" });
  await save.click();
  await expect(page.getByRole("alert").getByText("Minimum length is 5 characters.")).toBeVisible();
  await expect(photos(page)).toHaveCount(3);
  await expect(page.getByLabel("SKU")).toHaveValue(sku);
  await expect(page.getByLabel("Video of the product")).toBeVisible();

  await page.getByLabel("Title").fill(`Corn of ${sku}`);
  await page.getByLabel("Price").fill("twelve");
  await save.click();
  await expect(page.getByRole("alert").getByText("Invalid format.").first()).toBeVisible();
  await expect(photos(page)).toHaveCount(3);
  await expect(page.getByLabel("Price")).toHaveValue("twelve");

  const [one, two, three] = await heldIds(page);
  await page.getByRole("button", { name: "Move photo 3 earlier" }).click();
  await expect.poll(() => heldIds(page)).toEqual([one, three, two]);
  await page.getByRole("button", { name: "Move photo 1 later" }).click();
  await expect.poll(() => heldIds(page)).toEqual([three, one, two]);
  await page.getByRole("button", { name: "Remove photo 3" }).click();
  await expect.poll(() => heldIds(page)).toEqual([three, one]);

  await page.getByLabel("Price").fill("12.00");
  await save.click();
  await expect(page).toHaveURL(/\/merchant\/products$/);
  const { count, product } = await bySku(page, sku);
  expect([count, product?.image.map(({ _id }) => _id)]).toEqual([1, [three, one]]);
  expect(sha(await (await page.request.get(product?.video?.url ?? "")).body())).toBe(sha(movie.buffer));
});

test.describe("where scripts run", () => {
  test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, "there are none");

  test("files are dropped and go up at once; a wrong one is told and leaves the rest alone; pictures are dragged to their place", async ({
    page,
  }) => {
    const scripts: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "script") scripts.push(request.url());
    });
    await openEditor(page);
    await scriptsReady(page);
    const before = scripts.length;
    await page.waitForTimeout(500);
    expect(scripts.length).toBe(before);
    await drop(page, /^Photos \(/, [
      await photo("one.png", "#3a7"),
      { name: "two.png", mimeType: "image/png", buffer: Buffer.from("I am a picture.") },
      await photo("three.png", "#37a"),
    ]);
    await expect(page.getByRole("progressbar").first()).toBeVisible();
    await expect(photos(page)).toHaveCount(2);
    await expect(page.getByRole("alert").getByText("File type must be .png,.jpg,.jpeg,.webp,.avif")).toBeVisible();
    await page.getByRole("button", { name: "Dismiss two.png" }).click();
    await expect(page.getByRole("alert")).toHaveCount(0);
    const [one, three] = await heldIds(page);
    await dragOnce(page, photos(page).nth(1), photos(page).nth(0));
    await expect.poll(() => heldIds(page)).toEqual([three, one]);
    await page
      .getByLabel(/^Photos \(/)
      .setInputFiles(await Promise.all(Array.from({ length: 8 }, (_, n) => photo(`more-${n}.png`, `#${n}${n}${n}`))));
    await expect(photos(page)).toHaveCount(8);
    await expect(page.getByText("Too many files")).toHaveCount(2);
  });

  test("what is held over a field hears before it is dropped whether it belongs there; of two films one is taken", async ({
    page,
  }) => {
    await openEditor(page);
    await scriptsReady(page);
    const refusal = page.getByText("Files of this kind do not belong here");
    await drop(page, /^Video \(/, [await photo("one.png", "#3a7")], () => expect(refusal).toBeVisible());
    await expect(refusal).toBeHidden();
    await expect(page.getByText("File type must be .mp4,.m4v,.mov,.webm")).toBeVisible();
    await page.getByRole("button", { name: "Dismiss one.png" }).click();
    const films = [film(4_000), { ...film(4_000), name: "second.mp4" }];
    await drop(page, /^Video \(/, films, () => expect(page.getByText("One file only")).toBeVisible());
    await expect(page.getByText("second.mp4: Too many files")).toBeVisible();
    await expect(page.getByRole("button", { name: "Remove video" })).toBeVisible();
  });

  test(`the line drops for ${GONE_SECONDS} seconds while a 20 MB video goes up: it goes on by itself, and is whole`, async ({
    page,
    context,
  }) => {
    test.slow();
    const sku = newSku();
    const movie = film(20 * 1024 * 1024);
    await openEditor(page);
    await fillIn(page, sku);
    const line = await context.newCDPSession(page);
    await line.send("Network.enable");
    await line.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 20,
      downloadThroughput: -1,
      uploadThroughput: 3 * 1024 * 1024,
    });
    await page.getByLabel("Video").setInputFiles(movie);
    const progress = page.getByRole("progressbar", { name: "Upload of harvest.mp4" });
    await expect.poll(async () => Number(await progress.getAttribute("value"))).toBeGreaterThan(4 * 1024 * 1024);
    // Offline is part of the browser setting that also slows the line down, so the line must be dropped in both ways.
    await line.send("Network.emulateNetworkConditions", {
      offline: true,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
    await context.setOffline(true);
    await expect(page.getByText("No connection. It goes on by itself where it broke off.")).toBeVisible();
    await page.waitForTimeout(GONE_SECONDS * 1000);
    const progressValue = Number(await progress.getAttribute("value"));
    expect(progressValue).toBeGreaterThan(1024 * 1024);
    const offsets: number[] = [];
    page.on("request", (request) => {
      if (request.method() === "PATCH") offsets.push(Number(request.headers()["upload-offset"]));
    });
    await line.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
    await context.setOffline(false);
    await expect(page.getByLabel("Video of the product")).toBeVisible();
    expect(offsets[0]).toBeGreaterThan(1024 * 1024);
    await page.getByRole("button", { name: "Add Product" }).click();
    await expect(page).toHaveURL(/\/merchant\/products$/);
    const { count, product } = await bySku(page, sku);
    expect(count).toBe(1);
    expect(sha(await (await page.request.get(product?.video?.url ?? "")).body())).toBe(sha(movie.buffer));
  });

  test(`the line drops for ${GONE_SECONDS} seconds while the product is saved: nothing is lost, and there is one product`, async ({
    page,
    context,
  }) => {
    test.slow();
    const sku = newSku();
    await openEditor(page);
    await fillIn(page, sku);
    await page.getByLabel(/^Photos \(/).setInputFiles(await photo("one.png", "#3a7"));
    await expect(photos(page)).toHaveCount(1);
    // The first post reaches the service, but its response is lost.
    let posts = 0;
    await page.route(/products\/add$/, async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      posts += 1;
      if (posts > 1) return route.continue();
      await route.fetch({ maxRedirects: 0 });
      await context.setOffline(true);
      return route.abort("internetdisconnected");
    });
    await page.getByRole("button", { name: "Add Product" }).click();
    await expect(page.getByText("No connection. What you entered is kept on this phone")).toBeVisible();
    await expect(page.getByLabel("SKU")).toHaveValue(sku);
    await page.waitForTimeout(GONE_SECONDS * 1000);
    await expect(page.getByLabel("SKU")).toHaveValue(sku);
    await context.setOffline(false);
    await expect(page).toHaveURL(/\/merchant\/products$/);
    await expect(page.getByText("Product Added Successfully")).toBeVisible();
    expect(await bySku(page, sku)).toMatchObject({ count: 1, product: { image: [{}] } });
    await page.goto("/merchant/products/add");
    await expect(page.getByText(/You have unsaved changes/)).toHaveCount(0);
  });

  test("what was typed is kept on this device, offered after a crash, and gone once it is saved or its owner has left", async ({
    page,
    context,
  }) => {
    test.slow();
    const sku = newSku();
    await openEditor(page);
    await fillIn(page, sku);
    await page.getByLabel(/^Photos \(/).setInputFiles(await photo("one.png", "#3a7"));
    await expect(photos(page)).toHaveCount(1);
    await page.locator("summary", { hasText: "Variation" }).click();
    await page.getByRole("button", { name: "Add Variant" }).click();
    await page.locator("[name='variations[1].variation']").fill("Bundle");
    await page.locator("[name='variations[1].value']").fill("4 cobs");
    await expect(page.getByText("Saved on this device")).toBeVisible();

    // A crash: the page is gone, and another one opens.
    const reopenedPage = await context.newPage();
    await page.close({ runBeforeUnload: false });
    await reopenedPage.goto("/merchant/products/add");
    await expect(reopenedPage.getByText(/You have unsaved changes from \d\d:\d\d\./)).toBeVisible();
    await reopenedPage.getByLabel("Barcode").fill("2900000000017");
    await reopenedPage.getByRole("button", { name: "Restore" }).click();
    await expect(reopenedPage.getByLabel("SKU")).toHaveValue(sku);
    await expect(reopenedPage.getByLabel("Barcode")).toHaveValue("2900000000017");
    await expect(photos(reopenedPage)).toHaveCount(1);
    await expect(reopenedPage.getByText(/You have unsaved changes/)).toHaveCount(0);
    await expect(reopenedPage.locator("input[value='Bundle']")).toHaveCount(1);
    await reopenedPage.getByRole("button", { name: "Add Product" }).click();
    await expect(reopenedPage).toHaveURL(/\/merchant\/products$/);
    expect((await bySku(reopenedPage, sku)).count).toBe(1);

    await reopenedPage.goto("/merchant/products/add");
    await expect(reopenedPage.getByText(/You have unsaved changes/)).toHaveCount(0);
    await reopenedPage.getByLabel("Title").fill("A secret plan");
    await expect(reopenedPage.getByText("Saved on this device")).toBeVisible();
    await reopenedPage.reload();
    await expect(reopenedPage.getByText(/You have unsaved changes/)).toBeVisible();
    await reopenedPage.getByRole("button", { name: "Discard" }).click();
    await expect(reopenedPage.getByText(/You have unsaved changes/)).toHaveCount(0);
    await reopenedPage.getByLabel("Title").fill("Another secret plan");
    await expect(reopenedPage.getByText("Saved on this device")).toBeVisible();
    await reopenedPage.getByRole("button", { name: "Logout" }).first().click();
    await expect(reopenedPage.getByText("You are signed out.")).toBeVisible();
    expect(await reopenedPage.evaluate(() => Object.keys(localStorage))).toEqual([]);
  });
});
