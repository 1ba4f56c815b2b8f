import { expect, test } from "vitest";
import { aFactor, appCode, secondStep, signInFrom } from "../../../tests/fixtures/second-factor";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

onBothDatabases(
  "guessing at a second factor",
  (world) => {
    const MINUTES_15 = 901;
    const challengeIn = async (at: World, email: string, browser: string) =>
      (await signInFrom(at, email, { browser, address: `203.0.113.${browser.charCodeAt(0)}` })).body
        .challenge as string;
    const tries = async (email: string, browser: string, how: string[]) => {
      const challenge = await challengeIn(world, email, browser);
      const answers = [];
      for (const code of how) answers.push((await secondStep(world, challenge, code, browser)).status);
      return answers;
    };

    test("ends after five tries in a browser for a quarter of an hour, and a new challenge brings none more", async () => {
      const { user, secret } = await aFactor(world);
      const wrong = appCode(world, secret, 9);
      expect(await tries(user.email, "c", Array(6).fill(wrong))).toEqual([422, 422, 422, 422, 422, 429]);
      expect(await tries(user.email, "c", [appCode(world, secret)])).toEqual([429]);
      expect(await tries(user.email, "d", [appCode(world, secret)])).toEqual([200]);
    });

    test("ends after ten codes a day in browsers that the owner has not used; there a recovery code still lets in", async () => {
      const { user, secret, codes } = await aFactor(world);
      expect(await tries(user.email, "e", [appCode(world, secret)])).toEqual([200]);
      world.clock.forward(60);
      const wrong = appCode(world, secret, 9);
      for (const browser of ["a", "b"])
        expect(await tries(user.email, browser, Array(5).fill(wrong))).toEqual(Array(5).fill(422));
      const challenge = await challengeIn(world, user.email, "c");
      const refusal = await secondStep(world, challenge, appCode(world, secret), "c");
      expect([refusal.status, refusal.body.error[0].message]).toEqual([
        429,
        "Too many codes were tried for this account today. Please use a recovery code instead.",
      ]);
      expect((await secondStep(world, challenge, codes[0]!, "c")).status).toBe(200);
      // The owner's own browser has tries of its own.
      expect(await tries(user.email, "e", [appCode(world, secret)])).toEqual([200]);
      world.clock.forward(MINUTES_15);
    });

    test("right codes use up no tries", async () => {
      const { user, secret } = await aFactor(world);
      for (let n = 0; n < 12; n += 1) {
        expect(await tries(user.email, "f", [appCode(world, secret)])).toEqual([200]);
        world.clock.forward(30);
      }
    });
  },
  { limits: true },
);
