import { expect, test } from "vitest";
import { aUser, mailsSent, PASSWORD } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { deviceOf } from "./sessions.server";

const PHONE = "Mozilla/5.0 (Android 10; Mobile; rv:120.0) Gecko/120.0 Firefox/120.0";
const LAPTOP = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/120.0.0.0 Safari/537.36";
type Role = "buyer" | "merchant" | "operator";

const logIn = async (world: World, email: string, agent: string, browser: string) =>
  (
    await world.call("POST", "/user/login", {
      body: { email, password: PASSWORD },
      headers: { "User-Agent": agent, "X-Browser": browser.repeat(64) },
    })
  ).body.token as string;
const alive = async (world: World, token: string) => (await world.call("GET", "/user", { token })).status === 200;
const sessions = async (world: World, token: string) =>
  (await world.call("GET", "/user/sessions", { token })).body.data as {
    _id: string;
    device: string;
    current: boolean;
  }[];

onBothDatabases("my sessions", (world) => {
  test("are told with the device, and end one at a time or all but mine", async () => {
    const [user, otherUser] = [await aUser(world), await aUser(world)];
    const phone = await logIn(world, user.email, PHONE, "a");
    const laptop = await logIn(world, user.email, LAPTOP, "b");
    const sessionList = await sessions(world, laptop);
    expect(sessionList.map(({ device, current }) => [device, current]).slice(0, 2)).toEqual([
      ["Chrome on Windows", true],
      [expect.any(String), false],
    ]);
    expect(sessionList).toHaveLength(3);
    const { _id } = sessionList.find(({ device }) => device === "Firefox on Android")!;
    expect((await world.call("DELETE", `/user/sessions/${_id}`, { token: otherUser.token })).status).toBe(404);
    expect((await world.call("DELETE", `/user/sessions/${_id}`, { token: laptop })).status).toBe(200);
    expect((await world.call("DELETE", `/user/sessions/${_id}`, { token: laptop })).status).toBe(404);
    expect([await alive(world, phone), await alive(world, laptop), await alive(world, user.token)]).toEqual([
      false,
      true,
      true,
    ]);
    expect((await world.call("DELETE", "/user/sessions", { token: laptop })).status).toBe(200);
    expect([await alive(world, laptop), await alive(world, user.token)]).toEqual([true, false]);
    expect(await alive(world, otherUser.token)).toBe(true);
  });

  test("nothing of a token stands in the list", async () => {
    const user = await aUser(world);
    const answer = await world.call("GET", "/user/sessions", { token: user.token });
    expect(JSON.stringify(answer.body)).not.toContain(user.token.slice(0, 24));
  });

  test.each<[Role, minutes: number]>([
    ["operator", 30],
    ["merchant", 12 * 60],
  ])("of an %s end after %i idle minutes, and live on while they are used", async (privilege, minutes) => {
    const user = await aUser(world, { privilege });
    const [used, idle] = [await logIn(world, user.email, PHONE, "a"), await logIn(world, user.email, LAPTOP, "b")];
    for (let n = 0; n < 2; n += 1) {
      world.clock.forward((minutes * 60) / 2 + 1);
      expect(await alive(world, used)).toBe(true);
    }
    expect(await alive(world, idle)).toBe(false);
    expect((await sessions(world, used)).filter(({ device }) => device === "Chrome on Windows")).toEqual([]);
    world.clock.forward(minutes * 60);
    expect(await alive(world, used)).toBe(false);
  });

  test("a buyer who comes back after three weeks is still signed in, and after a month is not, used or not", async () => {
    const user = await aUser(world);
    const token = await logIn(world, user.email, PHONE, "a");
    world.clock.forward(21 * 86_400);
    expect(await alive(world, token)).toBe(true);
    world.clock.forward(10 * 86_400);
    expect(await alive(world, token)).toBe(false);
  });

  test("a letter tells of the first time in a new browser, and not of the very first or of a known one", async () => {
    const user = await aUser(world);
    for (const [agent, browser] of [
      [PHONE, "a"],
      [PHONE, "a"],
      [LAPTOP, "b"],
      [LAPTOP, "b"],
      [PHONE, "a"],
    ] as const)
      await logIn(world, user.email, agent, browser);
    const mails = await mailsSent(world, user.email);
    expect(mails.map((mail) => mail.subject)).toEqual(["Somebody signed in to your Fieldstall account"]);
    expect(mails[0]?.text).toContain("Chrome on Windows");
  });
});

test.each([
  [PHONE, "Firefox on Android"],
  [LAPTOP, "Chrome on Windows"],
  ["Mozilla/5.0 (Mobile; Nokia_8110_4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5", "Firefox on KaiOS"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Safari/604.1",
    "Safari on iPhone",
  ],
  ["curl/8.5.0", "A program"],
  ["", "A program"],
  ["<script>alert(1)</script>", "A program"],
])("%j is called %s", (agent, device) => expect(deviceOf(agent)).toBe(device));
