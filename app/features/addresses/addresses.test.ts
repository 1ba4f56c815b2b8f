import { expect, test } from "vitest";
import { ADDRESS, aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { MOST_ADDRESSES } from "./plain-schema";

const at = (streetAddress: string) => ({ ...ADDRESS, streetAddress });

function bookOf(world: World, token: string) {
  return {
    add: (street: string, isUsual = false, headers = {}) =>
      world.call("POST", "/user/addresses", { token, body: { address: at(street), isUsual }, headers }),
    list: async () =>
      (await world.call("GET", "/user/addresses", { token })).body.data.map(
        (one: { address: { streetAddress: string }; isUsual: boolean }) =>
          `${one.address.streetAddress}${one.isUsual ? " *" : ""}`,
      ),
    change: (id: string, street: string, isUsual = false, headers = {}) =>
      world.call("PUT", `/user/addresses/${id}`, { token, body: { address: at(street), isUsual }, headers }),
    remove: (id: string) => world.call("DELETE", `/user/addresses/${id}`, { token }),
  };
}

onBothDatabases("addresses in an account", (world) => {
  test("the first is the usual one until another one is, and the oldest is once it is removed", async () => {
    const book = bookOf(world, (await aUser(world)).token);
    const home = await book.add("1 Home Row");
    world.clock.forward(60);
    const work = await book.add("2 Work Row");
    expect([home.status, home.body.data.isUsual, work.body.data.isUsual]).toEqual([201, true, false]);
    world.clock.forward(60);
    const third = await book.add("3 Lake Row", true);
    expect(await book.list()).toEqual(["3 Lake Row *", "1 Home Row", "2 Work Row"]);
    await book.change(home.body.data._id, "1 Old Row", true);
    expect(await book.list()).toEqual(["1 Old Row *", "2 Work Row", "3 Lake Row"]);
    expect((await book.remove(home.body.data._id)).status).toBe(200);
    expect(await book.list()).toEqual(["2 Work Row *", "3 Lake Row"]);
    await book.remove(work.body.data._id);
    await book.remove(third.body.data._id);
    expect(await book.list()).toEqual([]);
  });

  test("there are ten at most, side by side too, and the same one is not added twice", async () => {
    const { token } = await aUser(world);
    const book = bookOf(world, token);
    const answers = await Promise.all(Array.from({ length: MOST_ADDRESSES + 2 }, (_, n) => book.add(`${n} Long Row`)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(MOST_ADDRESSES);
    expect(answers.find(({ status }) => status === 409)?.body.error[0].code).toBe("addresses_full");
    expect((await book.list()).filter((street: string) => street.endsWith("*"))).toHaveLength(1);
    const sameAddress = await book.add((await book.list())[3]);
    expect(sameAddress.status).toBe(201);
    expect(await book.list()).toHaveLength(MOST_ADDRESSES);
  });

  test("what a parcel cannot arrive without is asked for", async () => {
    const { token } = await aUser(world);
    const body = { address: { ...ADDRESS, streetAddress: "", city: "", zipCode: "" } };
    const refusal = await world.call("POST", "/user/addresses", { token, body });
    expect(refusal.status).toBe(422);
    expect(refusal.body.error.map(({ field }: { field: string }) => field)).toEqual([
      "address.streetAddress",
      "address.city",
    ]);
  });

  test("another's is unknown, and one that was saved since it was read is not written over", async () => {
    const [owner, thief] = [await aUser(world), await aUser(world)];
    const book = bookOf(world, owner.token);
    const { _id } = (await book.add("1 Home Row")).body.data;
    const stranger = bookOf(world, thief.token);
    for (const refusal of [
      await stranger.change(_id, "9 Thief Row"),
      await stranger.remove(_id),
      await world.call("GET", `/user/addresses/${_id}`, { token: thief.token }),
    ])
      expect([refusal.status, refusal.body.error[0].code]).toEqual([404, "unknown_address"]);
    const openedVersion =
      (await world.call("GET", `/user/addresses/${_id}`, { token: owner.token })).headers.get("ETag") ?? "";
    expect((await book.change(_id, "2 Home Row", false, { "If-Match": openedVersion })).status).toBe(200);
    expect((await book.change(_id, "3 Home Row", false, { "If-Match": openedVersion })).status).toBe(412);
    expect(await book.list()).toEqual(["2 Home Row *"]);
  });
});
