import { expect, test, vi } from "vitest";
import { codeFor } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

const EMAIL = "owner@example.com";
const signUp = (world: World, firstName: string, password: string) =>
  world.call("POST", "/user", { body: { email: EMAIL, password, firstName, lastName: "Person", privilege: "buyer" } });
const enter = (world: World, otp: string) => world.call("POST", "/user/otp", { body: { email: EMAIL, otp } });
const logIn = (world: World, password: string) =>
  world.call("POST", "/user/login", { body: { email: EMAIL, password } });

onBothDatabases(
  "somebody else signs up with my address",
  (world) => {
    test("within the minute changes nothing: my code makes my account", async () => {
      await signUp(world, "Owner", "the-owners-own-1");
      expect((await signUp(world, "Evil", "the-evil-one-22")).status).toBe(201);
      expect((await enter(world, await codeFor(world, EMAIL))).status).toBe(200);
      expect((await logIn(world, "the-evil-one-22")).status).toBe(401);
      expect((await logIn(world, "the-owners-own-1")).body.data.firstName).toBe("Owner");
    });

    test("later, what was typed last counts together with the newer code alone", async () => {
      vi.useFakeTimers({ toFake: ["Date"] });
      try {
        await signUp(world, "Owner", "the-owners-own-1");
        const first = await codeFor(world, EMAIL);
        vi.setSystemTime(Date.now() + 61_000);
        world.clock.forward(61);
        await signUp(world, "Owner", "a-better-one-333");
        const second = await codeFor(world, EMAIL);
        if (first !== second) expect((await enter(world, first)).status).toBe(422);
        expect((await enter(world, second)).status).toBe(200);
        expect((await logIn(world, "a-better-one-333")).status).toBe(200);
        expect((await logIn(world, "the-owners-own-1")).status).toBe(401);
      } finally {
        vi.useRealTimers();
      }
    });
  },
  { limits: true },
);
