import { expect, scriptsReady, test } from "./shop";

test("a script that somebody got into a page does not run, and ours do", async ({ page, scripts }) => {
  test.skip(!scripts, "Without scripts none runs.");
  await page.route("**/products", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace("</main>", "<script>document.title = 'planted'</script></main>");
    await route.fulfill({ response, body });
  });
  const refusal = page.waitForEvent("console", (message) => /Content Security Policy/.test(message.text()));
  await page.goto("/products");
  await refusal;
  expect(await page.title()).not.toBe("planted");
  // The page's own script runs.
  await scriptsReady(page);
});
