import { expect, test } from "vitest";
import { aUser } from "../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../tests/fixtures/world";

type Role = "buyer" | "merchant" | "operator";
const ROLES: Role[] = ["buyer", "merchant", "operator"];
/** Reached by anybody, for it also says goodbye to a token that is dead already. */
const LOGOUT = "POST /user/logout";

interface Call {
  name: string;
  method: string;
  path: string;
  roles: string[];
}

// From the document, so that a call that is added tomorrow is looked at by itself.
onBothDatabases("who may call what", (world) => {
  test("a call that needs a token answers 401 to visitors, whatever they send", async () => {
    const calls = await guardedCalls(world);
    expect(calls.length).toBeGreaterThan(60);
    expect(await statuses(world, calls)).toEqual(calls.map(({ name }) => [name, 401]));
  });

  test.each(ROLES)("a call that is for others answers 403 to a %s, whatever they send", async (role) => {
    const calls = (await guardedCalls(world)).filter(({ roles }) => roles.length > 0 && !roles.includes(role));
    expect(calls.length).toBeGreaterThan(20);
    const { token } = await aUser(world, { privilege: role });
    expect(await statuses(world, calls, token)).toEqual(calls.map(({ name }) => [name, 403]));
  });

  test("every call of operators is theirs alone, and whatever names a merchant is for merchants alone", async () => {
    for (const { name, path, roles } of await documentedCalls(world)) {
      if (path.startsWith("/operator/")) expect([name, roles]).toEqual([name, ["operator"]]);
      if (/^\/(product\/(manage-|sales-report|order\/merchant|payment\/merchant)|file\b)/.test(path) && !(name.startsWith("GET /file/"))) expect([name, roles]).toEqual([name, ["merchant"]]);
    }
  });

  test("a dead token is told apart from none", async () => {
    const answer = await world.call("GET", "/operator/overview", { token: "f".repeat(64) });
    expect([answer.status, answer.body.error[0].code]).toEqual([401, "dead_token"]);
  });
});

/** Every documented call; `roles` is empty where every signed-in user, or everybody, may make it. */
async function documentedCalls(world: World): Promise<(Call & { guarded: boolean })[]> {
  const { body } = await world.call("GET", "/openapi.json");
  return Object.entries(body.paths as Record<string, Record<string, { security?: { token: string[] }[] }>>).flatMap(([address, methods]) => {
    const path = address.replace(/^\/api\/v1/, "");
    return Object.entries(methods).map(([method, { security }]) => ({
      name: `${method.toUpperCase()} ${path}`, method: method.toUpperCase(), path: path.replaceAll(/\{\w+\}/g, "0123456789abcdef01234567"), roles: security?.[0]?.token ?? [], guarded: security !== undefined,
    }));
  });
}

async function guardedCalls(world: World): Promise<Call[]> {
  return (await documentedCalls(world)).filter(({ name, guarded }) => guarded && name !== LOGOUT);
}

async function statuses(world: World, calls: Call[], token?: string) {
  const answers = [];
  for (const { name, method, path } of calls) answers.push([name, (await world.call(method, path, { token })).status]);
  return answers;
}
