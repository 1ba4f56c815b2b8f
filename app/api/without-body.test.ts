import { expect, test } from "vitest";
import { aUser } from "../../tests/fixtures/shop";
import { onBothDatabases } from "../../tests/fixtures/world";

onBothDatabases("a call without a body", (world) => {
  test("is not asked for its type, though an HTTP server may hand it on with an empty stream", async () => {
    const { token } = await aUser(world);
    const request = new Request("http://shop.test/api/v1/user/logout", {
      method: "POST",
      headers: { Authorization: token },
      body: new Blob([]).stream(),
      duplex: "half",
    } as RequestInit);
    expect((await world.api.fetch(request)).status).toBe(200);
    expect((await world.call("GET", "/user", { token })).status).toBe(401);
  });

  test("a kept answer is not given to a token that has died", async () => {
    const { token } = await aUser(world);
    const save = () =>
      world.call("PUT", "/user/billing", {
        token,
        body: { streetAddress: "1 Lane" },
        headers: { "Idempotency-Key": "replaykey-12345" },
      });
    expect([(await save()).status, (await save()).status]).toEqual([200, 200]);
    await world.call("POST", "/user/logout", { token });
    expect((await save()).status).toBe(401);
  });
});
