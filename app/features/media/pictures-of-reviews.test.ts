import { expect, test } from "vitest";
import { statusAndCode } from "../../../tests/fixtures/answers";
import { aPhoto, picturesOfPeople } from "../../../tests/fixtures/pictures-of-people";
import { aUser, PASSWORD } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { linkWord } from "~/features/reviews/links.server";

onBothDatabases("pictures of reviews", (world) => {
  const { db, send, storedPictures, seenBy, sweep, isKept, aReview } = picturesOfPeople(world);

  test("stand with a review, up to third, and are nobody's but its writer's before", async () => {
    const { buyer, review, picturesOfReviews } = await aReview();
    const [first, second, third, fourth] = (await storedPictures(buyer.token, 4)) as [string, string, string, string];
    expect([await seenBy(first, null), await seenBy(first, { ...buyer, privilege: "buyer" })]).toEqual([null, "own"]);
    expect((await review([first, second, third, fourth])).status).toBe(422);
    expect(statusAndCode(await review(await storedPictures((await aUser(world)).token)))).toEqual([
      422,
      "unknown_picture",
    ]);
    expect((await review([first, second, third])).status).toBe(200);
    expect((await review([first, second, third])).status).toBe(200);
    expect(await picturesOfReviews()).toEqual([[first, second, third]]);
    expect(await seenBy(first, null)).toBe("open");
    // Pictures that are left out of the payload stay. A list replaces all of them.
    await review(undefined, "Very good.");
    expect(await picturesOfReviews()).toEqual([[first, second, third]]);
    await review([third], "Very good.");
    expect(await picturesOfReviews()).toEqual([[third]]);
    expect(await seenBy(first, null)).toBeNull();
    await sweep();
    expect([await isKept(first), await isKept(third), await isKept(fourth)]).toEqual([false, true, false]);
  });

  test("are hidden with a review, shown again with it, and gone with the account while the words stay", async () => {
    const { buyer, review, picturesOfReviews } = await aReview();
    const operator = await aUser(world, { privilege: "operator" });
    const [picture] = (await storedPictures(buyer.token)) as [string];
    await review([picture]);
    const { _id } = await db().selectFrom("reviews").select("_id").executeTakeFirstOrThrow();
    expect(await seenBy(picture, null)).toBe("open");
    const decide = (step: string, body?: object) =>
      world.call("POST", `/operator/customer-reviews/${_id}/${step}`, { token: operator.token, body });
    expect((await decide("hide", { reason: "Not this product." })).status).toBe(200);
    expect(await seenBy(picture, null)).toBeNull();
    expect((await decide("put-back")).status).toBe(200);
    expect(await seenBy(picture, null)).toBe("open");
    const copy = await world.call("GET", "/user/export", { token: buyer.token });
    expect(JSON.stringify(copy.body)).toContain(`/media/${picture}/`);
    await world.call("DELETE", "/user", { token: buyer.token, body: { password: PASSWORD } });
    expect(await picturesOfReviews()).toEqual([[]]);
    await sweep();
    expect(await isKept(picture)).toBe(false);
  });

  test("come with a mailed link, without a login, until the product is reviewed", async () => {
    const { lineId, picturesOfReviews } = await aReview();
    const link = `/review-link/${linkWord(world.services, lineId)}`;
    const { status, body } = await send(`${link}/pictures`, [await aPhoto()]);
    expect(status).toBe(201);
    const pictures = body.data.map(({ _id }: { _id: string }) => _id);
    expect((await world.call("POST", link, { body: { stars: 4, text: "Fine.", pictures } })).status).toBe(201);
    expect(await picturesOfReviews()).toEqual([pictures]);
    expect(statusAndCode(await send(`${link}/pictures`, [await aPhoto()]))).toEqual([409, "link_used"]);
  });
});
