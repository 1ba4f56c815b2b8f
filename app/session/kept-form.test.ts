import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import type { AppLoadContext } from "@remix-run/node";
import { expect, test, vi } from "vitest";
import { hashToken } from "~/features/accounts/tokens.server";
import { rememberBrowser } from "~/features/accounts/requester.server";
import { signedIn } from "~/routes/account/signed-in.server";
import { served } from "../../tests/fixtures/served";
import { aUser } from "../../tests/fixtures/shop";
import { everythingStored, onBothDatabases, type World } from "../../tests/fixtures/world";
import { holdsKept, MADE_FOR } from "./areas";
import { cookiesOf } from "./cookies.server";
import { SECRET } from "./kept-form.server";
import { readPostedFor } from "./posted-files.server";
import { sessionOf } from "./session.server";

const WORD = "c".repeat(64);

/** A browser's request with this cookie word, and with this token if it is signed in. */
async function browserRequest(world: World, path: string, token = "", form?: Record<string, string>): Promise<Request> {
  const { browser, authToken } = cookiesOf(world.services.config);
  const cookies = [await browser.serialize(WORD), ...(token ? [await authToken.serialize(token)] : [])];
  return new Request(`http://shop.test${path}`, {
    headers: { Cookie: cookies.map((cookie) => cookie.split(";")[0]).join("; ") },
    ...(form && { method: "POST", body: new URLSearchParams(form) }),
  });
}

const sessionFor = (request: Request) => sessionOf({ request, context: {} as AppLoadContext });

/** The address to which a guard leads a post after signing in. */
async function postedTo(world: World, path: string, form: Record<string, string>, token = "") {
  const session = await sessionFor(await browserRequest(world, path, token, form));
  const thrown: unknown = await session.require("merchant").catch((response: unknown) => response);
  if (!(thrown instanceof Response)) throw thrown;
  const to = new URL(thrown.headers.get("Location") ?? "", "http://shop.test");
  return { back: to.searchParams.get("redirect_uri") ?? "" };
}

