import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import pg from "pg";
import { pino } from "pino";
import { parse } from "yaml";
import { readConfig } from "~/platform/config.server";
import { newPostgres } from "../databases/databases";
import { longTest } from "../fixtures/long-test";

/* Checks without Docker that the shop understands the variables it gets from compose.yaml. */

const root = path.resolve(import.meta.dirname, "../..");
const text = readFileSync(path.join(root, "compose.yaml"), "utf8");
interface Service {
  image?: string;
  build?: string | { context: string; target: string };
  user?: string;
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  networks?: string[];
  network_mode?: string;
  ports?: string[];
  environment?: Record<string, string>;
  command?: string | string[];
  profiles?: string[];
  configs?: { source: string; target?: string }[];
  volumes?: string[];
}
const compose = parse(text, { merge: true }) as {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean }>;
  configs: Record<string, { file?: string; content?: string }>;
  volumes: Record<string, unknown>;
};

const ENV: Record<string, string> = {
  SHOP_HOST: "shop.example.com",
  APP_SECRET: "3f9c1b7e5d2a4860b7e1c5a94d8f60237a1e9b5c",
  SMTP_URL: "smtps://shop:hidden@mail.example.com:465",
  POSTGRES_PASSWORD: "hidden",
  STORAGE_SECRET: "hidden as well",
  READER_PASSWORD: "read",
  MARKET_NAME: "Riverside Market",
  MARKET_ADDRESS: "1 Quay Street, Riverside",
  MARKET_EMAIL: "hello@shop.example.com",
  MARKET_PHONE: "+44 20 7946 0000",
};

/** Replaces variables as Compose does: `${NAME:?…}` must have a value, `${NAME:-}` may have none. */
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
    databaseReadUrl: "postgres://fieldstall_reader:read@replica:5432/fieldstall",
    files: { s3: { bucket: "fieldstall", endpoint: "http://storage:3900", region: "garage" } },
    metrics: { port: 9464 },
    market: { name: "Riverside Market", email: "hello@shop.example.com" },
  });
  const stripe = {
    STRIPE_SECRET_KEY: "sk_test_1",
    STRIPE_PUBLISHABLE_KEY: "pk_test_1",
    STRIPE_WEBHOOK_SECRET: "whsec_1",
  };
  expect(shopConfig({ ...ENV, ...stripe }).payments).toBe("stripe");
  expect(() => shopConfig(ENV)).toThrow("PAYMENTS is not set");
});

test("every variable that it gives the shop is one that docs/configuration.md explains", () => {
  const readme = readFileSync(path.join(root, "docs/configuration.md"), "utf8");
  const unknown = Object.keys(compose.services["shop"]?.environment ?? {}).filter(
    (name) => !readme.includes(`\`${name}\``),
  );
  expect(unknown).toEqual([]);
});

