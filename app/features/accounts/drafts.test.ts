import { expect, test } from "vitest";
import { aCategory } from "../../../tests/fixtures/shop";
import { everythingStored, onBothDatabases } from "../../../tests/fixtures/world";
import { sweepDrafts } from "./drafts.server";

const EMPTY = {
  firstName: "",
  lastName: "",
  email: "",
  storeName: "",
  businessAddress: "",
  businessCategory: [],
  username: "",
};

onBothDatabases("a merchant's sign-up, step by step", (world) => {
  const keep = (body: object) => world.call("POST", "/user/sign-up-draft", { body });

  test("what was typed is kept as it was typed, right or wrong, and no password with it", async () => {
    const withPassword = await keep({ firstName: " Mia ", email: "no address", password: "plum-orchard-77" });
    expect([withPassword.status, withPassword.body.error[0].field]).toEqual([422, "password"]);
    const draft = await keep({ firstName: " Mia ", email: "no address" });
    expect(draft.status).toBe(201);
    const path = `/user/sign-up-draft/${draft.body.data._id}`;
    expect((await world.call("GET", path)).body.data).toEqual({ ...EMPTY, firstName: " Mia ", email: "no address" });
    expect(
      (await world.call("PUT", path, { body: { firstName: "Mia", storeName: "The Mill", businessCategory: ["x"] } }))
        .status,
    ).toBe(200);
    expect((await world.call("GET", path)).body.data).toEqual({
      ...EMPTY,
      firstName: "Mia",
      storeName: "The Mill",
      businessCategory: ["x"],
    });
    expect(await everythingStored(world)).not.toContain("plum-orchard");
  });

  test("it is forgotten after a day, and nobody finds it without its id", async () => {
    const path = `/user/sign-up-draft/${(await keep({ firstName: "Mia" })).body.data._id}`;
    expect((await world.call("GET", `/user/sign-up-draft/${"0".repeat(64)}`)).status).toBe(404);
    expect((await world.call("GET", "/user/sign-up-draft/1")).status).toBe(422);
    world.clock.forward(24 * 3600 + 1);
    expect((await world.call("GET", path)).status).toBe(404);
    await sweepDrafts(world.services);
    expect(await world.services.db.selectFrom("signUpDrafts").select("_id").execute()).toEqual([]);
  });

  test.each([
    ["at-once", "active"],
    ["operator", "waiting"],
  ] as const)("with approval %s a new store is %s", async (approval, status) => {
    const before = world.services.config.merchantApproval;
    world.services.config.merchantApproval = approval;
    const bakery = await aCategory(world, "Bakery");
    const answer = await world.call("POST", "/user", {
      body: {
        email: "mill@example.com",
        password: "plum-orchard-77",
        confirmPassword: "plum-orchard-77",
        firstName: "Mia",
        lastName: "Miller",
        privilege: "merchant",
        businessCategory: [bakery._id],
      },
    });
    // A job makes the account, so that the answer takes equally long for an address that has one.
    await world.runner.drain();
    world.services.config.merchantApproval = before;
    expect(answer.status).toBe(201);
    expect((await world.services.db.selectFrom("stores").select("status").executeTakeFirstOrThrow()).status).toBe(
      status,
    );
  });
});
