import { beforeEach, expect, test, vi } from "vitest";
import { statusAndCode } from "../../../tests/fixtures/answers";
import { longTest } from "../../../tests/fixtures/long-test";
import { ORIGIN, TestAuthenticator } from "../../../tests/fixtures/authenticator";
import { addPasskey, aPasskey, beginSignIn, passkeyStep } from "../../../tests/fixtures/second-factor";
import { aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { randomFrom } from "../../../scripts/torture/random";

/** The error that the next verification throws; null lets it verify. */
const fault: { next: Error | null } = { next: null };

vi.mock("@simplewebauthn/server", async (original) => {
  const library = await original<typeof import("@simplewebauthn/server")>();
  const failing =
    <Args extends unknown[], T>(verify: (...args: Args) => Promise<T>) =>
    async (...args: Args) => {
      if (fault.next) throw fault.next;
      return verify(...args);
    };
  return {
    ...library,
    verifyAuthenticationResponse: failing(library.verifyAuthenticationResponse),
    verifyRegistrationResponse: failing(library.verifyRegistrationResponse),
  };
});

const FAULTS: [string, Error, (number | string)[]][] = [
  ["an outage", Object.assign(new Error("too many open files"), { code: "EMFILE" }), [503, "unavailable"]],
  ["a mistake of the program", new TypeError("publicKey is undefined"), [500, "internal"]],
  ["a refusal", new Error("Unexpected authentication response origin"), [422, "wrong_passkey"]],
];
/** The number of answers with broken bytes, drawn from one seed. */
const BROKEN = 100;

onBothDatabases("whose fault it is that a passkey does not work", (world) => {
  beforeEach(() => {
    world.services.config.publicUrl = ORIGIN;
    fault.next = null;
  });

  test.each(FAULTS)("%s is told as such when a passkey lets in", async (_, error, expectedRefusal) => {
    const { user, device } = await aPasskey(world);
    const { challenge, options } = await beginSignIn(world, user.email);
    fault.next = error;
    const signed = device.get(options);
    expect(statusAndCode(await passkeyStep(world, challenge, signed))).toEqual(expectedRefusal);
    fault.next = null;
    // An outage or a mistake has not used up the challenge; a refusal has.
    expect((await passkeyStep(world, challenge, signed)).status).toBe(
      expectedRefusal[1] === "wrong_passkey" ? 422 : 200,
    );
  });

  test.each(FAULTS)("%s is told as such when a passkey is added", async (_, error, expectedRefusal) => {
    const user = await aUser(world);
    const options = (await world.call("POST", "/user/second-factor/passkeys/options", { token: user.token })).body.data;
    const body = { name: "Mine", credential: new TestAuthenticator().create(options) };
    const add = () => world.call("POST", "/user/second-factor/passkeys", { token: user.token, body });
    fault.next = error;
    expect(statusAndCode(await add())).toEqual(expectedRefusal);
    fault.next = null;
    expect((await add()).status).toBe(expectedRefusal[1] === "wrong_passkey" ? 422 : 201);
  });

  test("a stored key that cannot be read is no wrong passkey", async () => {
    const { user, device } = await aPasskey(world);
    await world.services.db.updateTable("passkeys").set({ publicKey: "" }).execute();
    const { challenge, options } = await beginSignIn(world, user.email);
    expect(statusAndCode(await passkeyStep(world, challenge, device.get(options)))).toEqual([500, "internal"]);
  });

  test("a device may count to the end of its four bytes", async () => {
    const user = await aUser(world);
    const device = new TestAuthenticator();
    device.counter = 0xff_ff_ff_fe;
    expect((await addPasskey(world, user.token, device)).status).toBe(201);
    const { challenge, options } = await beginSignIn(world, user.email);
    expect((await passkeyStep(world, challenge, device.get(options))).status).toBe(200);
    const { counter } = await world.services.db.selectFrom("passkeys").select("counter").executeTakeFirstOrThrow();
    expect(counter).toBe(0xff_ff_ff_ff);
  });

  test.each([
    ["that holds a text instead of numbers", `3c45${"d8".repeat(69)}`],
    ["whose first number is a text", `30451c36${"32".repeat(54)}022054c582fd0c3cdb13b6ee2b`],
    ["that ends within its head", "30"],
  ])("a signature %s is a wrong passkey", async (_, signature) => {
    const { user, device } = await aPasskey(world);
    const { challenge, options } = await beginSignIn(world, user.email);
    const signed = device.get(options);
    signed.response.signature = Buffer.from(signature, "hex").toString("base64url");
    expect(statusAndCode(await passkeyStep(world, challenge, signed))).toEqual([422, "wrong_passkey"]);
  });

  longTest(
    "whatever bytes a device sends, they are a wrong passkey or a good one, and no fault of the shop",
    async () => {
      const random = randomFrom(33);
      const broken = (text: string) => {
        const bytes = Buffer.from(text, "base64url");
        for (let n = Math.ceil(random() * 3); n > 0; n -= 1)
          bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
        const length = random() < 0.2 ? Math.ceil(random() * bytes.length) : bytes.length;
        return bytes.subarray(0, length).toString("base64url");
      };
      const user = await aUser(world);
      const codes = new Set<string>();
      const note = (answer: { status: number; body: any }) => codes.add(statusAndCode(answer).join(" ").trim());
      for (let n = 0; n < BROKEN; n += 1) {
        const options = await world.call("POST", "/user/second-factor/passkeys/options", { token: user.token });
        const device = new TestAuthenticator();
        const credential = device.create(options.body.data);
        credential.response.attestationObject = broken(credential.response.attestationObject);
        const body = { name: "Mine", credential };
        note(await world.call("POST", "/user/second-factor/passkeys", { token: user.token, body }));
        await world.services.db.deleteFrom("passkeys").where("userId", "=", user._id).execute();
      }
      const { user: otherUser, device } = await aPasskey(world, {}, false);
      for (let n = 0; n < BROKEN; n += 1) {
        const { challenge, options } = await beginSignIn(world, otherUser.email);
        const signed = device.get(options);
        const field = random() < 0.5 ? "authenticatorData" : "signature";
        signed.response[field] = broken(signed.response[field]);
        note(await passkeyStep(world, challenge, signed));
      }
      expect(
        [...codes].filter((code) => !["200", "201", "422 wrong_passkey", "409 copied_passkey"].includes(code)),
      ).toEqual([]);
    },
  );
});