onBothDatabases("a form whose session has ended", (world) => {
  const aRegular = async () => {
    const user = await aUser(world, { privilege: "merchant" });
    await rememberBrowser(world.services.db, world.services, user._id, hashToken(WORD));
    return user;
  };
  const keptAt = (path: string, token: string) =>
    browserRequest(world, path, token).then(async (request) => (await sessionFor(request)).exits.kept());

  test("comes back as it was typed, without passwords and cards, whichever guard it met", () =>
    served(world, async () => {
      const ada = await aRegular();
      const form = {
        _account: ada._id,
        title: "Pears",
        "tags[0]": "ripe",
        password: "plum-orchard-77",
        cvc: "her-cvc",
      };
      const { back } = await postedTo(world, "/merchant/products/add?from=list", form);
      expect(back).toMatch(/^\/merchant\/products\/add\?from=list&kept=[0-9a-f]{64}$/);
      expect(holdsKept(back)).toBe(true);
      expect(await everythingStored(world)).not.toMatch(/plum-orchard|her-cvc/);
      const keptForm = await keptAt(back, ada.token);
      expect(keptForm?.answer.lastResult.initialValue).toEqual({ title: "Pears", tags: ["ripe"] });
      expect(await keptAt(back.replace("/add", "/import"), ada.token)).toBeNull();
    }));

  test("is kept as well where anybody may be signed in, whose cookie has gone with the session", () =>
    served(world, async () => {
      const ada = await aRegular();
      const request = await browserRequest(world, "/security/email", "", {
        _account: ada._id,
        email: "ada.new@example.com",
      });
      const thrown: unknown = await signedIn({ request, context: {} as AppLoadContext }, "/security/email").catch(
        (response: unknown) => response,
      );
      const to = new URL((thrown as Response).headers.get("Location") ?? "", "http://shop.test");
      expect(to.pathname).toBe("/login");
      const keptForm = await keptAt(to.searchParams.get("redirect_uri") ?? "", ada.token);
      expect(keptForm?.answer.lastResult.initialValue).toEqual({ email: "ada.new@example.com" });
    }));

  test("is not kept for an account that this browser does not know, nor where nothing was typed", () =>
    served(world, async () => {
      const stranger = await aUser(world, { privilege: "merchant" });
      const ada = await aRegular();
      const forms: Record<string, string>[] = [
        { _account: stranger._id, title: "Pears" },
        { _account: ada._id, intent: "approve" },
        { title: "Pears" },
      ];
      for (const form of forms)
        expect((await postedTo(world, "/merchant/products/add", form)).back).toBe("/merchant/products/add");
    }));

  test("brings no file of a stranger's to the disk, and one of its account's only while it is read", ({
    onTestFinished,
  }) =>
    served(world, async () => {
      const [ada, stranger] = [await aRegular(), await aUser(world, { privilege: "merchant" })];
      const place = mkdtempSync(path.join(tmpdir(), "fieldstall-kept-"));
      vi.stubEnv("TMPDIR", place);
      onTestFinished(() => {
        vi.unstubAllEnvs();
        rmSync(place, { recursive: true });
      });
      const bytesThere = () =>
        readdirSync(place, { recursive: true })
          .map((name) => statSync(path.join(place, String(name))))
          .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
      /** The bytes of a picture on the disk once all of it has arrived. */
      const bytesOnDisk = async (account: string) => {
        const { headers } = await browserRequest(world, "/merchant/products/add");
        headers.set("Content-Type", "multipart/form-data; boundary=b");
        let peak = 0;
        async function* body() {
          yield `--b\r\nContent-Disposition: form-data; name="_account"\r\n\r\n${account}\r\n`;
          yield `--b\r\nContent-Disposition: form-data; name="photos"; filename="a.png"\r\n\r\n`;
          for (let n = 0; n < 20; n += 1) {
            yield "x".repeat(100_000);
            await new Promise((resolve) => setTimeout(resolve, 10));
            peak = Math.max(peak, bytesThere());
          }
          // A slow disk takes longer.
          for (let n = 0; n < 1000 && account === ada._id && peak <= 500_000; n += 1) {
            await new Promise((resolve) => setTimeout(resolve, 100));
            peak = bytesThere();
          }
          yield "\r\n--b--\r\n";
        }
        const stream = Readable.toWeb(Readable.from(body()).map((text: string) => Buffer.from(text)));
        const init = { method: "POST", headers, body: stream as ReadableStream<Uint8Array>, duplex: "half" as const };
        const session = await sessionFor(new Request("http://shop.test/merchant/products/add", init));
        await session.require("merchant").catch(() => undefined);
        return peak;
      };
      expect([
        await bytesOnDisk(stranger._id),
        await bytesOnDisk("nobody"),
        (await bytesOnDisk(ada._id)) > 500_000,
      ]).toEqual([0, 0, true]);
      expect(bytesThere()).toBe(0);
    }));

  test("made for another account than the one that is signed in, is kept for the first", () =>
    served(world, async () => {
      const [ada, bob] = [await aRegular(), await aRegular()];
      const request = await browserRequest(world, "/merchant/products/add", bob.token, {
        _account: ada._id,
        title: "Pears",
      });
      const form = await request.formData();
      const session = await sessionFor(request);
      await expect(session.account.requireOwnerOf(new FormData())).resolves.toBeUndefined();
      const thrown: unknown = await session.account.requireOwnerOf(form).catch((response: unknown) => response);
      expect((thrown as Response).headers.get("Location")).toMatch(/^\/login\/merchant\?redirect_uri=/);
    }));

  test("made for another account, comes back to the first without its file, which is to be chosen once more", () =>
    served(world, async () => {
      const [ada, bob] = [await aRegular(), await aRegular()];
      const { headers } = await browserRequest(world, "/merchant/products/add", bob.token);
      const body = new FormData();
      for (const [name, value] of Object.entries({ _account: ada._id, title: "Pears" })) body.set(name, value);
      body.set("photos", new File(["a picture"], "a.png"));
      const request = new Request("http://shop.test/merchant/products/add", { method: "POST", headers, body });
      const session = await sessionFor(request);
      const thrown: unknown = await readPostedFor(session, request, 1000).catch((response: unknown) => response);
      const to = new URL((thrown as Response).headers.get("Location") ?? "", "http://shop.test");
      expect(to.searchParams.has(MADE_FOR)).toBe(true);
      const keptForm = await keptAt(to.searchParams.get("redirect_uri") ?? "", ada.token);
      expect(keptForm?.answer.lastResult.initialValue).toEqual({ title: "Pears" });
      expect(JSON.stringify(keptForm?.answer.lastResult)).toContain("choose the file once more");
      expect(await world.services.db.selectFrom("files").selectAll().execute()).toEqual([]);
    }));
});

test("every field for a password, a code or a card has a name by which it is left out", () => {
  const files = readdirSync("app", { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".tsx"));
  const names = files.flatMap((name) => {
    const code = readFileSync(`app/${name}`, "utf8");
    const fields = code.match(/<(PasswordField|CodeField)\b[\s\S]*?field=\{fields\.(\w+)\}/g) ?? [];
    const cards = code.match(/field=\{fields\.\w+\}(?:(?!field=)[\s\S])*?autoComplete="cc-/g) ?? [];
    return [...fields, ...cards].map((text) => /.*fields\.(\w+)/s.exec(text)?.[1] ?? "");
  });
  expect(names.length).toBeGreaterThan(8);
  expect(names.filter((name) => !SECRET.test(name))).toEqual([]);
});
