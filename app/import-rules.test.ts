import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "..");

/**
 * Each rule of `.dependency-cruiser.cjs` with one import that breaks it: from a file under app/, to another file or to
 * a package.
 */
const BREACHES: Record<string, [from: string, to: string]> = {
  "no-cycles": ["platform/ring-back.ts", "platform/ring.ts"],
  "no-circle-of-features": ["features/cart", "features/orders"],
  "no-circle-of-top-folders": ["session", "api"],
  "no-orphans": ["platform/nobody.ts", ""],
  "styles-know-no-part": ["styles/buttons.ts", "ui/price.ts"],
  "ui-knows-no-feature": ["ui/price.ts", "features/cart/schema.ts"],
  "platform-knows-no-feature": ["platform/clock.ts", "features/cart/schema.ts"],
  "features-stand-on-platform": ["features/cart/change-cart.server.ts", "session/cookies.ts"],
  "queries-stay-inside": ["features/refunds/refund.server.ts", "features/orders/queries.server.ts"],
  "schema-is-light": ["features/media/schema.ts", "features/media/store.server.ts"],
  "zod-as-it-is-set-up": ["features/cart/own-schema.ts", "zod"],
  "service-api": ["api/service.ts", "session/cookies.ts"],
  "session-uses-the-service": ["session/cart.ts", "features/orders/place.server.ts"],
  "routes-are-thin": ["routes/buyer/orders.ts", "features/orders/place.server.ts"],
  "service-routes": ["routes/service/media.ts", "features/media/store.server.ts"],
  "edge-is-handed-the-service": ["edge/remix.server.ts", "service/stop.server.ts"],
  "route-groups-stay-apart": ["routes/buyer/orders.ts", "routes/merchant/dates.ts"],
  "shared-routes-know-no-group": ["routes/shared/titles.ts", "routes/merchant/dates.ts"],
  "only-entries-take-the-service": ["ui/frame.ts", "root.ts"],
  "no-test-code": ["platform/database.ts", "../tests/world.ts"],
};
/** Imports that complete the circles. */
const MORE: [from: string, to: string][] = [
  ["platform/ring.ts", "platform/ring-back.ts"],
  // An import of a type is enough: whoever reads one of the folders has to know the other.
  ["features/cart/merge.server.ts", "features/orders/place.server.ts"],
  ["features/orders/again.server.ts", "features/cart/schema.ts"],
  ["session/own-client.ts", "api/service.ts"],
];
const isPackage = (to: string) => to === "zod";
const asImported = (to: string) => (isPackage(to) ? to : `~/${to.replace(/\.ts$/, "")}`);

describe("the rules about imports", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "fieldstall-imports-"));
  let broken: { rule: { name: string }; from: string; to: string }[] = [];

  beforeAll(() => {
    const imports = new Map<string, string[]>();
    for (const [from, to] of [...Object.values(BREACHES), ...MORE])
      if (from.endsWith(".ts")) {
        imports.set(from, [...(imports.get(from) ?? []), ...(to ? [to] : [])]);
        if (to && !isPackage(to)) imports.set(to, imports.get(to) ?? []);
      }
    for (const [file, targets] of imports) {
      const lines = targets.map((target, n) => `import type { A as A${n} } from "${asImported(target)}";`);
      // An import of types alone makes no cycle of files.
      const text = [...lines, "export type A = string;"].join("\n");
      const at = path.join(folder, "app", file);
      mkdirSync(path.dirname(at), { recursive: true });
      writeFileSync(at, file.startsWith("platform/ring") ? text.replaceAll("import type", "import") : text);
    }
    writeFileSync(
      path.join(folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions: { paths: { "~/*": ["./app/*"] } } }),
    );
    symlinkSync(path.join(ROOT, "node_modules"), path.join(folder, "node_modules"));
    const cruise = path.join(ROOT, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
    const config = path.join(ROOT, ".dependency-cruiser.cjs");
    const said = execFileSync(
      process.execPath,
      [cruise, "--metrics", "--config", config, "--output-type", "json", "app"],
      { cwd: folder, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
    );
    broken = (JSON.parse(said) as { summary: { violations: typeof broken } }).summary.violations;
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("are each broken here by one import, so that none is there that cannot fail", async () => {
    const { default: config } = (await import(path.join(ROOT, ".dependency-cruiser.cjs"))) as {
      default: { forbidden: { name: string; comment?: string }[] };
    };
    expect(Object.keys(BREACHES).sort()).toEqual(config.forbidden.map((rule) => rule.name).sort());
    for (const { name, comment } of config.forbidden) expect([name, (comment ?? "").length > 40]).toEqual([name, true]);
  });

  test.each(Object.entries(BREACHES))("%s sees it", (name, [from, to]) => {
    const seen = broken.filter(({ rule }) => rule.name === name).map((breach) => [breach.from, breach.to]);
    const at = (file: string) => path.join("app", file);
    const met: unknown = isPackage(to) ? expect.stringContaining(`node_modules/${to}/`) : at(to || from);
    expect(seen).toContainEqual([at(from), met]);
  });
});