test("every file, volume and service that it names is there", () => {
  const services = Object.values(compose.services);
  const used = services.flatMap(({ configs = [] }) => configs.map(({ source }) => source));
  expect([...new Set(used)].toSorted()).toEqual(Object.keys(compose.configs).toSorted());
  for (const { file } of Object.values(compose.configs))
    if (file) expect(existsSync(path.join(root, file)), file).toBe(true);
  const volumes = services.flatMap(({ volumes = [] }) => volumes).filter((volume) => !/^[./]/.test(volume));
  expect([...new Set(volumes.map((volume) => volume.split(":")[0]))].toSorted()).toEqual(
    Object.keys(compose.volumes).toSorted(),
  );
  const hosts = [
    ...text.matchAll(
      /(?:@|\/\/|reverse_proxy |dynamic a |\["|")(postgres|replica|storage|shop|prometheus|alertmanager)(?=:\d| \d)/g,
    ),
  ];
  expect(hosts.every(([, host = ""]) => host in compose.services)).toBe(true);
  expect(hosts.length).toBeGreaterThan(4);
});

/**
 * Capabilities without which a program cannot start, and the program that runs once as root to change volumes' owners.
 */
const CAPABILITIES: Record<string, string[]> = { proxy: ["NET_BIND_SERVICE"], ownership: ["CHOWN"] };

test.each(Object.entries(compose.services))("%s has least rights, and an image of a whole version", (name, service) => {
  const { image, build, user = "", cap_add: added = [] } = service;
  expect(service).toMatchObject({ read_only: true, cap_drop: ["ALL"], security_opt: ["no-new-privileges:true"] });
  expect(added).toEqual(CAPABILITIES[name] ?? []);
  expect(user).toMatch(name === "ownership" ? /^0:0$/ : /^[1-9]\d*:\d+$/);
  if (build) expect([".", { context: ".", target: "tools" }]).toContainEqual(build);
  else expect(image).toMatch(/:v?\d+\.\d+(\.\d+)?$/);
  if (service.network_mode) expect([name, service.network_mode]).toEqual(["ownership", "none"]);
  else expect(service.networks?.every((network) => network in compose.networks)).toBe(true);
});

test("nobody reaches a neighbour that it does not ask, and what holds data has no way out", () => {
  const members = (network: string) =>
    Object.entries(compose.services).flatMap(([name, { networks = [] }]) => (networks.includes(network) ? [name] : []));
  expect(Object.fromEntries(Object.keys(compose.networks).map((network) => [network, members(network)]))).toEqual({
    front: ["shop", "tools", "proxy"],
    desk: ["grafana"],
    database: ["shop", "tools", "postgres", "replica"],
    files: ["shop", "tools", "storage", "bucket"],
    figures: ["shop", "prometheus"],
    dashboards: ["prometheus", "grafana"],
    alerts: ["prometheus", "alertmanager"],
    post: ["alertmanager"],
  });
  const open = Object.entries(compose.networks).flatMap(([name, network]) => (network?.internal ? [] : [name]));
  expect(open).toEqual(["front", "desk", "post"]);
  // Each account has a password of its own.
  const passwords = Object.values(compose.services).flatMap(({ environment = {} }) => Object.entries(environment));
  const given = (pattern: RegExp) => passwords.filter(([, value]) => pattern.test(value)).map(([key]) => key);
  expect(given(/POSTGRES_ADMIN_PASSWORD/)).toEqual(["POSTGRES_PASSWORD"]);
  expect(given(/STORAGE_ADMIN_SECRET/)).toEqual(["GARAGE_RPC_SECRET", "GARAGE_RPC_SECRET"]);
  expect(given(/STORAGE_SECRET/)).toEqual([
    // The shop, its tools, and the storage.
    "FILES_S3_SECRET_ACCESS_KEY",
    "FILES_S3_SECRET_ACCESS_KEY",
    "GARAGE_DEFAULT_SECRET_KEY",
  ]);
  expect(given(/\bREPLICATION_PASSWORD/)).toEqual(["REPLICATION_PASSWORD", "PGPASSWORD"]);
});

test("the storage makes the bucket and the account that the shop uses, and takes the right to make more from it", () => {
  const { shop, storage, bucket } = compose.services;
  expect(storage?.environment).toMatchObject({
    GARAGE_DEFAULT_BUCKET: shop?.environment?.["FILES_S3_BUCKET"],
    GARAGE_DEFAULT_ACCESS_KEY: shop?.environment?.["FILES_S3_ACCESS_KEY_ID"],
  });
  // Garage's own format of keys, which every version accepts.
  const key = String(shop?.environment?.["FILES_S3_ACCESS_KEY_ID"]);
  expect(key).toMatch(/^GK[\da-f]{24}$/);
  expect(bucket?.command).toEqual(["/garage", "key", "deny", "--create-bucket", key]);
  expect(bucket?.image).toBe(storage?.image);
  const settings = compose.configs["garage"]?.content ?? "";
  expect(settings).toContain(`s3_region = "${shop?.environment?.["FILES_S3_REGION"]}"`);
  // The HTTP administration has no port. Commands are given inside the network, with the secret.
  expect(settings).not.toMatch(/^\[(admin|s3_web|k2v_api)\]/m);
});

test("alerts reach a mailbox: the rules are read, sent on, and mailed to an address that must be named", () => {
  const prometheus = parse(compose.configs["prometheus"]?.content ?? "") as {
    rule_files: string[];
    alerting: { alertmanagers: { static_configs: { targets: string[] }[] }[] };
  };
  expect(prometheus.alerting.alertmanagers[0]?.static_configs[0]?.targets).toEqual(["alertmanager:9093"]);
  const { configs = [] } = compose.services["prometheus"] ?? {};
  expect(configs.map(({ target }) => target)).toEqual(expect.arrayContaining(prometheus.rule_files));
  const alertmanager = parse(compose.configs["alertmanager"]?.content ?? "") as {
    route: { receiver: string };
    receivers: { name: string; email_configs: { to: string }[] }[];
  };
  const receiver = alertmanager.receivers.find(({ name }) => name === alertmanager.route.receiver);
  expect(receiver?.email_configs[0]?.to).toMatch(/^\$\{ALERTS_TO:\?/);
});

test("the tools are the shop with Postgres' programs, and start only when they are called", () => {
  const { shop, tools, postgres } = compose.services;
  expect(tools?.environment).toEqual(shop?.environment);
  expect(tools?.profiles).toEqual(["tools"]);
  const dockerfile = readFileSync(path.join(root, "Dockerfile"), "utf8");
  expect(dockerfile).toContain(`FROM ${postgres?.image} AS tools`);
  // `docker build` makes the last stage.
  expect(dockerfile.match(/^FROM .*$/gm)?.at(-1)).not.toContain("AS");
});

test("docs/operations.md names every variable that must stand in .env", () => {
  const variables = new Set([...text.matchAll(/\$\{(\w+):\?/g)].map(([, name = ""]) => name));
  const operations = readFileSync(path.join(root, "docs/operations.md"), "utf8");
  expect([...variables].filter((name) => !operations.includes(`${name}=`))).toEqual([]);
});

longTest(
  "the roles of the databases are made as they are written, and none of them is more than it needs",
  async () => {
    const { database: opened, url, drop } = await newPostgres(pino({ level: "silent" }), "empty");
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      const script = compose.configs["roles"]?.content ?? "";
      const database = new URL(url).pathname.slice(1);
      const statements = script
        .slice(script.indexOf("\n") + 1, script.lastIndexOf("SQL"))
        .replaceAll(/:'(\w+)'/g, "'word of $1'")
        .replaceAll("database fieldstall", `database "${database}"`);
      await client.query("begin");
      await client.query(statements);
      const { rows } = await client.query(
        `select rolname, rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls from pg_roles where rolname in ('fieldstall', 'fieldstall_reader', 'replicator') order by rolname`,
      );
      const none = {
        rolsuper: false,
        rolcreatedb: false,
        rolcreaterole: false,
        rolreplication: false,
        rolbypassrls: false,
      };
      expect(rows).toEqual([
        { rolname: "fieldstall", ...none },
        { rolname: "fieldstall_reader", ...none },
        { rolname: "replicator", ...none, rolreplication: true },
      ]);
      const may = async (role: string, statement: string) => {
        await client.query("savepoint here");
        await client.query(`set local role ${role}`);
        const answer = await client.query(statement).then(
          () => true,
          () => false,
        );
        if (!answer) await client.query("rollback to here");
        await client.query("reset role");
        return answer;
      };
      expect(await may("fieldstall", "create table goods (name text)")).toBe(true);
      expect(await may("fieldstall", "create extension pg_trgm")).toBe(true);
      expect(await may("fieldstall_reader", "select * from goods")).toBe(true);
      expect(await may("fieldstall_reader", "insert into goods values ('pear')")).toBe(false);
      expect(await may("fieldstall_reader", "create table others (name text)")).toBe(false);
      // A restore also moves the present data aside.
      expect(await may("fieldstall", `create schema "before-restore"`)).toBe(true);
      expect(await may("fieldstall", `alter table goods set schema "before-restore"`)).toBe(true);
      expect(await may("fieldstall_reader", `select * from "before-restore".goods`)).toBe(false);
      expect(await may("fieldstall", "create table public.restored (name text)")).toBe(true);
      expect(await may("fieldstall_reader", "select * from public.restored")).toBe(true);
      expect(await may("replicator", "select * from public.restored")).toBe(false);
      expect(await may("fieldstall", "create role another")).toBe(false);
    } finally {
      await client.query("rollback").catch(() => undefined);
      await client.end();
      await opened.close();
      await drop();
    }
  },
);
