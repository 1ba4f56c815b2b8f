// Finds text browsers and a Chromium for the journeys: CHROMIUM_PATH, Debian's headless shell, any installed one,
// Playwright's own.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { root } from "./prepare.mjs";

/** Chromium without a window, which needs half as much work for a page as the whole browser. */
const SHELL = "chromium-headless-shell";
const NAMES = [SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const PATIENCE = { update: 180_000, install: 600_000 };

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

function fromDebian(program, packages) {
  if (!existsSync("/usr/bin/apt-get") || process.getuid?.() !== 0) return;
  console.log(`Getting ${program} for the browser tests …`);
  attempt("apt-get", ["update", "-qq"], PATIENCE.update);
  attempt("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], PATIENCE.install);
}

/** Installs the text browsers and the terminal that drives them. Says which journeys are left out if it cannot. */
export function findTextBrowsers() {
  const missing = () => ["w3m", "lynx", "tmux"].filter((name) => !installed([name]));
  if (missing().length > 0) fromDebian(missing().join(", "), missing());
  if (missing().length > 0)
    console.log(
      `There is no ${missing().join(", no ")}, and none could be installed: journeys in text browsers are left out.`,
    );
}

/** Returns the path of a Chromium, and installs one if there is none. Exits with 1 if it cannot. */
export function findBrowser() {
  const givenPath = process.env.CHROMIUM_PATH;
  if (givenPath) {
    if (existsSync(givenPath)) return givenPath;
    console.error(`CHROMIUM_PATH names no file: ${givenPath}`);
    process.exit(1);
  }
  const shell = installed([SHELL]);
  if (shell) return shell;
  fromDebian("a Chromium", [SHELL]);
  const got = installed() ?? (attempt("npx", ["playwright", "install", "chromium"]) ? installed() : null);
  if (got) return got;
  console.error("There is no Chromium and none could be installed. Install one, or name it in CHROMIUM_PATH.");
  process.exit(1);
}
