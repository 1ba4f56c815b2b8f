import { isSample } from "../../scripts/gate/sample.mjs";
import { lookAtPage } from "./look";
import { expect, test } from "./shop";
import { aDay, aPhone, codeField, give, isPageKept, rowOf } from "./stall-day";

test.use({ serviceWorkers: "allow" });

/* A stall hands over the orders of a day, with a connection and without one. */

test("two phones without a line hand over, each tick is sent once, and the second one says who was first", async ({
  browser,
  request,
  scripts,
}, info) => {
  test.skip(!scripts, "Without scripts there is no service worker.");
  test.slow();
  const { stall, orders, handedOver } = await aDay(request, 4);
  const [one, two, three] = [orders[0]!, orders[1]!, orders[2]!];
  const first = await aPhone(browser, stall.email);
  const second = await aPhone(browser, stall.email);
  await lookAtPage(first.page, "hand over", info);
  for (const { context } of [first, second]) await context.setOffline(true);

  const { page } = first;
  await page.reload();
  await expect(page.getByText("0 of 4")).toBeVisible();
  await codeField(page).fill("zzzzzz");
  await expect(page.getByText("No order of this day has the code ZZZ ZZZ.")).toBeVisible();
  await codeField(page).fill(` ${one.code.toLowerCase().replaceAll("0", "o").replaceAll("1", "l")}`);
  await give(page);
  await expect(rowOf(page, one).getByText("kept", { exact: true })).toBeVisible();
  await expect(page.getByText(/^No connection\. List of \d\d:\d\d\. 1 kept, sent when it is back\.$/)).toBeVisible();
  // The page is closed and opened again without a connection.
  await page.reload();
  await expect(rowOf(page, one).getByText("kept", { exact: true })).toBeVisible();
  await codeField(page).fill(one.code);
  await expect(page.getByText(/Bea Walker: Handed over here, kept until the line is back/)).toBeVisible();
  await rowOf(page, two).getByRole("link").click();
  await give(page);
  await expect(page.getByText("2 of 4")).toBeVisible();
  await expect(page.getByText(/2 kept, sent when it is back\.$/)).toBeVisible();
  await lookAtPage(page, "hand over without a line", info);

  for (const order of [two, three]) {
    await codeField(second.page).fill(order.code);
    await give(second.page);
  }
  await first.context.setOffline(false);
  await expect(rowOf(page, one).getByText("sent", { exact: true })).toBeVisible();
  await expect(rowOf(page, two).getByText("sent", { exact: true })).toBeVisible();
  await expect(page.getByText(/^No connection/)).toBeHidden();
  expect(await handedOver()).toHaveLength(2);
  await second.context.setOffline(false);
  await expect(
    second.page.getByText(/Bea Walker: This was handed over already, on .*, by Chrome on \w+\./),
  ).toBeVisible();
  await expect(rowOf(second.page, three).getByText("sent", { exact: true })).toBeVisible();
  expect(await handedOver()).toHaveLength(3);

  // Logging out clears the device.
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("/merchant");
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByText("You are signed out.")).toBeVisible();
  const databases = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  expect(await isPageKept(page)).toBe(false);
  expect(databases).not.toContain("fieldstall-hand-over");
  for (const { context } of [first, second]) await context.close();
});

test("a day is handed over at 360 pixels with one press an order, or two without scripts", async ({
  browser,
  request,
  scripts,
}, info) => {
  test.slow();
  const { stall, orders, handedOver } = await aDay(request, isSample || !scripts ? 5 : 40);
  const { page, context } = await aPhone(browser, stall.email, scripts);
  if (scripts) await context.setOffline(true);
  let [presses, keys] = [0, 0];
  const startedAt = Date.now();
  for (const { code } of orders) {
    await codeField(page).fill(code);
    keys += code.length;
    if (!scripts) {
      await page.getByRole("button", { name: "Find" }).click();
      presses += 1;
    }
    await give(page);
    presses += 1;
  }
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  const report = `${orders.length} orders, ${presses} presses, ${keys} keys, ${seconds} s${scripts ? " without a line" : ""}`;
  info.annotations.push({ type: "hand-over", description: report });
  console.log(report);
  if (scripts) {
    await expect(page.getByText(`${orders.length} of ${orders.length}`)).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText("sent", { exact: true })).toHaveCount(orders.length);
  }
  expect(await handedOver()).toHaveLength(orders.length);
  expect(presses).toBe(scripts ? orders.length : 2 * orders.length);
  await context.close();
});

