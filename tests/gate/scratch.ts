import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { stripVTControlCharacters } from "node:util";

const project = path.resolve(import.meta.dirname, "../..");
const COPIED = [
  "scripts",
  "tests/e2e/each-commit.ts",
  "tests/e2e/journeys-may-begin.ts",
  "tests/e2e/without-scripts.ts",
  "vitest.config.ts",
  "tsconfig.json",
  "app/worker/tsconfig.json",
  ".dependency-cruiser.cjs",
  ".oxlintrc.json",
  ".oxfmtrc.json",
  "package-lock.json",
  ".npmrc",
];

/** The files of a project in which everything passes. */
const GREEN: Record<string, string> = {
  "server.ts": `import { greeting } from "~/ui/greeting";\n\nexport default greeting;\n`,
  "workers.ts": `import server from "./server";\n\nexport default server;\n`,
  "app/ui/greeting.ts": `export const greeting = "Good day";\n`,
  "app/ui/greeting.test.ts": `import { expect, test } from "vitest";
import { greeting } from "./greeting";

test("the greeting is a polite one", () => {
  expect(greeting).toBe("Good day");
});
`,
  "app/worker/worker.ts": `import { greeting } from "~/ui/greeting";\n\nself.name = greeting;\n`,
  "tests/e2e/journey.spec.ts": `import { expect, test } from "@playwright/test";

test("a journey arrives", () => {
  expect("here").toBe("here");
});
`,
  "tests/databases/setup.ts": "export default () => undefined;\n",
  "tests/databases/begin.ts": `import "vitest";\n`,
  "build.mjs": `console.log("Built.");\n`,
  "vite.config.ts": "export default {};\n",
  "scripts/older-browsers.ts": `import "postcss";\n`,
  "remix.config.js": "export default {};\n",
  "public/robots.txt": "",
  // The real settings, without a server to wait for.
  "playwright.config.ts": `import real from "./playwright.real";

export default { ...real, webServer: [], projects: [{ name: "here" }] };
`,
};

/** Texts of files by their paths. Null deletes a file. */
export type Planted = Record<string, string | null>;

export interface Run {
  code: number | null;
  /** Its output and its errors. */
  lines: string[];
}

/** Makes a small project with the real runner and the real rules, in which everything passes. */
export class Scratch {
  readonly folder = mkdtempSync(path.join(tmpdir(), "fieldstall-gate-"));

  /** `planted`: files that are added to the project, or replace its own. */
  static async with(planted: Planted): Promise<Scratch> {
    const scratch = new Scratch();
    for (const name of COPIED)
      cpSync(path.join(project, name), path.join(scratch.folder, name), {
        recursive: true,
        // These tests need more of the product than a scratch project has.
        filter: (file) =>
          !["bench", "torture", "mutants", "pooled"].includes(path.relative(path.join(project, "scripts"), file)),
      });
    cpSync(path.join(project, "playwright.config.ts"), path.join(scratch.folder, "playwright.real.ts"));
    const described = JSON.parse(readFileSync(path.join(project, "package.json"), "utf8")) as {
      scripts: Record<string, string>;
    };
    described.scripts["build"] = "node build.mjs";
    scratch.#write({ "package.json": `${JSON.stringify(described, null, 2)}\n`, ...GREEN, ...planted });
    const packages = path.join(scratch.folder, "node_modules");
    mkdirSync(packages);
    for (const name of readdirSync(path.join(project, "node_modules")))
      if (name === ".bin" || !name.startsWith("."))
        symlinkSync(path.join(project, "node_modules", name), path.join(packages, name));
    // The packages count as installed.
    const prepare = pathToFileURL(path.join(scratch.folder, "scripts/prepare.mjs")).href;
    const { packagesState } = (await import(/* @vite-ignore */ prepare)) as { packagesState(): string };
    scratch.#write({ "node_modules/.installed": packagesState() });
    return scratch;
  }

  #write(files: Planted): void {
    for (const [name, content] of Object.entries(files)) {
      if (content === null) continue;
      const file = path.join(this.folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
  }

  /** Runs one of the project's npm scripts, as from a shell. */
  async run(script: string, ...args: string[]): Promise<Run> {
    const log = path.join(this.folder, "node_modules/.log");
    const logFile = openSync(log, "w");
    const child = spawn("npm", ["run", "--silent", script, "--", ...args], {
      cwd: this.folder,
      // Output and errors go to one file, in the order of a screen.
      stdio: ["ignore", logFile, logFile],
      // The scratch run inherits no settings of the run that tests it.
      env: {
        PATH: process.env["PATH"],
        HOME: process.env["HOME"],
        NODE_ENV: "development",
        CHROMIUM_PATH: process.execPath,
      },
    });
    closeSync(logFile);
    const [code] = (await once(child, "close")) as [number | null];
    const lines = stripVTControlCharacters(readFileSync(log, "utf8")).trimEnd().split("\n");
    return { code, lines };
  }

  /** The text of a file that a run has written. */
  read(name: string): string {
    return readFileSync(path.join(this.folder, name), "utf8");
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
