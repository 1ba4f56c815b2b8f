import { expect, test } from "vitest";
import { bought } from "../../../tests/fixtures/books";
import { reviewLine } from "../../../tests/fixtures/reviews";
import { settled } from "../../../tests/fixtures/settled";
import { aUser, PASSWORD } from "../../../tests/fixtures/shop";
import { lookedAt, twoStalls } from "../../../tests/fixtures/shop-pages";
import { onBothDatabases } from "../../../tests/fixtures/world";

onBothDatabases("pages that show what people wrote", (world) => {
  test("are made anew after each change of it, and after no other", async () => {
    const { apples, one, operator } = await twoStalls(world);
    const [buyer, reader] = [await aUser(world, { firstName: "Amara", lastName: "Wells" }), await aUser(world)];
    const orderId = await bought(world, buyer.token, [[apples._id, 1]]);
    const { db } = world.services;
    await db.updateTable("orderParts").set({ statusText: "Delivered" }).where("orderId", "=", orderId).execute();
    const { _id: lineId } = await db.selectFrom("orderLines").select("_id").executeTakeFirstOrThrow();
    const product = `/products/${apples._id}`;
    const pages = [`${product}/reviews`, `${product}/reviews?sort=useful`, `${product}/questions`, product];
    const { look, fresh, madeBy } = lookedAt(world);
    const write = (text: string) => reviewLine(world, { buyer, lineId }, { stars: 4, text, withName: true });
    const ofReview = async () => (await db.selectFrom("reviews").select("_id").executeTakeFirstOrThrow())._id;
    const byOperator = async (decision: string, body: object) =>
      world.call("POST", `/operator/customer-reviews/${await ofReview()}/${decision}`, { token: operator.token, body });
    const answer = async (method: "PUT" | "DELETE") =>
      world.call(method, `/merchant/reviews/${await ofReview()}/answer`, {
        token: one.token,
        ...(method === "PUT" && { body: { answer: "Thank you." } }),
      });
    const report = async () =>
      world.call("POST", `/reviews/${await ofReview()}/reports`, { body: { reason: "Not about the goods." } });
    const vote = async () =>
      world.call("PUT", `/reviews/${await ofReview()}/useful`, { token: reader.token, body: { isUseful: true } });
    const leave = ({ token }: { token: string }) =>
      world.call("DELETE", "/user", { token, body: { password: PASSWORD } });
    const steps: [string, () => ReturnType<typeof write>][] = [
      ["written", () => write("Crisp.")],
      ["changed", () => write("Crisp and sweet.")],
      ["answered", () => answer("PUT")],
      ["the answer taken back", () => answer("DELETE")],
      ["found useful", vote],
      ["reported, which nobody sees", report],
      ["hidden", () => byOperator("hide", { reason: "Not about the goods." })],
      ["put back", () => byOperator("put-back", {})],
      [
        "refunded later",
        () =>
          world.call("POST", `/operator/orders/${orderId}/refund`, {
            token: operator.token,
            body: { reason: "The cold chain broke." },
          }),
      ],
      ["a reader has left", () => leave(reader)],
      ["the writer has left", () => leave(buyer)],
    ];
    for (const [step, change] of steps) {
      await settled(world);
      for (const page of pages) await look(page);
      const renderedPages = await madeBy(async () => {
        expect([step, (await change()).status < 300]).toEqual([step, true]);
        for (const page of pages) expect([step, page, await look(page)]).toEqual([step, page, await fresh(page)]);
      });
      expect([step, renderedPages.length > 0]).toEqual([step, step !== "reported, which nobody sees"]);
    }
    expect(await look(pages[0]!)).not.toContain("Amara");
  });
});
