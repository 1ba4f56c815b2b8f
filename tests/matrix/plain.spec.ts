import { WAIT_MS } from "../../scripts/gate/patience.mjs";
import { isPassedOver } from "../../scripts/gate/sample.mjs";
import { PlainBrowser } from "../fixtures/plain-browser";
import type { Driver, Row } from "./driver";
import type { Lane } from "./people";
import type { OwnShop } from "./shop-of-its-own";
import { ROWS } from "./try-cells";
import { expect, test } from "./with-lanes";

/*
 * Every form of the registry with each of its intents, as a browser without scripts sends it. The page is requested,
 * its form is filled in and posted by the rules of HTML, the redirect is followed, and the response is read. Then the
 * same is sent again, as when the response is reloaded: it must be done once. Forms that move money are sent with each
 * commit, and half of the others.
 */

const isSkipped = ({ form, name }: Row) => !form.money && isPassedOver(name, process.env, 2);

let serial = 0;

async function tryPlainly(shop: OwnShop, lane: Lane, driver: Driver): Promise<void> {
  const browser = new PlainBrowser(shop.url);
  serial += 1;
  const arrival = await driver.arrive({
    shop,
    lane,
    word: `p${process.pid.toString(36)}${Date.now().toString(36)}${serial}`,
    post: (path, form) => browser.post(path, form),
  });
  const person = arrival.as ?? (driver.who === "visitor" ? undefined : lane[driver.who]);
  if (person) await browser.post(person.login, { email: person.email, password: person.password });
  await browser.open(arrival.path);
  expect([200, 404], arrival.path).toContain(browser.status);
  expect(browser.words, "what it is to say stands on the page already").not.toMatch(driver.says);
  const before = arrival.done?.() ?? 0;
  const times = () => (arrival.done ? arrival.done() - before : 1);
  const button = browser.find(arrival.press ?? driver.press);
  browser.fill(browser.formOf(button), arrival.typed ?? {});
  const submission = browser.submission(button);
  await browser.send(submission);
  expect(browser.words).toMatch(driver.says);
  await expect.poll(times, { timeout: WAIT_MS }).toBe(1);
  await browser.send(submission);
  expect(browser.status, browser.words.slice(0, 200)).toBeLessThan(500);
  expect(times(), "done again by loading the answer again").toBe(1);
}

test("a form does what it says where no script runs, and does it once however often it is sent", async ({
  shop,
  lanes,
}) => {
  const namedForms = new RegExp(process.env["MATRIX_ONLY"] ?? "");
  const rows = ROWS.filter(
    (row): row is Row & { driver: Driver } =>
      row.driver !== undefined && "who" in row.driver && namedForms.test(row.name) && !isSkipped(row),
  );
  const failures: string[] = [];
  const remainingRows = [...rows];
  await Promise.all(
    lanes.slice(0, 2).map(async (lane) => {
      for (let row = remainingRows.shift(); row; row = remainingRows.shift())
        await tryPlainly(shop, lane, row.driver).catch((failure: Error) =>
          failures.push(`${row!.name}: ${failure.message}`),
        );
    }),
  );
  console.log(`${rows.length} forms without scripts.`);
  expect(failures).toEqual([]);
});
