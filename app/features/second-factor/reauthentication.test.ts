import { expect, test } from "vitest";
import { codeOf } from "../../../tests/fixtures/answers";
import { aFactor, appCode, secondStep, signInFrom } from "../../../tests/fixtures/second-factor";
import { PASSWORD } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";

onBothDatabases("showing once more who is there", (world) => {
  test("takes the password or a code, counts for this session alone, and for ten minutes", async () => {
    const { user, secret } = await aFactor(world);
    const otherAnswer = (
      await secondStep(world, (await signInFrom(world, user.email)).body.challenge, appCode(world, secret))
    ).body.token as string;
    const begin = async (token: string) =>
      (await world.call("POST", "/user/second-factor/recovery-codes", { token })).status;
    const prove = (token: string, body: object) => world.call("POST", "/user/proof", { token, body });
    world.clock.forward(601);
    expect([await begin(user.token), await begin(otherAnswer)]).toEqual([403, 403]);
    expect(codeOf(await prove(user.token, { password: "not-this-one-1" }))).toBe("wrong_password");
    expect(codeOf(await prove(user.token, {}))).toBe("nothing_proven");
    expect(codeOf(await prove(user.token, { code: appCode(world, secret, 4) }))).toBe("wrong_factor_code");
    expect(await begin(user.token)).toBe(403);
    expect((await prove(user.token, { code: appCode(world, secret) })).status).toBe(200);
    expect([await begin(user.token), await begin(otherAnswer)]).toEqual([200, 403]);
    world.clock.forward(601);
    expect(await begin(user.token)).toBe(403);
    expect((await prove(user.token, { password: PASSWORD })).status).toBe(200);
    expect(await begin(user.token)).toBe(200);
  });
});
