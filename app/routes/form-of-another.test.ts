import type { ActionFunctionArgs, AppLoadContext } from "@remix-run/node";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { expect, test } from "vitest";
import routes from "~/routes";
import { roleFor } from "~/session/areas";
import { cookiesOf } from "~/session/cookies.server";
import { IN_PLACE_REQUEST, MADE_FOR } from "~/ui/page-scripts/contract";
import { FORMS } from "../../tests/fixtures/forms";
import { served } from "../../tests/fixtures/served";
import { aProduct, aUser } from "../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../tests/fixtures/world";

/* A tab that one person left open does nothing in the name of a person who has signed in since: decision 014. */

type Action = (args: ActionFunctionArgs) => unknown;

const modules = import.meta.glob<{ action?: Action }>("./**/route.{ts,tsx}");

function addressesIn(entries: RouteConfigEntry[], above = ""): { address: string; file: string }[] {
  return entries.flatMap(({ path = "", file, children = [] }) => {
    const address = path === "" ? above : `${above}/${path}`;
    return [{ address: address || "/", file }, ...addressesIn(children, address)];
  });
}

/**
 * Addresses that answer another account's form in their own way. The service's calls know no forms, an unknown address
 * does nothing anyway, and the others say why.
 */
const OTHERWISE = ["/api/v1/*", "/lists", "/logout", "/merchant/days/:day/hand-over.json", "/pay/:word", "/*"];

/** Every action of the site. */
const actions = (
  await Promise.all(
    addressesIn(routes as RouteConfigEntry[]).map(async ({ address, file }) => {
      const { action } = (await modules[file.replace("routes/", "./")]?.()) ?? {};
      return action ? [{ address, action }] : [];
    }),
  )
).flat();
const refusing = actions.filter(({ address }) => !OTHERWISE.includes(address));

/** The forms that may be posted to this address, by the fields that tell them apart. */
function formsTo(address: string): Record<string, string>[] {
  const intents = FORMS.filter((form) => (form.to ?? form.page) === address && form.once !== "only asks").flatMap(
    (form) => form.intents ?? [],
  );
  return [{}, ...intents.map((intent) => ({ intent }))];
}

interface Tab {
  token?: string;
  form: Record<string, string>;
  file?: string;
  /** The account that the page's script names. */
  madeFor?: string;
  /** Whether a script posts the form and leaves the page open. */
  isInPlace?: boolean;
}

async function post(world: World, address: string, action: Action, { token, form, file, madeFor, isInPlace }: Tab) {
  const { authToken } = cookiesOf(world.services.config);
  const body = file ? new FormData() : new URLSearchParams();
  for (const [name, value] of Object.entries(form)) body.set(name, value);
  if (file) (body as FormData).append(file, new File(["x".repeat(100)], "a.png", { type: "image/png" }));
  const params = Object.fromEntries([...address.matchAll(/:(\w+)/g)].map(([, name]) => [name, "0".repeat(24)]));
  const path = address.replace(/:\w+/g, "0".repeat(24));
  const request = new Request(`http://shop.test${path}`, {
    method: "POST",
    headers: {
      ...(token && { Cookie: (await authToken.serialize(token)).split(";")[0]! }),
      ...(madeFor && { [MADE_FOR]: madeFor }),
      ...(isInPlace && { [IN_PLACE_REQUEST]: "1" }),
    },
    body,
  });
  const requests: string[] = [];
  const api = new Proxy(world.api, {
    get(of, name) {
      if (name !== "request") return Reflect.get(of, name) as unknown;
      return (input: string, init: RequestInit, env: object) => {
        requests.push(`${init.method ?? "GET"} ${new URL(input).pathname.replace("/api/v1", "")}`);
        return of.request(input, init, env);
      };
    },
  });
  const answer = await served({ ...world, api }, () =>
    Promise.resolve({ request, params, context: {} as AppLoadContext } as ActionFunctionArgs)
      .then(action)
      .catch((thrown: unknown) => thrown),
  );
  // Leaves out calls that only read, and the one that keeps the form for its own account.
  const done = requests.filter((call) => !/^GET |^POST \/user\/kept-form/.test(call));
  const to = answer instanceof Response ? answer.headers.get("Location") : null;
  return { answer, done, to };
}

test("the actions of all forms are known", () => {
  const known = new Set(actions.map(({ address }) => address));
  const posted = FORMS.filter(({ once }) => once !== "only asks").map(({ page, to }) => to ?? page);
  expect(posted.filter((address) => !known.has(address))).toEqual([]);
  expect(refusing.length).toBeGreaterThan(50);
});

