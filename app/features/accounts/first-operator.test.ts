import { expect, test } from "vitest";
import { aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { firstOperatorLink } from "./first-operator.server";

onBothDatabases("the first operator", (world) => {
  const wordIn = (link: string | null) => new URL(link ?? "http://none").searchParams.get("token") ?? "";
  const verify = (token: string) => world.call("POST", "/user/first-operator/verify", { body: { token } });
  const become = (token: string, email: string) =>
    world.call("POST", "/user/first-operator", { body: { token, email } });
  const choose = (token: string) =>
    world.call("POST", "/user/invitation", {
      body: { token, firstName: "Ada", lastName: "Byron", password: "harvest-moon-72" },
    });

  test("comes by the link that a start prints, whose word is stored nowhere", async () => {
    const token = wordIn(await firstOperatorLink(world.services));
    expect((await verify(token)).status).toBe(200);
    const { status, body } = await become(token, "ada@market.test");
    expect(status).toBe(200);
    // The link works until a password is chosen, because a mistyped address must not lock everybody out.
    expect((await verify(token)).status).toBe(200);
    expect((await choose(body.data.token)).status).toBe(200);
    const operator = await world.services.db
      .selectFrom("users")
      .select(["privilege", "verifiedAt"])
      .where("email", "=", "ada@market.test")
      .executeTakeFirstOrThrow();
    expect(operator).toEqual({ privilege: "operator", verifiedAt: expect.any(String) });
  });

  test("ends every such link, and no further one is printed", async () => {
    const token = wordIn(await firstOperatorLink(world.services));
    const laterToken = wordIn(await firstOperatorLink(world.services));
    await aUser(world, { privilege: "operator" });
    expect(await firstOperatorLink(world.services)).toBeNull();
    for (const word of [token, laterToken]) {
      expect((await verify(word)).body.error[0]).toMatchObject({ code: "dead_first_run" });
      expect((await become(word, "eve@market.test")).status).toBe(422);
    }
    const eve = await world.services.db
      .selectFrom("users")
      .select("_id")
      .where("email", "=", "eve@market.test")
      .execute();
    expect(eve).toEqual([]);
  });

  test("does not come by a link of yesterday, one that was changed, or one of another secret", async () => {
    const token = wordIn(await firstOperatorLink(world.services));
    expect((await verify(`${token.slice(0, -2)}AA`)).status).toBe(422);
    const config = { ...world.services.config, secret: "9f2c41d07be85a36c1e0477d2b98fa63" };
    expect((await verify(wordIn(await firstOperatorLink({ ...world.services, config })))).status).toBe(422);
    world.clock.forward(24 * 3600 - 60);
    expect((await verify(token)).status).toBe(200);
    world.clock.forward(60);
    expect((await verify(token)).status).toBe(422);
  });

  test("is not a merchant, whose account holds other people's orders", async () => {
    const { email } = await aUser(world, { privilege: "merchant" });
    const { status, body } = await become(wordIn(await firstOperatorLink(world.services)), email);
    expect([status, body.error[0].code]).toEqual([409, "has_a_stall"]);
  });
});
