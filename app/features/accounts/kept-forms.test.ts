import { expect, test } from "vitest";
import { aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { forgetUser, sweepExpired } from "./forget-user.server";
import { rememberBrowser } from "./requester.server";
import { hashToken, issueToken } from "./tokens.server";

const WORD = "a".repeat(64);
const OTHER_WORD = "b".repeat(64);
const ENTRIES = [
  ["title", "Pears"],
  ["tags[0]", "ripe"],
];

onBothDatabases("a form whose session ended", (world) => {
  const send = (account: string, browser = WORD) =>
    world.call("POST", "/user/kept-form", {
      body: { account, page: "/merchant/products/add", entries: ENTRIES },
      headers: { "X-Browser": browser },
    });
  const open = (handle: string, token: string, browser = WORD) =>
    world.call("POST", `/user/kept-form/${handle}/open`, { token, headers: { "X-Browser": browser } });

  test("comes back to its owner in the browser where it was typed, and to no other account or browser", async () => {
    const [ada, bob] = [await aRegular(world), await aRegular(world)];
    const { status, body } = await send(ada._id);
    expect(status).toBe(201);
    const { handle } = body.data as { handle: string };
    expect((await open(handle, bob.token)).status).toBe(404);
    expect((await open(handle, ada.token, OTHER_WORD)).status).toBe(404);
    expect((await open("0".repeat(64), ada.token)).status).toBe(404);
    expect(
      (await world.call("POST", `/user/kept-form/${handle}/open`, { headers: { "X-Browser": WORD } })).status,
    ).toBe(401);
    const openedForm = await open(handle, ada.token);
    expect(openedForm.body.data).toEqual({ page: "/merchant/products/add", entries: ENTRIES });
    expect(JSON.stringify(await world.services.db.selectFrom("keptForms").selectAll().execute())).not.toContain(handle);
  });

  test("belongs to the session that took it up: that one may ask again, a later one not", async () => {
    const ada = await aRegular(world);
    const { handle } = (await send(ada._id)).body.data as { handle: string };
    expect((await open(handle, ada.token)).status).toBe(200);
    expect((await open(handle, ada.token)).status).toBe(200);
    const later = await issueToken(world.services.db, world.services, ada._id);
    expect((await open(handle, later)).status).toBe(404);
  });

  test("is gone once it was sent, after half an hour, and with the account", async () => {
    const [ada, bob] = [await aRegular(world), await aRegular(world)];
    const sentHandle = ((await send(ada._id)).body.data as { handle: string }).handle;
    const drop = (token: string) => world.call("DELETE", `/user/kept-form/${sentHandle}`, { token });
    await drop(bob.token);
    expect((await open(sentHandle, ada.token)).status).toBe(200);
    await drop(ada.token);
    expect((await open(sentHandle, ada.token)).status).toBe(404);

    const old = ((await send(ada._id)).body.data as { handle: string }).handle;
    world.clock.forward(30 * 60 + 1);
    expect((await open(old, ada.token)).status).toBe(404);
    await sweepExpired(world.services);
    expect(await keptCount(world)).toBe(0);

    await send(ada._id);
    expect(await keptCount(world)).toBe(1);
    await world.services.db.transaction().execute((trx) => forgetUser(trx, world.services, ada));
    expect(await keptCount(world)).toBe(0);
  });

  test("is taken only where its account was signed in before, and so are its files", async () => {
    const ada = await aRegular(world);
    expect((await send(ada._id, OTHER_WORD)).status).toBe(404);
    expect(
      (await world.call("POST", "/user/kept-form", { body: { account: ada._id, page: "/", entries: [] } })).status,
    ).toBe(404);
    const file = (account: string, browser: string) => {
      const form = new FormData();
      form.set("intendedFileName", "image");
      form.set("intendedFile[]", new Blob(["no picture"]), "pear.png");
      return world.call("POST", `/user/kept-form/${account}/file`, { form, headers: { "X-Browser": browser } });
    };
    const mayFile = (account: string, browser: string) =>
      world.call("GET", `/user/kept-form/${account}/file`, { headers: { "X-Browser": browser } });
    // The service looks at the bytes only when the caller may send a picture.
    expect([(await mayFile(ada._id, WORD)).status, (await file(ada._id, WORD)).status]).toEqual([200, 415]);
    expect([(await mayFile(ada._id, OTHER_WORD)).status, (await file(ada._id, OTHER_WORD)).status]).toEqual([404, 404]);
    const buyer = await aRegular(world, "buyer");
    expect([(await mayFile(buyer._id, WORD)).status, (await file(buyer._id, WORD)).status]).toEqual([404, 404]);
  });
});

onBothDatabases(
  "a browser that an account has left",
  (world) => {
    test("keeps thirty forms an hour for it, and stores no more than forty files a day", async () => {
      const ada = await aRegular(world);
      const send = (path: string, options: object) =>
        world.call("POST", path, { headers: { "X-Browser": WORD }, ...options });
      const form = { body: { account: ada._id, page: "/", entries: [] } };
      const statuses = [];
      for (let n = 0; n < 31; n += 1) statuses.push((await send("/user/kept-form", form)).status);
      expect([statuses.indexOf(429), statuses.length]).toEqual([30, 31]);
      const files = [];
      for (let n = 0; n < 41; n += 1)
        files.push((await send(`/user/kept-form/${ada._id}/file`, { form: new FormData() })).status);
      expect([files.indexOf(429), files.length]).toEqual([40, 41]);
    });
  },
  { limits: true },
);

/** A user who has signed in from this browser before. */
async function aRegular(world: World, privilege: "merchant" | "buyer" = "merchant") {
  const user = await aUser(world, { privilege });
  await rememberBrowser(world.services.db, world.services, user._id, hashToken(WORD));
  return user;
}

async function keptCount({ services }: World): Promise<number> {
  return (await services.db.selectFrom("keptForms").select("hash").execute()).length;
}
