import { execFile } from "node:child_process";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startFakeStripe, type FakeStripe } from "../fakes/stripe/fake-stripe";
import { environmentOf } from "./killed-shop";
import { onePlace, type Place } from "./places";
import { buildOnce, root } from "./shop-process";

/* `npm run lift-factor` as the last operator runs it, on a folder of data. */

let place: Place;
let fake: FakeStripe;
let env: Record<string, string>;

beforeAll(async () => {
  buildOnce();
  place = await onePlace("sqlite");
  fake = await startFakeStripe({ now: () => new Date() });
  env = environmentOf(place, fake);
});

afterAll(async () => {
  await place.remove();
  await fake.close();
});

function liftFactor(...args: string[]) {
  return new Promise<{ status: number; said: string }>((resolve) => {
    execFile(
      process.execPath,
      [path.join(root, "scripts/lift-factor.mjs"), ...args],
      { cwd: root, env: { NODE_ENV: "production", PATH: process.env["PATH"] ?? "", ...env } },
      (error, stdout, stderr) => resolve({ status: error ? Number(error.code) : 0, said: `${stdout}${stderr}` }),
    );
  });
}

const factors = () => place.database.db.selectFrom("authenticators").select("userId").execute();

test("lifts the factor of who is named, with a reason, an entry and a letter; a second time there is none", async () => {
  const { email } = await place.database.db
    .selectFrom("users")
    .select("email")
    .where("privilege", "=", "operator")
    .$narrowType<{ email: string }>()
    .executeTakeFirstOrThrow();
  expect(await factors()).toHaveLength(1);
  expect(await liftFactor(email, "The phone fell into the well")).toEqual({
    status: 0,
    said: `The second factor of ${email} is lifted: the password alone lets in. A mail says so.\n`,
  });
  expect(await factors()).toEqual([]);
  const entry = await place.database.db.selectFrom("auditLog").selectAll().executeTakeFirstOrThrow();
  expect([entry.actorName, entry.action, entry.subject, entry.details]).toEqual([
    "Command line",
    "user.factor_lifted",
    email,
    expect.stringContaining("The phone fell into the well"),
  ]);
  const jobs = await place.database.db.selectFrom("jobs").select("payload").where("kind", "=", "mail").execute();
  expect(jobs.map(({ payload }) => payload).join()).toContain("Your second factor was lifted");
  expect(await liftFactor(email, "Once more")).toEqual({ status: 1, said: "There is no second factor here.\n" });
});

test("says what it wants where somebody or the reason is missing, and who is unknown", async () => {
  const wants = /npm run lift-factor -- someone@example\.com "the phone is lost"/;
  expect(await liftFactor()).toEqual({ status: 2, said: expect.stringMatching(wants) });
  expect(await liftFactor(place.buyer.email)).toEqual({ status: 2, said: expect.stringMatching(wants) });
  expect((await liftFactor("no address", "The phone is lost")).status).toBe(1);
  const unknown = await liftFactor("nobody@example.com", "The phone is lost");
  expect(unknown).toEqual({ status: 1, said: expect.stringMatching(/no such user/i) });
});