onBothDatabases("a form whose page was made for another account", (world) => {
  const privilegeFor = (address: string) => roleFor(address) ?? "buyer";

  test("is done by no action, which leads to signing in as that one", async () => {
    const wrong: string[] = [];
    for (const { address, action } of refusing) {
      const privilege = privilegeFor(address);
      const [ada, bob] = [await aUser(world, { privilege }), await aUser(world, { privilege })];
      for (const form of formsTo(address)) {
        const tab = { token: bob.token, form: { _account: ada._id, ...form } };
        const { done, to } = await post(world, address, action, tab);
        const name = `${address} ${form["intent"] ?? ""}`.trim();
        if (done.length > 0) wrong.push(`${name} did ${done.join()}`);
        else if (!to?.startsWith("/login")) wrong.push(`${name} led to ${to}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test("leaves no file with the one who is signed in", async () => {
    const wrong: string[] = [];
    for (const [address, file] of [
      ["/merchant/products/add", "photos"],
      ["/merchant/products/:productId/edit", "photos"],
      ["/merchant/products/import", "file"],
      ["/merchant/account_settings", "intendedFile"],
      ["/customer/account_settings", "intendedFile"],
      ["/operator/categories", "intendedFile"],
      ["/operator/categories/:categoryId", "intendedFile"],
    ] as const) {
      const privilege = privilegeFor(address);
      const [ada, bob] = [await aUser(world, { privilege }), await aUser(world, { privilege })];
      const { action } = actions.find((known) => known.address === address)!;
      for (const form of formsTo(address)) {
        const tab = { token: bob.token, file, form: { _account: ada._id, ...form } };
        const { done, to } = await post(world, address, action, tab);
        if (done.length > 0 || !to?.startsWith("/login")) wrong.push(`${address} did ${done.join()}, led to ${to}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  const lists = actions.find(({ address }) => address === "/lists")!.action;
  const presses = ["cart", "uncart", "wish", "unwish"];

  const noticeIn = async (answer: unknown): Promise<unknown> => {
    const [notice = ""] = (answer as Response).headers.getSetCookie();
    return cookiesOf(world.services.config).notice.parse(notice.split(";")[0]!);
  };
  const OF_ANOTHER = { type: "danger", message: "This page was made for another account. Nothing was changed." };

  test("changes no cart and no wishlist, and its button is answered as one that is refused", async () => {
    const [ada, bob, product] = [await aUser(world), await aUser(world), await aProduct(world)];
    for (const intent of presses) {
      const press = { product: product._id, intent };
      // Either the form or the script that sends it says for whom the page was made.
      for (const tab of [{ form: { _account: ada._id, ...press } }, { form: press, madeFor: ada._id }]) {
        const { answer, done, to } = await post(world, "/lists", lists, { token: bob.token, ...tab });
        expect([intent, done, to]).toEqual([intent, [], "/shopping_cart"]);
        expect(await noticeIn(answer)).toEqual(OF_ANOTHER);
      }
      // The same button works on a page of the signed-in person, and on a page that was made for nobody.
      for (const own of [{ _account: bob._id }, {}] as Record<string, string>[]) {
        const { done: changed } = await post(world, "/lists", lists, { token: bob.token, form: { ...own, ...press } });
        expect([intent, changed.length]).toEqual([intent, 1]);
      }
    }
  });

  test("of the cart, posted in place, leaves the page open and says that nothing was changed", async () => {
    const [ada, bob] = [await aUser(world), await aUser(world)];
    const cart = actions.find(({ address }) => address === "/shopping_cart")!.action;
    for (const form of formsTo("/shopping_cart")) {
      const tab = { token: bob.token, form: { _account: ada._id, ...form }, isInPlace: true };
      const { answer, done, to } = await post(world, "/shopping_cart", cart, tab);
      expect([form, done, to]).toEqual([form, [], "/shopping_cart"]);
      expect(await noticeIn(answer)).toEqual(OF_ANOTHER);
    }
  });

  test("of the cart goes on for a visitor, who acts in nobody's name", async () => {
    const [ada, product] = [await aUser(world), await aProduct(world)];
    const form = { _account: ada._id, product: product._id, intent: "cart" };
    const { answer } = await post(world, "/lists", lists, { form });
    const [cart = ""] = (answer as Response).headers.getSetCookie();
    expect(cart).toContain("cartItems=");
  });

  test("signs out whoever is there, and opens a payment's page for whoever has its address", async () => {
    const [ada, bob] = [await aUser(world), await aUser(world)];
    const of = (address: string) => actions.find((known) => known.address === address)!.action;
    const tab = { token: bob.token, form: { _account: ada._id } };
    expect((await post(world, "/pay/:word", of("/pay/:word"), tab)).to).toBe(`/pay/${"0".repeat(24)}`);
    const { done, to } = await post(world, "/logout", of("/logout"), tab);
    expect(done).toEqual(["POST /user/logout"]);
    expect(to).toMatch(/^\/(\?|$)/);
  });
});
