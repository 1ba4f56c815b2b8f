import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { WAIT_MS } from "../../scripts/gate/patience.mjs";
import { bodyLimit } from "~/edge/body/body-limits";
import { readConfig } from "~/platform/config.server";

/* Checks that the example files of docs/operations are what the shop needs. */

const root = path.resolve(import.meta.dirname, "../..");
const example = (name: string) => readFileSync(path.join(root, "docs/operations", name), "utf8");
/** A file's text without comments. */
const settings = (name: string) => example(name).replaceAll(/^\s*#.*$/gm, "");

test("the variables of the example start the shop in production, once it has a secret", () => {
  const pairs = settings("fieldstall.env")
    .split("\n")
    .filter(Boolean)
    .map((line): [string, string] => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]);
  const DATA_DIR = mkdtempSync(path.join(tmpdir(), "fieldstall-example-"));
  const start = (APP_SECRET: string) =>
    readConfig({ NODE_ENV: "production", ...Object.fromEntries(pairs), DATA_DIR, APP_SECRET });
  try {
    expect(() => start("")).toThrow("APP_SECRET is not set");
    expect(start("3f9c1b7e5d2a4860b7e1c5a94d8f60237a1e9b5c")).toMatchObject({
      production: true,
      market: { name: "Riverside Market", phone: "+44 20 7946 0000" },
    });
  } finally {
    rmSync(DATA_DIR, { recursive: true });
  }
});

test("every variable of the shop stands in docs/configuration.md, and in no second list of the README", () => {
  const read = (name: string) => readFileSync(path.join(root, name), "utf8");
  const variables = [...read("app/platform/config.server.ts").matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)]
    .map(([, name = ""]) => name)
    // docs/tracing explains OpenTelemetry's own variables.
    .filter((name) => !name.startsWith("OTEL_"));
  expect(variables.length).toBeGreaterThan(30);
  const documented = new Set(read("docs/configuration.md").match(/\b[A-Z][A-Z0-9_]+\b/g));
  expect(variables.filter((name) => !documented.has(name))).toEqual([]);
  expect(read("README.md")).not.toMatch(/^\| *`[A-Z_]{4,}`/m);
});

test("nginx lets the largest form through, streams it, and names who asks in the place of what a visitor made up", () => {
  const nginx = settings("nginx.conf");
  const { bytes } = bodyLimit("/merchant/products/add", "multipart/form-data");
  expect(nginx).toContain(`client_max_body_size ${bytes / 1024 ** 2}m;`);
  expect(nginx).toContain("proxy_request_buffering off;");
  expect(nginx).toContain("proxy_set_header X-Forwarded-For $remote_addr;");
  expect(nginx).not.toContain("$proxy_add_x_forwarded_for");
  expect(nginx).toContain("return 301 https://");
});

test("Caddy sends everything to the shop's port and takes no header of a visitor for true", () => {
  const caddy = settings("Caddyfile");
  expect(caddy).toContain("reverse_proxy 127.0.0.1:3000");
  // Caddy itself puts the client's address into X-Forwarded-For, unless it is told to trust a proxy.
  expect(caddy).not.toMatch(/trusted_proxies|header_up|max_size/);
});

test("systemd starts the server itself, waits for its last answers, and gives it a folder alone", () => {
  const unit = settings("fieldstall.service");
  expect(unit).toContain("ExecStart=/usr/bin/node build/server.js");
  const [, dataDir = ""] = /DATA_DIR=(\S+)/.exec(unit) ?? [];
  expect(dataDir).toBe(`/var/lib/${/^StateDirectory=(\S+)$/m.exec(unit)?.[1]}`);
  // A stop of the server takes ten seconds at most.
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(10);
  expect(unit).toContain("TRUST_PROXY=1");
});

test.runIf(existsSync("/usr/bin/systemd-analyze"))("systemd itself finds nothing wrong with the unit", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "fieldstall-unit-"));
  try {
    // The example's program, account and folder do not exist on this machine.
    const unit = example("fieldstall.service")
      .replace("/usr/bin/node", process.execPath)
      .replace("WorkingDirectory=/opt/fieldstall", `WorkingDirectory=${folder}`)
      .replace("User=fieldstall", "User=daemon")
      .replace(/^EnvironmentFile=.*$/m, "");
    writeFileSync(path.join(folder, "fieldstall.service"), unit);
    const { stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", path.join(folder, "fieldstall.service")], {
      encoding: "utf8",
    });
    expect(stderr.split("\n").filter((line) => line.includes("fieldstall.service"))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the image hands SIGTERM to Node, with no shell between", () => {
  const dockerfile = readFileSync(path.join(root, "Dockerfile"), "utf8");
  expect(dockerfile.match(/^CMD .*$/gm)?.every((line) => line.startsWith('CMD ["node"'))).toBe(true);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("a SIGTERM to `npm start` reaches what it started, which ends in its own time", async () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const folder = mkdtempSync(path.join(tmpdir(), "fieldstall-signal-"));
  mkdirSync(path.join(folder, "scripts"));
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ scripts: { start: scripts["start"] } }));
  writeFileSync(
    path.join(folder, "scripts/start.mjs"),
    `process.on("SIGTERM", () => { console.log("asked to end"); process.exit(0); });
setInterval(() => undefined, 1000);
console.log("pid " + process.pid);`,
  );
  const npm = spawn("npm", ["start", "--silent"], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  npm.stdout.on("data", (text) => (output += String(text)));
  try {
    await expect.poll(() => output, { timeout: WAIT_MS }).toMatch(/pid \d+/);
    const pid = Number(/pid (\d+)/.exec(output)?.[1]);
    const closed = once(npm, "close");
    npm.kill("SIGTERM");
    await once(npm, "exit");
    // Without `exec`, npm ends at once and leaves the server running.
    expect(isAlive(pid)).toBe(false);
    await closed;
    expect(output).toContain("asked to end");
  } finally {
    const pid = Number(/pid (\d+)/.exec(output)?.[1]);
    if (!output.includes("asked to end") && pid > 0) process.kill(pid, "SIGKILL");
    rmSync(folder, { recursive: true });
  }
});
