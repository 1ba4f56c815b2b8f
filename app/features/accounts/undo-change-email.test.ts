import { expect, test } from "vitest";
import {
  addressOf,
  askToChange,
  changeAddress,
  DAY,
  linkIn,
  signInStatus,
  NEW_ADDRESS,
  openLink,
} from "../../../tests/fixtures/email-changes";
import { mailsSent, PASSWORD } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { inviteOperator } from "./invitation.server";

const OTHER = "walnut-harvest-31";

onBothDatabases("another address for an account", (world) => {
  test("is taken back from the old one within seven days, whatever it was changed to since; sessions and password end", async () => {
    const user = await changeAddress(world);
    const undo = await linkIn(world, user.email, "undo");
    world.clock.forward(601);
    await askToChange(world, user.token, "further@example.com");
    await openLink(world, "confirm", await linkIn(world, "further@example.com", "confirm"));
    world.clock.forward(6 * DAY);
    expect((await openLink(world, "undo", undo)).status).toBe(200);
    expect((await world.call("GET", "/user", { token: user.token })).status).toBe(401);
    expect([
      await signInStatus(world, user.email),
      await signInStatus(world, "further@example.com"),
      await signInStatus(world, NEW_ADDRESS),
    ]).toEqual([401, 401, 401]);
    await world.call("PUT", "/user/reset-password", { body: { email: user.email } });
    const reset = (await mailsSent(world, user.email)).flatMap(
      ({ text }) => /newPassword\?link=([0-9a-f]{64})/.exec(text)?.[1] ?? [],
    );
    await world.call("POST", "/user/reset-password/link", { body: { link: reset.at(-1), password: PASSWORD } });
    expect(await signInStatus(world, user.email)).toBe(200);
    expect((await openLink(world, "undo", undo)).status).toBe(422);
  });

  test("is taken back by its first owner also after the second address took it back from a third", async () => {
    const user = await changeAddress(world);
    const undo = await linkIn(world, user.email, "undo");
    world.clock.forward(601);
    await askToChange(world, user.token, "further@example.com");
    await openLink(world, "confirm", await linkIn(world, "further@example.com", "confirm"));
    expect((await openLink(world, "undo", await linkIn(world, NEW_ADDRESS, "undo"))).status).toBe(200);
    expect((await openLink(world, "undo", undo)).body.message).toContain(user.email);
  });

  test("is taken back from whoever signed up with it meanwhile and never proved it, and from nobody else", async () => {
    const user = await changeAddress(world);
    const signUp = { email: user.email, password: OTHER, firstName: "Mal", lastName: "Ory", privilege: "buyer" };
    expect((await world.call("POST", "/user", { body: signUp })).status).toBe(201);
    const undo = await linkIn(world, user.email, "undo");
    await world.services.db
      .updateTable("users")
      .set({ verifiedAt: world.clock.now().toISOString() })
      .where("email", "=", user.email)
      .execute();
    expect((await openLink(world, "undo", undo)).body.error[0].code).toBe("address_taken");
    await world.services.db.updateTable("users").set({ verifiedAt: null }).where("email", "=", user.email).execute();
    expect((await openLink(world, "undo", undo)).status).toBe(200);
    const remainingUsers = await world.services.db
      .selectFrom("users")
      .select("_id")
      .where("email", "=", user.email)
      .execute();
    expect(remainingUsers).toEqual([{ _id: user._id }]);
  });

  test("is not taken back from who became an operator meanwhile", async () => {
    const user = await changeAddress(world);
    await inviteOperator(world.services, NEW_ADDRESS);
    expect((await openLink(world, "undo", await linkIn(world, user.email, "undo"))).body.error[0].code).toBe(
      "dead_link",
    );
  });

  test("cannot be taken back after seven days, nor by the link to the new address", async () => {
    const user = await changeAddress(world);
    expect((await openLink(world, "undo", await linkIn(world, NEW_ADDRESS, "confirm"))).status).toBe(422);
    world.clock.forward(7 * DAY + 1);
    expect((await openLink(world, "undo", await linkIn(world, user.email, "undo"))).status).toBe(422);
    world.clock.forward(2 * DAY);
    await world.runner.drain(["sweep"]);
    expect(await world.services.db.selectFrom("emailChanges").selectAll().execute()).toEqual([]);
    expect(await addressOf(world, user.token)).toBe(NEW_ADDRESS);
  });

  test("that was confirmed can still be taken back after a new password", async () => {
    const user = await changeAddress(world);
    const undo = await linkIn(world, user.email, "undo");
    await world.call("PUT", "/user/update-password", {
      token: user.token,
      body: { oldPassword: PASSWORD, newPassword: OTHER, confirmNewPassword: OTHER },
    });
    expect((await openLink(world, "undo", undo)).status).toBe(200);
  });
});