test("orders to be paid are handed over without a line: the change is shown, each sum is sent once, and the second phone says who was first", async ({
  browser,
  request,
  scripts,
}, info) => {
  test.skip(!scripts, "Without scripts there is no service worker.");
  test.slow();
  const { stall, orders, handedOver } = await aDay(request, 2, { isPaidThere: true });
  const [one, two] = [orders[0]!, orders[1]!];
  const first = await aPhone(browser, stall.email);
  const second = await aPhone(browser, stall.email);
  for (const { context } of [first, second]) await context.setOffline(true);

  const { page } = first;
  await expect(rowOf(page, one)).toContainText("to pay $12.40");
  await codeField(page).fill(one.code);
  await expect(page.getByText("To be paid at collection: $12.40")).toBeVisible();
  const sumGiven = page.getByLabel("Sum given", { exact: true });
  await sumGiven.fill("12");
  await expect(page.getByText("$0.40 is missing.")).toBeVisible();
  await give(page);
  await expect(page.getByText("0 of 2")).toBeVisible();
  await sumGiven.fill("13,50");
  await expect(page.getByText("Change: $1.10")).toBeVisible();
  await page.getByRole("button", { name: "$20.00 change $7.60" }).click();
  await expect(sumGiven).toHaveValue("20");
  await expect(page.getByText("Change: $7.60")).toBeVisible();
  await lookAtPage(page, "a sum is given without a line", info);
  await give(page);
  await expect(page.getByText("Change: $7.60, for Bea Walker")).toBeVisible();
  await expect(rowOf(page, one).getByText("kept", { exact: true })).toBeVisible();
  await lookAtPage(page, "the change to give", info);
  // The page is closed and opened again. The payment is kept together with the tick.
  await page.reload();
  await expect(rowOf(page, one).getByText("kept", { exact: true })).toBeVisible();
  await codeField(page).fill(two.code);
  await page.getByRole("button", { name: "Exact $12.40" }).click();
  await give(page);
  await expect(page.getByText("2 of 2")).toBeVisible();

  await codeField(second.page).fill(one.code);
  await second.page.getByRole("button", { name: "$50.00 change $37.60" }).click();
  await give(second.page);
  await first.context.setOffline(false);
  for (const order of [one, two]) await expect(rowOf(page, order).getByText("sent", { exact: true })).toBeVisible();
  await second.context.setOffline(false);
  await expect(
    second.page.getByText(
      /Bea Walker: This was handed over already, on .*, by Chrome on \w+\. The sum given here is not in the books: give it back if both were paid\./,
    ),
  ).toBeVisible();
  const payments = (await handedOver()).map(({ onCollection }) => onCollection);
  expect(payments.map((payment) => [payment?.tendered, payment?.change]).toSorted()).toEqual([
    [12.4, 0],
    [20, 7.6],
  ]);
  for (const { context } of [first, second]) await context.close();
});

test("by forms alone one press takes a sum and hands over, and a typed sum does the same", async ({
  browser,
  request,
  scripts,
}, info) => {
  test.slow();
  const { stall, orders, handedOver } = await aDay(request, 2, { isPaidThere: true });
  const { page, context } = await aPhone(browser, stall.email, false);
  await codeField(page).fill(orders[0]!.code);
  await page.getByRole("button", { name: "Find" }).click();
  if (!scripts) await lookAtPage(page, "a sum is given by forms alone", info);
  await page.getByRole("button", { name: "$15.00 change $2.60" }).click();
  await expect(page.getByText("Paid at collection: $12.40, given $15.00, change $2.60").first()).toBeVisible();
  await codeField(page).fill(orders[1]!.code);
  await page.getByRole("button", { name: "Find" }).click();
  await page.getByLabel("Sum given", { exact: true }).fill("13,00");
  // Enter presses the first button of a form, which must not be one of the suggested sums.
  await page.getByLabel("Sum given", { exact: true }).press("Enter");
  await expect(page.getByText("Paid at collection: $12.40, given $13.00, change $0.60").first()).toBeVisible();
  const payments = (await handedOver()).map(({ onCollection }) => onCollection?.tendered);
  expect(payments.toSorted()).toEqual([13, 15]);
  await context.close();
});

test("what is missing is off the sum, or goes back, and the rest is handed over", async ({
  browser,
  request,
  scripts,
}, info) => {
  test.slow();
  const unpaid = await aDay(request, 1, { isPaidThere: true, loaves: 3 });
  const { page, context } = await aPhone(browser, unpaid.stall.email, scripts);
  await codeField(page).fill(unpaid.orders[0]!.code);
  if (!scripts) await page.getByRole("button", { name: "Find" }).click();
  await page.getByRole("link", { name: "Something is missing" }).click();
  await page.getByRole("button", { name: "Show the sums" }).click();
  await expect(page.getByText("Say how many pieces are missing, of at least one product.")).toBeVisible();
  await page.getByLabel("Pieces missing").fill("4");
  await page.getByRole("button", { name: "Show the sums" }).click();
  await expect(page.getByText(/Only 3 pieces of Loaf \d+ are left to refund/).first()).toBeVisible();
  await page.getByLabel("Pieces missing").fill("1");
  await page.getByRole("button", { name: "Show the sums" }).click();
  await expect(page.getByText("To be paid now")).toBeVisible();
  await lookAtPage(page, "something is missing of what is to be paid", info);
  await page.getByRole("button", { name: "$25.00 change $0.20" }).click();
  await expect(
    page
      .getByText(/2 × Loaf \d+\. Paid at collection: \$24\.80, given \$25\.00, change \$0\.20\. Missing: \$12\.40/)
      .first(),
  ).toBeVisible();
  expect(await unpaid.handedOver()).toHaveLength(1);
  await context.close();

  const paid = await aDay(request, 1, { loaves: 2 });
  const phone = await aPhone(browser, paid.stall.email, scripts);
  const missingAddress = phone.page.url().replace("hand-over", `missing?code=${paid.orders[0]!.code}`);
  await phone.page.goto(missingAddress);
  await phone.page.getByLabel("Pieces missing").fill("1");
  await phone.page.getByRole("button", { name: "Show the sums" }).click();
  await phone.page.getByRole("radio", { name: "There is none left" }).check();
  await lookAtPage(phone.page, "something is missing of what is paid", info);
  await phone.page.getByRole("button", { name: "Hand over the rest" }).click();
  await expect(
    phone.page.getByText(/is handed over to Bea Walker: 1 × Loaf \d+\. Missing: \$12\.40/).first(),
  ).toBeVisible();
  await phone.page.goto(missingAddress);
  await expect(phone.page.getByText(/this was handed over already/)).toBeVisible();
  await phone.context.close();
});
