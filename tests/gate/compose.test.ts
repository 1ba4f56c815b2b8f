import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readConfig } from "~/platform/config.server";

/* What compose.yaml says of the shop is what the shop understands: no Docker is needed to know that. */

const root = path.resolve(import.meta.dirname, "../..");
const text = readFileSync(path.join(root, "compose.yaml"), "utf8");
const compose = parse(text) as {
  services: Record<
    string,
    { environment?: Record<string, string>; configs?: { source: string }[]; volumes?: string[] }
  >;
  configs: Record<string, { file?: string; content?: string }>;
  volumes: Record<string, unknown>;
};

const ENV: Record<string, string> = {
  SHOP_HOST: "shop.example.com",
  APP_SECRET: "3f9c1b7e5d2a4860b7e1c5a94d8f60237a1e9b5c",
  SMTP_URL: "smtps://shop:hidden@mail.example.com:465",
  POSTGRES_PASSWORD: "hidden",
  STORAGE_PASSWORD: "hidden as well",
};

/** As Compose puts variables in: `${NAME:?…}` must have a value, `${NAME:-}` may have none. */
function filledIn(env: Record<string, string>, given: Record<string, string>): Record<string, string> {
  const fill = (value: string) =>
    value.replaceAll(/\$\{(\w+)(?::([?-])[^}]*)?\}/g, (_, name: string, sign?: string) => {
      if (given[name] === undefined && sign === "?") throw new Error(`${name} is not set.`);
      return given[name] ?? "";
    });
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fill(value)]));
}

function shopConfig(given: Record<string, string>) {
  const DATA_DIR = mkdtempSync(path.join(tmpdir(), "fieldstall-compose-"));
  try {
    const env = filledIn(compose.services["shop"]?.environment ?? {}, given);
    return readConfig({ NODE_ENV: "production", DATA_DIR, ...env });
  } finally {
    rmSync(DATA_DIR, { recursive: true });
  }
}

test("the shop starts with what compose.yaml gives it, once what has no value there is set", () => {
  const config = shopConfig({ ...ENV, PAYMENTS: "test" });
  expect(config).toMatchObject({
    production: true,
    secure: true,
    trustProxy: 1,
    databaseUrl: "postgres://fieldstall:hidden@postgres:5432/fieldstall",
    databaseReadUrl: "postgres://fieldstall:hidden@replica:5432/fieldstall",
    files: { s3: { bucket: "fieldstall", endpoint: "http://storage:9000" } },
    metrics: { port: 9464 },
  });
  const stripe = {
    STRIPE_SECRET_KEY: "sk_test_1",
    STRIPE_PUBLISHABLE_KEY: "pk_test_1",
    STRIPE_WEBHOOK_SECRET: "whsec_1",
  };
  expect(shopConfig({ ...ENV, ...stripe }).payments).toBe("stripe");
  expect(() => shopConfig(ENV)).toThrow("PAYMENTS is not set");
});

test("every variable that it gives the shop is one that the README explains", () => {
  const readme = readFileSync(path.join(root, "README.md"), "utf8");
  const unknown = Object.keys(compose.services["shop"]?.environment ?? {}).filter(
    (name) => !readme.includes(`\`${name}\``),
  );
  expect(unknown).toEqual([]);
});

test("every file, volume and service that it names is there", () => {
  const services = Object.values(compose.services);
  const used = services.flatMap(({ configs = [] }) => configs.map(({ source }) => source));
  expect(used.toSorted()).toEqual(Object.keys(compose.configs).toSorted());
  for (const { file } of Object.values(compose.configs))
    if (file) expect(existsSync(path.join(root, file)), file).toBe(true);
  const volumes = services.flatMap(({ volumes = [] }) => volumes).filter((volume) => !volume.startsWith("/"));
  expect(volumes.map((volume) => volume.split(":")[0]).toSorted()).toEqual(Object.keys(compose.volumes).toSorted());
  const hosts = [...text.matchAll(/(?:@|\/\/|reverse_proxy |dynamic a )(postgres|replica|storage|shop|prometheus)\b/g)];
  expect(hosts.every(([, host = ""]) => host in compose.services)).toBe(true);
  expect(hosts.length).toBeGreaterThan(4);
});
