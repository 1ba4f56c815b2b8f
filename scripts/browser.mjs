// A Chromium for the browser tests: CHROMIUM_PATH, Debian's without a window, any that is installed, Playwright's own.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { root } from "./prepare.mjs";

/** Chromium without a window, for which a page costs half of what it costs the whole one. */
const SHELL = "chromium-headless-shell";
const NAMES = [SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const PATIENCE = { update: 60_000, install: 300_000 };

function installed(names = NAMES) {
  for (const name of names) {
    const { status, stdout } = spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" });
    if (status === 0) return stdout.trim();
  }
  return names.length > 1 && existsSync(chromium.executablePath()) ? chromium.executablePath() : null;
}

function attempt(command, args, timeout) {
  return (
    spawnSync(command, args, {
      cwd: root,
      timeout,
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    }).status === 0
  );
}

/** The path of a Chromium; gets one when there is none. */
export function findBrowser() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (existsSync(given)) return given;
    console.error(`CHROMIUM_PATH names no file: ${given}`);
    process.exit(1);
  }
  const shell = installed([SHELL]);
  if (shell) return shell;
  if (existsSync("/usr/bin/apt-get") && process.getuid?.() === 0) {
    console.log("Getting a Chromium for the browser tests …");
    attempt("apt-get", ["update", "-qq"], PATIENCE.update);
    attempt("apt-get", ["install", "-y", "-qq", "--no-install-recommends", SHELL], PATIENCE.install);
  }
  const got = installed() ?? (attempt("npx", ["playwright", "install", "chromium"]) ? installed() : null);
  if (got) return got;
  console.error("There is no Chromium and none could be installed. Install one, or name it in CHROMIUM_PATH.");
  process.exit(1);
}
