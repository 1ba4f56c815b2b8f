import sharp from "sharp";
import { expect, test } from "./shop";

interface Manifest {
  name: string;
  start_url: string;
  display: string;
  icons: { src: string; sizes: string; type: string; purpose: string }[];
}

test("a phone can keep the shop on its home screen, under its name and with icons of the sizes that phones want", async ({
  page,
}) => {
  await page.goto("/products");
  const href = await page.locator("link[rel=manifest]").getAttribute("href");
  const answer = await page.request.get(href!);
  expect(answer.headers()["content-type"]).toContain("application/manifest+json");
  const manifest = (await answer.json()) as Manifest;
  expect(manifest).toMatchObject({ name: "Fieldstall", start_url: "/", display: "standalone" });
  expect(manifest.icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`)).toEqual([
    "any 192x192",
    "any 512x512",
    "maskable 512x512",
  ]);
  for (const { src, sizes, type } of manifest.icons) {
    const picture = await page.request.get(src);
    expect(picture.headers()["content-type"]).toBe(type);
    const { width, height } = await sharp(await picture.body()).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
});
