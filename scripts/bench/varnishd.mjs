// Runs this machine's Varnish with docs/operations/varnish.vcl, on a free port and in its own folder.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { root } from "../prepare.mjs";

export const hasVarnish = spawnSync("varnishd", ["-V"]).status === 0;

/** Starts Varnish at `port` in front of the shop at `shop`, and waits until it answers. */
export async function startVarnish(shop, port) {
  const folder = mkdtempSync(path.join(tmpdir(), "fieldstall-varnish-"));
  const file = path.join(folder, "shop.vcl");
  const vcl = readFileSync(path.join(root, "docs/operations/varnish.vcl"), "utf8");
  writeFileSync(file, vcl.replace('.port = "3000"', `.port = "${new URL(shop).port}"`));
  // Varnish may run as another account.
  chmodSync(folder, 0o755);
  const options = ["-F", "-n", path.join(folder, "work"), "-a", `127.0.0.1:${port}`, "-f", file, "-s", "malloc,64m"];
  const child = spawn("varnishd", [...options, "-p", "http_gzip_support=off"], { stdio: ["ignore", "ignore", "pipe"] });
  let errorText = "";
  child.stderr.on("data", (bytes) => (errorText += String(bytes)));
  const exit = once(child, "exit");
  const last = () => child.kill("SIGTERM");
  process.once("exit", last);
  const address = `http://127.0.0.1:${port}`;
  for (let tries = 0; !(await fetch(`${address}/about`).catch(() => null))?.ok; tries += 1) {
    if (tries > 200 || child.exitCode !== null)
      throw new Error(`Varnish did not start; it needs the vmod xkey (varnish-modules).\n${errorText}`);
    await pause(100);
  }
  return {
    address,
    async stop() {
      process.off("exit", last);
      child.kill("SIGTERM");
      await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
