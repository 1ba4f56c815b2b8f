import { expect } from "vitest";
import { isSample } from "../../../scripts/gate/sample.mjs";
import { longTest } from "../../../tests/fixtures/long-test";
import { aDeliveredOrder, reviewLine, type DeliveredOrder } from "../../../tests/fixtures/reviews";
import { aProduct, aUser, PASSWORD } from "../../../tests/fixtures/shop";
import { onBothDatabases, type Answered } from "../../../tests/fixtures/world";

/** The number of reviews. A sample writes a fifth of them. */
const REVIEWS = isSample ? 40 : 200;

/** A review as it is expected to be; `useful` counts the people who found it so. */
interface Expected {
  stars: number;
  isHidden: boolean;
  isAnswered: boolean;
  isRefunded: boolean;
  hasName: boolean;
  useful: number;
}

/** The score of one five-star review in the order of the best rated, which adds five reviews of 3.5 stars. */
const RIVALS_SCORE = (17.5 + 5) / 6;
const STARS = [5, 4, 3, 2, 1];
const statusesOf = (answers: Answered[]) => [...new Set(answers.map(({ status }) => status))].sort();

/** Sends the requests in halves, because more than two hundred that wait for a connection are refused. */
async function inHalves(numbers: number[], work: (n: number) => Promise<Answered>[]): Promise<Answered[]> {
  const half = Math.ceil(numbers.length / 2);
  const first = await Promise.all(numbers.slice(0, half).flatMap(work));
  return [...first, ...(await Promise.all(numbers.slice(half).flatMap(work)))];
}

