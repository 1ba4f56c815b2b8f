import { expect, test } from "vitest";
import { codeOf } from "../../../tests/fixtures/answers";
import { aFactor, secondStep, signInFrom } from "../../../tests/fixtures/second-factor";
import { mailsSent, PASSWORD } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

const subjects = async (world: World, to: string) => (await mailsSent(world, to)).map((mail) => mail.subject);

onBothDatabases("recovery codes", (world) => {
  test("let in once each, however they are typed, and a letter tells of it", async () => {
    const { user, codes } = await aFactor(world);
    const enter = async (code: string) => secondStep(world, (await signInFrom(world, user.email)).body.challenge, code);
    expect((await enter(` ${codes[0]!.toUpperCase().replaceAll("-", " ")} `)).status).toBe(200);
    expect(codeOf(await enter(codes[0]!))).toBe("wrong_factor_code");
    const { challenge } = (await signInFrom(world, user.email)).body;
    expect((await secondStep(world, challenge, codes[2]!)).status).toBe(200);
    expect((await secondStep(world, challenge, codes[2]!)).status).toBe(200);
    expect((await enter(codes[1]!.replaceAll("0", "o").replaceAll("1", "l"))).status).toBe(200);
    expect(await subjects(world, user.email)).toEqual([
      "Your second factor is on",
      "A recovery code was used",
      "A recovery code was used",
      "A recovery code was used",
    ]);
    const state = await world.call("GET", "/user/second-factor", { token: user.token });
    expect(state.body.data.recoveryCodesLeft).toBe(7);
  });

  test("of somebody else open nothing", async () => {
    const [ownFactor, otherFactor] = [await aFactor(world), await aFactor(world)];
    const { challenge } = (await signInFrom(world, ownFactor.user.email)).body;
    expect((await secondStep(world, challenge, otherFactor.codes[0]!)).status).toBe(422);
  });

  test("are made anew for who has just shown who they are; those before are void", async () => {
    const { user, codes } = await aFactor(world);
    const renew = () => world.call("POST", "/user/second-factor/recovery-codes", { token: user.token });
    world.clock.forward(601);
    const firstAnswer = await renew();
    expect([firstAnswer.status, codeOf(firstAnswer)]).toEqual([403, "proof_needed"]);
    await world.call("POST", "/user/proof", { token: user.token, body: { password: PASSWORD } });
    const secondAnswer = await renew();
    expect([secondAnswer.status, secondAnswer.body.codes.length]).toEqual([200, 10]);
    const { challenge } = (await signInFrom(world, user.email)).body;
    expect((await secondStep(world, challenge, codes[0]!)).status).toBe(422);
    expect((await secondStep(world, challenge, secondAnswer.body.codes[0])).status).toBe(200);
  });
});
