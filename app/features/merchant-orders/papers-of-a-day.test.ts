import { expect, test } from "vitest";
import { confirm, finalize, initialize } from "../../../tests/fixtures/checkout";
import { readPdf } from "../../../tests/fixtures/pdf";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { csvCells, workbookOf } from "../../../tests/fixtures/export-cells";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { labelsPdf } from "./labels-pdf.server";
import type { DeliveryList } from "./day-schema";

/* The clock is set to Monday 2 March 2026, 12:00 UTC; the marketplace counts its days in UTC. */

const DAY = "2026-03-05";
const ON_THURSDAYS = {
  kind: "delivery",
  name: "On Thursdays",
  area: "05401-05408",
  times: [
    { weekday: 4, from: "17:00", to: "18:00", cutOff: { hoursBefore: 1 } },
    { weekday: 4, from: "18:00", to: "20:00", cutOff: { hoursBefore: 1 } },
  ],
};

/** A stall that brings its goods on Thursdays, and paid orders for these times, one after the other. */
async function aRound(world: World, ...times: string[]) {
  const merchant = await aUser(world, { privilege: "merchant" });
  const { token } = merchant;
  const bread = await aProduct(world, { merchantId: merchant._id, title: "Bread", quantity: 50 });
  const way = (await world.call("POST", "/merchant/ways", { token, body: ON_THURSDAYS })).body.data._id as string;
  const orders: string[] = [];
  for (const from of times) {
    world.clock.forward(1);
    const buyer = await aUser(world);
    const ways = [{ merchant: merchant._id, method: way, day: DAY, from }];
    const { body } = await initialize(world, buyer.token, [{ product: bread._id, quantity: 2 }], { ways });
    await confirm(world, body.data as string);
    orders.push((await finalize(world, buyer.token, body.payment.stripeId as string)).body.data._id);
  }
  const path = `/product/order/merchant/days/${DAY}`;
  const list = async () => {
    const { data } = (await world.call("GET", `${path}/deliveries`, { token })).body as { data: DeliveryList };
    return data.orders.map(({ _id }) => orders.indexOf(_id));
  };
  const sort = (...places: number[]) =>
    world.call("PUT", `${path}/deliveries`, { token, body: { orders: places.map((place) => orders[place]) } });
  return { merchant, token, orders, path, list, sort };
}

onBothDatabases("the papers of a day", (world) => {
  test("the delivery list goes by time until the merchant sorts it, and what comes later stands at its end", async () => {
    const { list, sort, orders, token } = await aRound(world, "18:00", "17:00", "18:00");
    expect(await list()).toEqual([1, 0, 2]);
    expect((await sort(2, 1)).status).toBe(200);
    expect(await list()).toEqual([2, 1, 0]);
    await sort(0);
    expect(await list()).toEqual([0, 2, 1]);
    const cancel = `/product/order/merchant/${orders[2]}/cancel`;
    await world.call("POST", cancel, { token, body: { reason: "Burnt." } });
    expect(await list()).toEqual([0, 1]);
  });

  test("an order of another stall or day is none of the list, and nothing is changed", async () => {
    const { list, sort, path, token } = await aRound(world, "17:00", "18:00");
    const other = await aRound(world, "17:00");
    const body = { orders: [other.orders[0]] };
    const refusal = await world.call("PUT", `${path}/deliveries`, { token, body });
    expect([refusal.status, refusal.body.error[0].code]).toEqual([404, "unknown_order"]);
    expect(await list()).toEqual([0, 1]);
    expect((await sort(1, 1)).status).toBe(422);
    expect((await world.call("GET", "/product/order/merchant/days/2026-02-30/deliveries", { token })).status).toBe(404);
  });

  test("the list is a spreadsheet and a paper, in the same order", async () => {
    const { sort, path, token } = await aRound(world, "17:00", "18:00");
    await sort(1, 0);
    const csv = (await world.call("GET", `${path}/deliveries/export`, { token })).body as string;
    const [head, first] = csv.split("\r\n");
    expect(head).toBe("Stop,Order ID,Time,Name,Phone,Address,Zip code,Notes,Products");
    expect(first).toMatch(/^1,\d+,18 to 20,.*2 × Bread$/);
    const workbook = await workbookOf(world, token, `${path}/deliveries/export?format=xlsx`);
    expect(workbook.name).toMatch(/^deliveries-2026-\d\d-\d\d\.xlsx$/);
    expect(workbook.rows).toEqual(await csvCells(world, token, `${path}/deliveries/export`));
    const pdf = await world.call("GET", `${path}/deliveries/pdf`, { token });
    expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  });

  test.each([
    ["a4-24", 1, 25, 2],
    ["a4-24", 24, 1, 1],
    ["a4-24", 24, 2, 2],
    ["roll-62", 1, 3, 3],
  ] as const)("labels on %s from place %i: %i of them are %i pages", async (paper, first, count, pages) => {
    const { orders, token } = await aRound(world, "17:00");
    const order = (await world.call("GET", `/product/order/merchant/${orders[0]}`, { token })).body.data;
    const pdf = await readPdf(
      labelsPdf(
        // Each is handed over by itself.
        Array.from({ length: count }, (_, index) => ({ ...order, _id: `${order._id}${index}` })),
        paper,
        first,
        "Hill Farm",
      ),
    );
    expect(pdf.raw.match(/\/Type \/Page\n/g)).toHaveLength(pages);
    expect(pdf.texts.replaceAll("\n", " ").split("Hill Farm")).toHaveLength(count + 1);
    expect(pdf.texts).toContain("2 × Bread");
  });
});
