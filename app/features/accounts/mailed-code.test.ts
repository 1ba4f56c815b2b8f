import { expect, test } from "vitest";
import { aUser, codeFor, mailsSent } from "../../../tests/fixtures/shop";
import { ADA, signUp, sendCode, wrongCode } from "../../../tests/fixtures/sign-up";
import { onBothDatabases } from "../../../tests/fixtures/world";

onBothDatabases("the code in the mail", (world) => {
  test("five wrong tries wear a code out; even the right one is refused then, and a new one works", async () => {
    await signUp(world);
    const code = await codeFor(world, ADA.email);
    for (let n = 0; n < 5; n += 1) {
      expect((await sendCode(world, ADA.email, wrongCode(code))).body.error[0]).toMatchObject({
        code: "wrong_code",
        field: "otp",
      });
    }
    expect((await sendCode(world, ADA.email, code)).status).toBe(422);
    await world.call("PUT", "/user/resend-otp", { body: { email: ADA.email } });
    expect((await sendCode(world, ADA.email, await codeFor(world, ADA.email))).status).toBe(200);
  });

  test("many guesses at once get no more than five tries", async () => {
    await signUp(world);
    const code = await codeFor(world, ADA.email);
    await Promise.all(Array.from({ length: 30 }, () => sendCode(world, ADA.email, wrongCode(code))));
    expect((await sendCode(world, ADA.email, code)).status).toBe(422);
  });

  test("four wrong tries leave one", async () => {
    await signUp(world);
    const code = await codeFor(world, ADA.email);
    for (let n = 0; n < 4; n += 1) await sendCode(world, ADA.email, wrongCode(code));
    expect((await sendCode(world, ADA.email, code)).status).toBe(200);
  });

  test("a code is good for ten minutes", async () => {
    await signUp(world);
    const code = await codeFor(world, ADA.email);
    world.clock.forward(10 * 60);
    expect((await sendCode(world, ADA.email, code)).body.error[0].code).toBe("wrong_code");
  });

  test("a new code voids the one before", async () => {
    await signUp(world);
    const first = await codeFor(world, ADA.email);
    await world.call("PUT", "/user/resend-otp", { body: { email: ADA.email } });
    const second = await codeFor(world, ADA.email);
    if (first !== second) expect((await sendCode(world, ADA.email, first)).status).toBe(422);
    expect((await sendCode(world, ADA.email, second)).status).toBe(200);
  });

  test("a code counts in the digits of any keyboard", async () => {
    await signUp(world);
    const code = await codeFor(world, ADA.email);
    const arabic = code.replaceAll(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)]!);
    expect((await sendCode(world, ADA.email, arabic)).status).toBe(200);
  });

  test("a code works once, for its own address and its own purpose alone", async () => {
    await signUp(world);
    const code = await codeFor(world, ADA.email);
    await aUser(world, { email: "somebody@example.com" });
    expect((await sendCode(world, "somebody@example.com", code)).status).toBe(422);
    expect(
      (await world.call("POST", "/user/reset-password/verify", { body: { email: ADA.email, otp: code } })).status,
    ).toBe(422);
    expect((await sendCode(world, ADA.email, code)).status).toBe(200);
    expect((await sendCode(world, ADA.email, code)).status).toBe(422);
  });

  test("asking again answers the same for a waiting, a verified and an unknown address; only the waiting one gets mail", async () => {
    await signUp(world);
    await aUser(world, { email: "verified@example.com" });
    await mailsSent(world);
    world.mails.length = 0;
    const answers = await Promise.all(
      [ADA.email, "verified@example.com", "nobody@example.com"].map((email) =>
        world.call("PUT", "/user/resend-otp", { body: { email } }),
      ),
    );
    expect(new Set(answers.map((answer) => JSON.stringify([answer.status, answer.body])))).toHaveLength(1);
    expect((await mailsSent(world)).map((mail) => mail.to)).toEqual([ADA.email]);
  });

  test.each(["1234", "123456", "12a45", "", " ", "12 45", "١٢٣٤", undefined, 12_345, null])(
    "%j is no code",
    async (otp) => {
      const refusal = await world.call("POST", "/user/otp", { body: { email: ADA.email, otp } });
      expect([refusal.status, refusal.body.error]).toEqual([
        422,
        [{ field: "otp", message: "Enter the 5-digit code from the mail.", code: expect.any(String) }],
      ]);
    },
  );
});