onBothDatabases("two hundred reviews of one product at once", (world) => {
  longTest("leave mean, spread, counts and orders right after each step", async () => {
    const { db } = world.services;
    const merchant = await aUser(world, { privilege: "merchant" });
    const operators = [
      await aUser(world, { privilege: "operator" }),
      await aUser(world, { privilege: "operator" }),
    ] as const;
    const product = await aProduct(world, { rating: null, merchantId: merchant._id });
    const rival = await aDeliveredOrder(world);
    await reviewLine(world, rival, { stars: 5 });
    const orders: DeliveredOrder[] = [];
    for (let n = 0; n < REVIEWS; n += 1) orders.push(await aDeliveredOrder(world, { productId: product._id }));
    const expected: Expected[] = orders.map((_, n) => ({
      stars: (n % 5) + 1,
      isHidden: false,
      isAnswered: false,
      isRefunded: false,
      hasName: true,
      useful: 0,
    }));

    const expectRight = async (step: string) => {
      const visible = expected.filter(({ isHidden }) => !isHidden);
      const stars = visible.reduce((sum, each) => sum + each.stars, 0);
      const isBest = (17.5 + stars) / (5 + visible.length) > RIVALS_SCORE;
      const reviews = { count: visible.length, mean: Math.round((10 * stars) / visible.length) / 10 };
      const last = Math.ceil(visible.length / 10);
      const docs = [];
      for (const page of [1, last]) {
        const { body } = await world.call("GET", `/product/general/${product._id}/reviews?sort=useful&page=${page}`);
        expect([step, body.data.total, body.data.reviews]).toEqual([step, visible.length, reviews]);
        expect([step, body.data.spread]).toEqual([
          step,
          STARS.map((each) => ({ stars: each, count: visible.filter((one) => one.stars === each).length })),
        ]);
        docs.push(...body.data.docs);
      }
      for (const { text, answer, name, ...doc } of docs) {
        const facts = { ...doc, isHidden: false, isAnswered: answer !== null, hasName: name !== "" };
        expect([step, text, facts]).toMatchObject([step, text, expected[Number(/\d+/.exec(text)?.[0])]!]);
      }
      const usefulFirst = docs.map(({ useful }) => useful);
      expect([step, usefulFirst]).toEqual([step, usefulFirst.toSorted((a, b) => b - a)]);
      const best = (await world.call("GET", "/product/general?sort=rating")).body.data.docs;
      expect([step, best.map(({ _id }: { _id: string }) => _id)]).toEqual([
        step,
        isBest ? [product._id, rival.productId] : [rival.productId, product._id],
      ]);
      const ofProduct = best.find(({ _id }: { _id: string }) => _id === product._id);
      expect([step, ofProduct.reviews]).toEqual([step, reviews]);
      const stall = (await world.call("GET", `/stall/${merchant._id}`)).body.data;
      expect([step, stall.reviews]).toEqual([step, reviews]);
      const unanswered = (await world.call("GET", "/merchant/reviews?state=unanswered", { token: merchant.token })).body
        .data.total;
      expect([step, unanswered]).toEqual([step, visible.filter(({ isAnswered }) => !isAnswered).length]);
    };
    const reviewsThat = (choose: (each: Expected, n: number) => boolean) =>
      expected.flatMap((each, n) => (choose(each, n) ? [n] : []));
    const write = (n: number, stars: number) =>
      reviewLine(world, orders[n]!, { stars, text: `Review ${n}.`, withName: true });

    expect(statusesOf(await Promise.all(expected.map(({ stars }, n) => write(n, stars))))).toEqual([200]);
    await expectRight("written");
    const rows = await db.selectFrom("reviews").select(["_id", "text"]).execute();
    const reviewIds = expected.map((_, n) => rows.find(({ text }) => text === `Review ${n}.`)?._id ?? "");

    const changedReviews = reviewsThat(({ stars }) => stars < 3);
    const changes = await Promise.all(changedReviews.flatMap((n) => [write(n, 5), write(n, 5)]));
    expect(statusesOf(changes)).toEqual([200]);
    for (const n of changedReviews) expected[n]!.stars = 5;
    await expectRight("changed");

    const answer = (n: number, text: string) =>
      world.call("PUT", `/merchant/reviews/${reviewIds[n]}/answer`, { token: merchant.token, body: { answer: text } });
    const answeredReviews = reviewsThat((_, n) => n % 2 === 0);
    expect(
      statusesOf(await Promise.all(answeredReviews.flatMap((n) => [answer(n, "Thank you."), answer(n, "Thanks.")]))),
    ).toEqual([200]);
    for (const n of answeredReviews) expected[n]!.isAnswered = true;
    await expectRight("answered");

    const voters = orders.slice(0, 4).map(({ buyer }) => buyer.token);
    const useful = reviewsThat((_, n) => n % 20 === 0);
    const votes = useful.flatMap((n) => voters.map((token) => ({ n, token })));
    const vote = ({ n, token }: (typeof votes)[number]) =>
      world.call("PUT", `/reviews/${reviewIds[n]}/useful`, { token, body: { isUseful: true } });
    expect(statusesOf(await Promise.all([...votes, ...votes].map(vote)))).toEqual([200]);
    for (const n of useful) expected[n]!.useful = voters.length;
    await expectRight("found useful");

    const report = (n: number) =>
      world.call("POST", `/reviews/${reviewIds[n]}/reports`, { body: { reason: "Not about the goods." } });
    const reported = reviewsThat(({ stars }) => stars === 5);
    expect(statusesOf(await Promise.all(reported.map(report)))).toEqual([201]);
    await expectRight("reported");

    const decide = (intent: "hide" | "put-back", n: number) =>
      operators.map(({ token }) =>
        world.call("POST", `/operator/customer-reviews/${reviewIds[n]}/${intent}`, {
          token,
          body: intent === "hide" ? { reason: "Not about the goods." } : {},
        }),
      );
    // Two operators decide on each review in the same moment. One of them succeeds.
    const hidden = await inHalves(reported, (n) => decide("hide", n));
    expect(hidden.filter(({ status }) => status === 200)).toHaveLength(reported.length);
    expect(statusesOf(hidden)).toEqual([200, 409]);
    for (const n of reported) expected[n]!.isHidden = true;
    await expectRight("hidden");

    const shownAgain = await inHalves(reported, (n) => decide("put-back", n));
    expect(shownAgain.filter(({ status }) => status === 200)).toHaveLength(reported.length);
    for (const n of reported) expected[n]!.isHidden = false;
    await expectRight("put back");

    const refunded = reviewsThat((_, n) => n % 3 === 0);
    await db
      .updateTable("orderLines")
      .set({ refundedQuantity: 1 })
      .where(
        "_id",
        "in",
        refunded.map((n) => orders[n]!.lineId),
      )
      .execute();
    for (const n of refunded) expected[n]!.isRefunded = true;
    await expectRight("refunded later");

    const erased = reviewsThat((_, n) => n < REVIEWS / 10);
    const erase = (n: number) =>
      world.call("DELETE", "/user", { token: orders[n]!.buyer.token, body: { password: PASSWORD } });
    expect(statusesOf(await Promise.all(erased.map(erase)))).toEqual([200]);
    for (const n of erased) expected[n]!.hasName = false;
    for (const n of useful) expected[n]!.useful = 0;
    await expectRight("writers have left");

    // Everything at once.
    const [changedAtLast, hiddenAtLast] = [
      reviewsThat((_, n) => n >= 0.8 * REVIEWS && n % 2 === 0),
      reviewsThat((_, n) => n >= 0.8 * REVIEWS && n % 2 === 1),
    ];
    await Promise.all([
      ...changedAtLast.map((n) => write(n, 1)),
      ...hiddenAtLast.flatMap((n) => decide("hide", n)),
      ...hiddenAtLast.map((n) => write(n, 2)),
      ...changedAtLast.map((n) => answer(n, "We are sorry.")),
      ...changedAtLast.map(report),
    ]);
    for (const n of changedAtLast) Object.assign(expected[n]!, { stars: 1, isAnswered: true });
    for (const n of hiddenAtLast) expected[n]!.isHidden = true;
    await expectRight("everything at once");
  });
});
