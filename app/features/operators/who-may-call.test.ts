import { expect, test } from "vitest";
import { aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

interface Call {
  method: string;
  path: string;
}

/** Every documented call whose address fits, with made-up ids in it. */
async function callsOf(world: World, fits: RegExp): Promise<Call[]> {
  const { body } = await world.call("GET", "/openapi.json");
  return Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) => {
    const address = path.replace(/^\/api\/v1/, "");
    return fits.test(address) ? Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path: address.replaceAll(/\{\w+\}/g, "0123456789abcdef01234567") })) : [];
  });
}

async function statuses(world: World, calls: Call[], token?: string) {
  const answers = [];
  for (const { method, path } of calls) answers.push([`${method} ${path}`, (await world.call(method, path, { token })).status]);
  return answers;
}

const all = (calls: Call[], status: number) => calls.map(({ method, path }) => [`${method} ${path}`, status]);

// From the document, so that a call that is added tomorrow is looked at by itself.
onBothDatabases("who may call what", (world) => {
  test("an operator's calls answer 401 to visitors, and 403 to buyers and merchants, whatever they send", async () => {
    const calls = await callsOf(world, /^\/operator\//);
    expect(calls.length).toBeGreaterThan(25);
    const [buyer, merchant] = [await aUser(world), await aUser(world, { privilege: "merchant" })];
    expect(await statuses(world, calls)).toEqual(all(calls, 401));
    expect(await statuses(world, calls, buyer.token)).toEqual(all(calls, 403));
    expect(await statuses(world, calls, merchant.token)).toEqual(all(calls, 403));
  });

  test("what merchants read answers 401 to visitors, and 403 to buyers and operators", async () => {
    const calls = (await callsOf(world, /^\/product\/(manage-|order\/merchant|payment\/merchant)/)).filter(({ method, path }) => method === "GET" && path !== "/product/manage-stat");
    const [buyer, operator] = [await aUser(world), await aUser(world, { privilege: "operator" })];
    expect(await statuses(world, calls)).toEqual(all(calls, 401));
    expect(await statuses(world, calls, buyer.token)).toEqual(all(calls, 403));
    expect(await statuses(world, calls, operator.token)).toEqual(all(calls, 403));
  });

  test("a dead token is told apart from none", async () => {
    const answer = await world.call("GET", "/operator/overview", { token: "f".repeat(64) });
    expect([answer.status, answer.body.error[0].code]).toEqual([401, "dead_token"]);
  });
});
