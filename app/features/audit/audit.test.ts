import { expect, test } from "vitest";
import { aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

const anOperator = (world: World) => aUser(world, { privilege: "operator", firstName: "Olive", lastName: "Hartman" });

onBothDatabases("the audit log", (world) => {
  test("has twenty a page, newest first", async () => {
    const { token } = await anOperator(world);
    const users = [];
    for (let n = 0; n < 22; n += 1) {
      const user = await aUser(world);
      users.unshift(user.email);
      await world.call("POST", `/operator/users/${user._id}/end-sessions`, { token });
      world.clock.forward(60);
    }
    const [first, second] = [
      (await world.call("GET", "/operator/audit", { token })).body.data,
      (await world.call("GET", "/operator/audit?page=2", { token })).body.data,
    ];
    expect([first.total, first.hasNextPage, second.hasNextPage]).toEqual([22, true, false]);
    expect([...first.docs, ...second.docs].map((entry: { subject: string }) => entry.subject)).toEqual(users);
    expect(first.docs[0]).toMatchObject({ actorName: "Olive Hartman", action: "user.signed_out" });
  });
});
