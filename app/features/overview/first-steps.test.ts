import { expect, test } from "vitest";
import { startFakeStripe } from "../../../tests/fakes/stripe/fake-stripe";
import { freePort } from "../../../tests/fixtures/free-port";
import { aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { tryMail, tryPayments } from "./first-steps.server";

onBothDatabases("the first steps of a market", (world) => {
  test("tell an operator what there is, and nobody else", async () => {
    const { token } = await aUser(world, { privilege: "operator" });
    const { status, body } = await world.call("GET", "/operator/first-steps", { token });
    expect([status, body.data]).toEqual([
      200,
      { mail: expect.any(Object), payments: "test", categories: expect.any(Number) },
    ]);
    const buyer = await aUser(world);
    expect((await world.call("GET", "/operator/first-steps", { token: buyer.token })).status).toBe(403);
    expect(
      (await world.call("POST", "/operator/first-steps/tries", { token: buyer.token, body: { step: "mail" } })).status,
    ).toBe(403);
    expect((await world.call("POST", "/operator/first-steps/tries", { token, body: { step: "cheese" } })).status).toBe(
      422,
    );
  });

  test("a mail goes to the operator who asks at once, and one that is not taken is told", async () => {
    const { services } = world;
    const { token, email } = await aUser(world, { privilege: "operator" });
    const { body } = await world.call("POST", "/operator/first-steps/tries", { token, body: { step: "mail" } });
    expect(body).toMatchObject({ problem: false });
    const letters: string[] = [];
    const mail = { send: async ({ to }: { to: string }) => void letters.push(to), close: () => undefined };
    expect(await tryMail({ ...services, mail }, { email, firstName: "Ada" })).toMatchObject({ problem: false });
    expect(letters).toEqual([email]);
    const smtpUrl = `smtp://127.0.0.1:${await freePort()}`;
    const refusedOutcome = await tryMail(
      { ...services, mail, config: { ...services.config, smtpUrl } },
      { email, firstName: "" },
    );
    expect(refusedOutcome).toEqual({
      message: expect.stringContaining("The mail server does not let us in"),
      problem: true,
    });
    const full = { ...mail, send: () => Promise.reject(new Error("552 mailbox full")) };
    expect(await tryMail({ ...services, mail: full }, { email, firstName: "" })).toEqual({
      message: expect.stringContaining("552 mailbox full"),
      problem: true,
    });
    expect(letters).toHaveLength(1);
  });
});

test("payments that are tests say so; Stripe is asked whether it knows the key", async () => {
  const fake = await startFakeStripe();
  const config = { market: { name: "Riverside" } };
  const keys = { publishableKey: "pk_test_fake", webhookSecrets: [], apiUrl: fake.url };
  const look = (stripe: object | null) => tryPayments({ config: { ...config, stripe } as never });
  try {
    expect(await look(null)).toEqual({ message: expect.stringContaining("no money moves"), problem: false });
    expect(await look({ ...keys, secretKey: "sk_test_fake" })).toMatchObject({ problem: false });
    expect(await look({ ...keys, secretKey: "sk_test_other" })).toEqual({
      message: expect.stringContaining("does not know STRIPE_SECRET_KEY"),
      problem: true,
    });
  } finally {
    await fake.close();
  }
});
