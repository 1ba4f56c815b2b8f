import { expect, test } from "vitest";
import { answersAfterKill, testLostAnswers } from "../../tests/fixtures/lost-answers";
import { anOrderToWeigh } from "../../tests/fixtures/weighing";
import { onBothDatabases } from "../../tests/fixtures/world";

onBothDatabases("a request whose process was killed before it could answer", (world) => {
  testLostAnswers(world, "shop");

  test("says again how much goes back for what was weighed, and gives it back once", async () => {
    const { token, order, line } = await anOrderToWeigh(world);
    const body = { weights: [{ order, line, pieces: ["280", "311"] }] };
    const answers = await answersAfterKill(world, "POST", "/product/order/merchant/weights", { token, body });
    const weighed = [{ order, line, due: 11.82, back: 1.38 }];
    expect(answers?.map((answer) => answer.body.data)).toEqual([
      { weighed, refused: [] },
      { weighed, refused: [] },
    ]);
    const refunds = await world.services.db.selectFrom("refunds").select("amountCents").execute();
    expect(refunds.map(({ amountCents }) => Number(amountCents))).toEqual([138]);
  });
});
