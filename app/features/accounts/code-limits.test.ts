import { expect, test, vi } from "vitest";
import { aUser, codeFor, mailsSent } from "../../../tests/fixtures/shop";
import { ADA, signUp, sendCode } from "../../../tests/fixtures/sign-up";
import { onBothDatabases } from "../../../tests/fixtures/world";

onBothDatabases(
  "limits on codes",
  (world) => {
    const resend = (email: string) =>
      world.call("PUT", "/user/resend-otp", { body: { email }, address: `198.51.100.${email.length}` });

    test("one code a minute goes to an address, whether or not it has an account, and the answer says when to come back", async () => {
      for (const email of ["waiting-a@example.com", "nobody-at-all@example.com"]) {
        if (email.startsWith("waiting")) await signUp(world, { email });
        else await resend(email);
        const refusal = await resend(email);
        expect(refusal.status).toBe(429);
        expect(Number(refusal.headers.get("Retry-After"))).toBeGreaterThan(50);
        expect(Number(refusal.headers.get("Retry-After"))).toBeLessThanOrEqual(60);
        expect(refusal.body.error[0]).toMatchObject({
          code: "too_many_tries",
          message: expect.stringMatching(/^Too many tries\. Please try again in \d+ seconds?\.$/),
        });
      }
      expect(await mailsSent(world, "waiting-a@example.com")).toHaveLength(1);
    });

    test("signing up again within the minute keeps the code that is on its way", async () => {
      const email = "hasty@example.com";
      await signUp(world, { email });
      const code = await codeFor(world, email);
      expect((await signUp(world, { email })).status).toBe(201);
      expect(await mailsSent(world, email)).toHaveLength(1);
      expect((await sendCode(world, email, code)).status).toBe(200);
    });

    test("the same sign-up sent many times at once makes one account and mails one code, and that code works", async () => {
      for (let n = 0; n < 5; n += 1) {
        const email = `double-${n}@example.com`;
        const answers = await Promise.all(
          Array.from({ length: 8 }, (_, from) => signUp(world, { email }, `198.51.${n}.${from}`)),
        );
        expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 8 }, () => 201));
        expect(await mailsSent(world, email)).toHaveLength(1);
        expect(
          await world.services.db.selectFrom("users").select("_id").where("email", "=", email).execute(),
        ).toHaveLength(1);
        expect((await sendCode(world, email, await codeFor(world, email))).status).toBe(200);
      }
    });

    test("ten codes a day, and no more", async () => {
      vi.useFakeTimers({ toFake: ["Date"] });
      try {
        const email = "every-minute@example.com";
        const start = Date.now();
        const statuses = [];
        for (let n = 0; n < 11; n += 1) {
          vi.setSystemTime(start + n * 61_000);
          statuses.push((await resend(email)).status);
        }
        expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
        vi.setSystemTime(start + 11 * 61_000);
        expect(Number((await resend(email)).headers.get("Retry-After"))).toBeGreaterThan(3600 * 23);
        vi.setSystemTime(start + 86_460_000);
        expect((await resend(email)).status).toBe(200);
      } finally {
        vi.useRealTimers();
      }
    });

    test("an inbox is not flooded with letters about an account that is there already", async () => {
      const knownUser = await aUser(world, { email: "flooded@example.com" });
      for (let n = 0; n < 5; n += 1)
        expect(
          (
            await world.call("POST", "/user", {
              body: { ...ADA, email: knownUser.email },
              address: `198.51.100.${100 + n}`,
            })
          ).status,
        ).toBe(201);
      expect(await mailsSent(world, knownUser.email)).toHaveLength(1);
    });
  },
  { limits: true },
);
