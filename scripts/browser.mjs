// The browsers of the journeys: those that show text alone, and a Chromium: CHROMIUM_PATH, Debian's without a window, any that is installed, Playwright's own.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { root } from "./prepare.mjs";

/** Chromium without a window, for which a page costs half of what it costs the whole one. */
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

/** Gets the browsers that show text alone, and the terminal that they are driven in; says what is left out without. */
export function findTextBrowsers() {
  const missing = () => ["w3m", "lynx", "tmux"].filter((name) => !installed([name]));
  if (missing().length > 0) fromDebian(missing().join(", "), missing());
  if (missing().length > 0)
    console.log(
      `There is no ${missing().join(", no ")}, and none could be installed: journeys in text browsers are left out.`,
    );
}

/** The path of a Chromium; gets one when there is none. */
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
