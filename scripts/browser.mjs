// A Chromium for the browser tests, in order of ease: CHROMIUM_PATH, one that is installed, Playwright's own, Debian's.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { root } from "./prepare.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

function installed() {
  for (const name of NAMES) {
    const { status, stdout } = spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" });
    if (status === 0) return stdout.trim();
  }
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null;
}

function attempt(command, args) {
  return (
    spawnSync(command, args, {
      cwd: root,
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
  const there = installed();
  if (there) return there;
  console.log("Getting a Chromium for the browser tests …");
  if (existsSync("/usr/bin/apt-get") && process.getuid?.() === 0) {
    attempt("apt-get", ["update", "-qq"]);
    attempt("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"]);
  }
  const got = installed() ?? (attempt("npx", ["playwright", "install", "chromium"]) ? installed() : null);
  if (got) return got;
  console.error("There is no Chromium and none could be installed. Install one, or name it in CHROMIUM_PATH.");
  process.exit(1);
}
