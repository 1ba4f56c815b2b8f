import { expect, test } from "vitest";
import { aDeliveredOrder, reviewLine } from "../../../tests/fixtures/reviews";
import { aUser, mailsSent } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { issueToken } from "~/features/accounts/tokens.server";

onBothDatabases("reviews, their answers and reports", (world) => {
  const listOf = async (productId: string) =>
    (await world.call("GET", `/product/general/${productId}/reviews`)).body.data;
  const aReview = async (body: Record<string, unknown> = { stars: 1, text: "Rotten thieves.", withName: true }) => {
    const order = await aDeliveredOrder(world);
    await reviewLine(world, order, body);
    const { _id } = (await listOf(order.productId)).docs[0] as { _id: string };
    return { ...order, id: _id, stall: await issueToken(world.services.db, world.services, order.merchantId) };
  };

  test("a stall answers, changes its answer and takes it back; those without one stand first in its list", async () => {
    const { id, stall, productId, merchantId } = await aReview();
    world.clock.forward(60);
    const second = await aDeliveredOrder(world, { merchantId });
    await reviewLine(world, second, { stars: 5 });
    const list = async (query = "") =>
      (await world.call("GET", `/merchant/reviews${query}`, { token: stall })).body.data.docs.map(
        (doc: { stars: number }) => doc.stars,
      );
    const answer = (text: string, token = stall) =>
      world.call("PUT", `/merchant/reviews/${id}/answer`, { token, body: { answer: text } });
    expect(await list()).toEqual([5, 1]);
    expect((await answer("We are sorry.")).status).toBe(200);
    expect((await answer("We are very sorry.")).status).toBe(200);
    expect((await listOf(productId)).docs[0].answer).toMatchObject({ text: "We are very sorry." });
    await world.call("DELETE", `/merchant/reviews/${id}/answer`, { token: stall });
    expect((await listOf(productId)).docs[0].answer).toBeNull();
    expect((await world.call("DELETE", `/merchant/reviews/${id}/answer`, { token: stall })).status).toBe(404);
    await answer("We are sorry.");
    world.clock.forward(60);
    const third = await aDeliveredOrder(world, { merchantId });
    await reviewLine(world, third, { stars: 3 });
    expect([await list(), await list("?state=unanswered")]).toEqual([
      [3, 5, 1],
      [3, 5],
    ]);
    const stranger = await aUser(world, { privilege: "merchant" });
    expect((await answer("Mine.", stranger.token)).status).toBe(404);
  });

  test("anybody reports; an operator hides with a reason that the writer is told, and puts back", async () => {
    const { id, productId, buyer } = await aReview();
    const { token } = await aUser(world, { privilege: "operator", firstName: "Olive", lastName: "Hartman" });
    const queue = async (state: string) =>
      (await world.call("GET", `/operator/customer-reviews?state=${state}`, { token })).body.data.docs;
    expect((await world.call("POST", `/reviews/${id}/reports`, { body: { reason: " " } })).status).toBe(422);
    await world.call("POST", `/reviews/${id}/reports`, { body: { reason: "It insults the farmer." } });
    world.clock.forward(1);
    await world.call("POST", `/reviews/${id}/reports`, { body: { reason: "Rude." } });
    expect(await queue("reported")).toMatchObject([
      {
        _id: id,
        openReports: 2,
        ofProductToday: 1,
        reports: [{ reason: "It insults the farmer." }, { reason: "Rude." }],
      },
    ]);
    const act = (step: string, body?: Record<string, unknown>) =>
      world.call("POST", `/operator/customer-reviews/${id}/${step}`, { token, ...(body && { body }) });
    const both = await Promise.all([act("hide", { reason: "It insults." }), act("hide", { reason: "It insults." })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect([await queue("reported"), (await queue("hidden")).length]).toEqual([[], 1]);
    expect(await listOf(productId)).toMatchObject({ docs: [], total: 0, reviews: null });
    expect((await world.call("GET", `/product/general/${productId}`)).body.data.rating).toBeNull();
    const mails = await mailsSent(world, buyer.email);
    expect(mails.map(({ text }) => text.includes("It insults."))).toEqual([true]);
    expect((await world.call("POST", `/reviews/${id}/reports`, { body: { reason: "Again." } })).status).toBe(404);

    world.clock.forward(1);
    expect((await act("put-back")).status).toBe(200);
    expect((await act("put-back")).status).toBe(409);
    expect(await listOf(productId)).toMatchObject({ docs: [{ _id: id }], total: 1, reviews: { count: 1, mean: 1 } });
    const log = await world.services.db.selectFrom("auditLog").select("action").orderBy("_id").execute();
    expect(log.map(({ action }) => action)).toEqual(["review.hidden", "review.put_back"]);
  });

  test("reports beyond twenty add nothing until an operator has decided", async () => {
    const { id } = await aReview();
    const report = (n: number) => world.call("POST", `/reviews/${id}/reports`, { body: { reason: `Untrue ${n}.` } });
    for (let n = 1; n <= 22; n += 1) expect((await report(n)).status).toBe(201);
    const row = await world.services.db
      .selectFrom("reviews")
      .select("openReports")
      .where("_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(row.openReports).toBe(20);
  });

  test("a hidden review that is changed moves no sum, and an operator may keep a reported one", async () => {
    const { id, productId, lineId, buyer, merchantId } = await aReview();
    const { token } = await aUser(world, { privilege: "operator" });
    await world.call("POST", `/operator/customer-reviews/${id}/hide`, { token, body: { reason: "It insults." } });
    await reviewLine(world, { lineId, buyer }, { stars: 4, text: "Not what I hoped for." });
    const stall = () =>
      world.services.db
        .selectFrom("stores")
        .select(["reviewCount", "reviewStars"])
        .where("userId", "=", merchantId)
        .executeTakeFirstOrThrow();
    expect(await stall()).toEqual({ reviewCount: 0, reviewStars: 0 });
    await world.call("POST", `/operator/customer-reviews/${id}/put-back`, { token });
    expect(await stall()).toEqual({ reviewCount: 1, reviewStars: 4 });
    await world.call("POST", `/reviews/${id}/reports`, { body: { reason: "Untrue." } });
    const keep = () => world.call("POST", `/operator/customer-reviews/${id}/keep`, { token });
    expect([(await keep()).status, (await keep()).status]).toEqual([200, 409]);
    expect((await listOf(productId)).total).toBe(1);
  });

  test("what most found useful stands first, and each person counts once", async () => {
    const first = await aReview({ stars: 5, text: "Old." });
    world.clock.forward(60);
    const second = await aDeliveredOrder(world, { productId: first.productId });
    await reviewLine(world, second, { stars: 4, text: "New." });
    const reader = await aUser(world);
    const vote = (isUseful: boolean) =>
      world.call("PUT", `/reviews/${first.id}/useful`, { token: reader.token, body: { isUseful } });
    const order = async (sort: string) =>
      (await world.call("GET", `/product/general/${first.productId}/reviews?sort=${sort}`)).body.data.docs.map(
        (doc: { text: string; useful: number }) => `${doc.text}${doc.useful}`,
      );
    await Promise.all([vote(true), vote(true), vote(true)]);
    expect([await order("newest"), await order("useful")]).toEqual([
      ["New.0", "Old.1"],
      ["Old.1", "New.0"],
    ]);
    await vote(false);
    await vote(false);
    expect(await order("useful")).toEqual(["New.0", "Old.0"]);
  });
});
