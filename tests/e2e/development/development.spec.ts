import { spawn, type ChildProcess } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { freePort } from "../../fixtures/free-port";

/*
 * Runs `npm run dev` in a copy of the sources, so that the working tree stays unchanged whatever happens. The copy is
 * in a folder of the project, so that it finds the packages. It has its own cache of what Vite bundles of them.
 */

const COPIED = [
  "app",
  "package.json",
  "public",
  "remix.config.js",
  "scripts/older-browsers.ts",
  "scripts/page-sheets.ts",
  "scripts/demo-pictures.ts",
  "tsconfig.json",
  "vite.config.ts",
];
const person = {
  privilege: "buyer",
  firstName: "Ada",
  lastName: "Byrne",
  email: "ada@example.com",
  password: "harvest-moon-9",
};

let place: string;
let address: string;
let server: ChildProcess;
let output = "";

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  mkdirSync(".test", { recursive: true });
  place = mkdtempSync(path.resolve(".test/development-"));
  for (const name of COPIED) cpSync(name, path.join(place, name), { recursive: true });
  const port = await freePort();
  address = `http://localhost:${port}`;
  const env = { ...process.env, DEMO: "0", DATA_DIR: path.join(place, "data"), LOG_LEVEL: "warn" };
  // Its own process group, so that everything the script starts ends with it.
  server = spawn("npm", ["run", "dev", "--", "--port", String(port), "--strictPort"], {
    cwd: place,
    env,
    detached: true,
  });
  for (const stream of [server.stdout, server.stderr]) stream?.on("data", (text) => (output += text));
  const state = async () => {
    if (server.exitCode !== null) throw new Error(`It ended at once: ${output}`);
    return (await fetch(`${address}/readyz`).catch(() => null))?.status;
  };
  await expect.poll(state).toBe(200);
});

test.afterAll(async () => {
  if (server.pid && server.exitCode === null) {
    const exit = new Promise((resolve) => server.once("exit", resolve));
    process.kill(-server.pid, "SIGTERM");
    await exit;
  }
  rmSync(place, { recursive: true, force: true, maxRetries: 5 });
});

function change(file: string, from: string, to: string): void {
  const source = readFileSync(path.join(place, file), "utf8");
  expect(source).toContain(from);
  writeFileSync(path.join(place, file), source.replace(from, to));
}

const post = (call: string, payload: object) =>
  fetch(`${address}/api/v1${call}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(payload),
  });

test("a page comes to life with an empty console, and shows a changed component when it is loaded again", async ({
  page,
}) => {
  const complaints: string[] = [];
  page.on("console", (line) => ["error", "warning"].includes(line.type()) && complaints.push(line.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on(
    "response",
    (response) => response.status() >= 400 && complaints.push(`${response.status()} ${response.url()}`),
  );
  for (const screen of ["/products", "/signup/merchant", "/login/customer"]) {
    await page.goto(address + screen);
    await page.locator("form").last().hover();
    const alive = () => page.evaluate(() => document.documentElement.dataset["inPlace"] !== undefined);
    await expect.poll(alive).toBe(true);
  }
  expect([complaints, /could not resolve/i.exec(output)]).toEqual([[], null]);

  change("app/routes/account/login-form.tsx", "Good to see you again.", "Good to see you at once.");
  // The server may notice the change only after the page was loaded again.
  const showsChange = async () => {
    await page.reload();
    return page.getByText("Good to see you at once.").isVisible();
  };
  await expect.poll(showsChange).toBe(true);
  expect(complaints).toEqual([]);
});

test("a change in the service is in its next answer, and the database knows what it knew", async () => {
  const logIn = async () => {
    const response = await post("/user/login", { email: person.email, password: person.password });
    return [response.status, ((await response.json()) as { error: { message: string }[] }).error[0]?.message];
  };
  expect((await post("/user", person)).status).toBe(201);
  // A job makes the account, a moment after the response.
  await expect.poll(logIn).toEqual([403, expect.stringContaining("not verified yet")]);
  change("app/features/accounts/errors.server.ts", "not verified yet", "not verified as of now");
  await expect.poll(logIn).toEqual([403, expect.stringContaining("not verified as of now")]);
  change("app/features/accounts/errors.server.ts", "not verified as of now", "not verified any more");
  await expect.poll(logIn).toEqual([403, expect.stringContaining("not verified any more")]);
});
