import { expect, test } from "vitest";
import { isSample } from "../../../scripts/gate/sample.mjs";
import { outcomeOf } from "../../../tests/fixtures/answers";
import { stockOf } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { releaseHold } from "./hold-stock.server";
import { SUNDAY, aStallWithAnOrder, placesTaken } from "../../../tests/fixtures/adding";

/** How often two calls are made at the same moment, which they meet in one order or the other. */
const TURNS = isSample ? 3 : 6;

onBothDatabases("goods that are added to an order", (world) => {
  test("and a first order that is cancelled at the same moment: added to it, or refused, and no place lost", async () => {
    for (let turn = 0; turn < TURNS; turn += 1) {
      const { first, add, cancel, jam, pay } = await aStallWithAnOrder(world);
      const [checkout, cancelled] = await Promise.all([add(), cancel(first._id)]);
      expect(cancelled.status).toBe(200);
      const isAdded = outcomeOf(checkout) === "done";
      expect(isAdded || outcomeOf(checkout) === "way_closed").toBe(true);
      expect(await stockOf(world, jam._id)).toBe(isAdded ? 49 : 50);
      expect(await placesTaken(world)).toEqual(isAdded ? ["07: 1"] : []);
      // The next turn begins with an empty list of places.
      if (isAdded) await cancel((await pay(checkout)).body.data._id);
      expect(await placesTaken(world)).toEqual([]);
    }
  });

  test("and the first order cancelled at the same moment give their place back once", async () => {
    for (let turn = 0; turn < TURNS; turn += 1) {
      const { first, added, cancel } = await aStallWithAnOrder(world);
      const second = await added();
      await Promise.all([cancel(first._id), cancel(second._id)]);
      expect(await placesTaken(world)).toEqual([]);
    }
  });

  test("that are paid while the first order is moved are where it is", async () => {
    for (let turn = 0; turn < TURNS; turn += 1) {
      const { first, add, pay, move, orderOf, cancel } = await aStallWithAnOrder(world);
      const checkout = await add();
      await releaseHold(world.services, checkout.body.payment.orderId);
      const [paid, moveAnswer] = await Promise.all([pay(checkout), move(first, SUNDAY)]);
      expect([outcomeOf(paid), outcomeOf(moveAnswer)]).toEqual(["done", "done"]);
      const second = paid.body.data._id as string;
      expect((await orderOf(second)).parts[0].delivery).toMatchObject(SUNDAY);
      expect(await placesTaken(world)).toEqual(["08: 1"]);
      await cancel(first._id);
      await cancel(second);
      expect(await placesTaken(world)).toEqual([]);
    }
  });
});
