import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import pg from "pg";
import { pino } from "pino";
import { parse } from "yaml";
import { readConfig } from "~/platform/config.server";
import { newPostgres } from "../databases/databases";

/* What compose.yaml says of the shop is what the shop understands: no Docker is needed to know that. */

const root = path.resolve(import.meta.dirname, "../..");
const text = readFileSync(path.join(root, "compose.yaml"), "utf8");
interface Service {
  image?: string;
  build?: string;
  user?: string;
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  networks?: string[];
  network_mode?: string;
  ports?: string[];
  environment?: Record<string, string>;
  configs?: { source: string }[];
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
  STORAGE_PASSWORD: "hidden as well",
  READER_PASSWORD: "read",
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
    databaseReadUrl: "postgres://fieldstall_reader:read@replica:5432/fieldstall",
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
  expect([...new Set(volumes.map((volume) => volume.split(":")[0]))].toSorted()).toEqual(
    Object.keys(compose.volumes).toSorted(),
  );
  const hosts = [...text.matchAll(/(?:@|\/\/|reverse_proxy |dynamic a )(postgres|replica|storage|shop|prometheus)\b/g)];
  expect(hosts.every(([, host = ""]) => host in compose.services)).toBe(true);
  expect(hosts.length).toBeGreaterThan(4);
});

/** The capabilities that a program cannot start without, and the one that runs as root, once, to hand volumes over. */
const CAPABILITIES: Record<string, string[]> = { proxy: ["NET_BIND_SERVICE"], ownership: ["CHOWN"] };

test.each(Object.entries(compose.services))("%s has least rights, and an image of a whole version", (name, service) => {
  const { image, build, user = "", cap_add: added = [] } = service;
  expect(service).toMatchObject({ read_only: true, cap_drop: ["ALL"], security_opt: ["no-new-privileges:true"] });
  expect(added).toEqual(CAPABILITIES[name] ?? []);
  expect(user).toMatch(name === "ownership" ? /^0:0$/ : /^[1-9]\d*:\d+$/);
  expect(build ?? image).toMatch(build ? /^\.$/ : /:(v?\d+\.\d+(\.\d+)?|RELEASE\.[\dTZ-]+)$/);
  if (service.network_mode) expect([name, service.network_mode]).toEqual(["ownership", "none"]);
  else expect(service.networks?.every((network) => network in compose.networks)).toBe(true);
});

test("nobody reaches a neighbour that it does not ask, and what holds data has no way out", () => {
  const members = (network: string) =>
    Object.entries(compose.services).flatMap(([name, { networks = [] }]) => (networks.includes(network) ? [name] : []));
  expect(Object.fromEntries(Object.keys(compose.networks).map((network) => [network, members(network)]))).toEqual({
    front: ["shop", "proxy"],
    desk: ["grafana"],
    database: ["shop", "postgres", "replica"],
    files: ["shop", "storage", "bucket"],
    figures: ["shop", "prometheus"],
    dashboards: ["prometheus", "grafana"],
  });
  const open = Object.entries(compose.networks).flatMap(([name, network]) => (network?.internal ? [] : [name]));
  expect(open).toEqual(["front", "desk"]);
  // Each account has a password of its own.
  const passwords = Object.values(compose.services).flatMap(({ environment = {} }) => Object.entries(environment));
  const given = (pattern: RegExp) => passwords.filter(([, value]) => pattern.test(value)).map(([key]) => key);
  expect(given(/POSTGRES_ADMIN_PASSWORD/)).toEqual(["POSTGRES_PASSWORD"]);
  expect(given(/STORAGE_ADMIN_PASSWORD/)).toEqual(["MINIO_ROOT_PASSWORD", "MC_HOST_storage"]);
  expect(given(/\bREPLICATION_PASSWORD/)).toEqual(["REPLICATION_PASSWORD", "PGPASSWORD"]);
});

test("the roles of the databases are made as they are written, and none of them is more than it needs", async () => {
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
    expect(await may("replicator", "select * from goods")).toBe(false);
    expect(await may("fieldstall", "create role another")).toBe(false);
  } finally {
    await client.query("rollback").catch(() => undefined);
    await client.end();
    await opened.close();
    await drop();
  }
});
