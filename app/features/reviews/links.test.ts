import { expect, test } from "vitest";
import { aDeliveredOrder, reviewLine } from "../../../tests/fixtures/reviews";
import { mailsSent } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { askForReviews } from "./ask-for-reviews.server";
import { linkWord } from "./links.server";

const DAY = 86_400;

onBothDatabases("mails that ask for reviews", (world) => {
  /** The tokens of the links in the mails to an address. */
  const wordsMailed = async (email: string) => {
    await askForReviews.handle(world.services);
    return (await mailsSent(world, email)).flatMap(({ text }) =>
      [...text.matchAll(/\/review\/(\S+)/g)].map(([, word]) => word),
    );
  };

  test("go out once, days after a part has arrived, with a link that needs no login and works once", async () => {
    const { buyer, productId, lineId } = await aDeliveredOrder(world);
    world.clock.forward(5 * DAY - 60);
    expect(await wordsMailed(buyer.email)).toEqual([]);
    world.clock.forward(2 * 3600);
    const [word = "", ...otherWords] = await wordsMailed(buyer.email);
    expect([word.length > 50, otherWords]).toEqual([true, []]);
    const [letter] = await mailsSent(world, buyer.email);
    expect(letter?.unsubscribe).toMatch(/\/notices\/\S+$/);
    world.clock.forward(2 * DAY);
    expect(await wordsMailed(buyer.email)).toHaveLength(1);

    const page = await world.call("GET", `/review-link/${word}`);
    expect(Object.keys(page.body.data).sort()).toEqual(["isUsed", "product", "size"]);
    expect(JSON.stringify(page.body)).not.toMatch(/Ada|Byron|@/);
    const send = () => world.call("POST", `/review-link/${word}`, { body: { stars: 4, text: "Good." } });
    const answers = await Promise.all([send(), send()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await world.call("GET", `/review-link/${word}`)).body.data.isUsed).toBe(true);
    expect((await world.call("GET", `/product/general/${productId}/reviews`)).body.data).toMatchObject({
      total: 1,
      docs: [{ text: "Good.", name: "" }],
    });
    const movedWord = linkWord(world.services, "f".repeat(24));
    for (const broken of [word.slice(1), `${word}xx`, "word", movedWord, lineId])
      expect((await world.call("POST", `/review-link/${broken}`, { body: { stars: 1 } })).body.error[0].code).toBe(
        "unknown_review_link",
      );
  });

  test("are not sent about what was reviewed or given back, nor to who said no, for good", async () => {
    const reviewed = await aDeliveredOrder(world);
    await reviewLine(world, reviewed);
    const returnedOrder = await aDeliveredOrder(world);
    await world.services.db
      .updateTable("orderParts")
      .set({ refundedCents: 250 })
      .where("_id", "=", returnedOrder.partId)
      .execute();
    const tired = await aDeliveredOrder(world);
    const stop = () => world.call("POST", `/review-link/${linkWord(world.services, tired.lineId)}/stop`);
    expect([(await stop()).status, (await stop()).status]).toEqual([200, 200]);
    world.clock.forward(6 * DAY);
    for (const { buyer } of [reviewed, returnedOrder, tired]) expect(await wordsMailed(buyer.email)).toEqual([]);
    const later = await aDeliveredOrder(world, { buyerId: tired.buyer._id });
    world.clock.forward(6 * DAY);
    expect([later.orderId.length, await wordsMailed(tired.buyer.email)]).toEqual([24, []]);
  });

  test("are not sent at all where the market wants none, nor about what arrived long ago", async () => {
    const { buyer } = await aDeliveredOrder(world);
    world.services.config.reviewMailDays = 0;
    world.clock.forward(6 * DAY);
    expect(await wordsMailed(buyer.email)).toEqual([]);
    world.services.config.reviewMailDays = 5;
    world.clock.forward(60 * DAY);
    expect(await wordsMailed(buyer.email)).toEqual([]);
  });

  test("lead nowhere once their reader has left", async () => {
    const { buyer, lineId } = await aDeliveredOrder(world);
    await world.call("DELETE", "/user", { token: buyer.token, body: { password: "correct-horse-9" } });
    const answer = await world.call("GET", `/review-link/${linkWord(world.services, lineId)}`);
    expect([answer.status, answer.body.error[0].code]).toEqual([404, "unknown_review_link"]);
  });
});
