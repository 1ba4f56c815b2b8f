import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.server";

const folder = mkdtempSync(path.join(tmpdir(), "fieldstall-config-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const SECRET = "9f2c41d07be85a36c1e0477d2b98fa63";
const PRODUCTION = {
  NODE_ENV: "production",
  APP_SECRET: SECRET,
  PUBLIC_URL: "https://shop.example.com/",
  PAYMENTS: "test",
  SMTP_URL: "smtps://post:box@mail.example.com:465",
  MARKET_NAME: "Riverside Market",
  MARKET_ADDRESS: "1 Quay Street, Riverside",
  MARKET_EMAIL: "hello@shop.example.com",
  MARKET_PHONE: "+44 20 7946 0000",
};
const read = (env: Record<string, string | undefined> = {}) => readConfig({ DATA_DIR: folder, ...env });

function complaint(env: Record<string, string>): string {
  try {
    read(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return "";
}

describe("configuration", () => {
  test("nothing need be set to develop", () => {
    expect(readConfig({ DATA_DIR: folder })).toMatchObject({
      production: false,
      demo: false,
      host: "0.0.0.0",
      port: 3000,
      publicUrl: "http://localhost:3000",
      secure: false,
      trustProxy: 0,
      databaseUrl: null,
      smtpUrl: null,
      payments: "test",
      stripe: null,
      connect: false,
      platformFeeBasisPoints: 0,
      timeZone: "UTC",
      cdn: null,
      limits: true,
      webhooksToLocalhost: false,
      serviceWorker: true,
      dataDir: folder,
      mailFrom: "Fieldstall <hello@fieldstall.example>",
      market: { name: "Fieldstall" },
    });
  });

  test("an empty variable is one that is not set", () => {
    expect(
      read({
        PORT: "",
        PUBLIC_URL: "",
        DATABASE_URL: "",
        SMTP_URL: "",
        APP_SECRET: "",
        DEMO: "",
        NODE_ENV: "",
        MARKET_NAME: "",
      }),
    ).toMatchObject({ port: 3000, databaseUrl: null, demo: false, market: { name: "Fieldstall" } });
  });

  test("several workers share the memory, and are refused on SQLite or with figures of one process", () => {
    const severalWorkers = { WEB_CONCURRENCY: "2", DATABASE_URL: "postgres://user:password@host:5432/shop" };
    expect(read({ ...severalWorkers, MEMORY_MB: "512" })).toMatchObject({ workers: 2, memoryBytes: 256 * 1024 * 1024 });
    expect(complaint({ WEB_CONCURRENCY: "2" })).toContain("needs Postgres (DATABASE_URL)");
    expect(complaint({ ...severalWorkers, METRICS_PORT: "9464" })).toContain("do not go together");
  });

  test.each([
    ["NODE_ENV", "staging"],
    ["DEMO", "maybe"],
    ["PORT", "http"],
    ["PORT", "70000"],
    ["PORT", "-1"],
    ["PORT", "80.5"],
    ["PUBLIC_URL", "shop.example.com"],
    ["PUBLIC_URL", "ftp://shop.example.com"],
    ["PUBLIC_URL", "javascript:alert(1)"],
    ["PUBLIC_URL", "https://shop.example.com/shop"],
    ["PUBLIC_URL", "https://shop.example.com/?x=1"],
    ["PUBLIC_URL", "https://ada:secret@shop.example.com"],
    ["TRUST_PROXY", "yes"],
    ["TRUST_PROXY", "-1"],
    ["TRUST_PROXY", "1.5"],
    ["TRUST_PROXY", "11"],
    ["DATABASE_URL", "mysql://localhost/x"],
    ["DATABASE_URL", "localhost"],
    ["SMTP_URL", "http://mail.example.com"],
    ["SMTP_URL", "mail.example.com"],
    ["MAIL_FROM", "Fieldstall"],
    ["MAIL_FROM", "a@b.example\r\nBcc: c@d.example"],
    ["APP_SECRET", "too short"],
    ["APP_SECRET", "a".repeat(64)],
    ["APP_SECRET", "0123456789abcdef".repeat(2)],
    ["APP_SECRET", "abcabc".repeat(12)],
    ["APP_SECRET_PREVIOUS", "too short"],
    ["MAIL", "pigeon"],
    ["PAYMENTS", "stripe"],
    ["TZ", "Mars/Olympus"],
    ["LOG_LEVEL", "loud"],
    ["LOG_FORMAT", "xml"],
    ["METRICS_PORT", "0"],
    ["MEMORY_MB", "64"],
    ["MEMORY_MB", "plenty"],
    ["WEB_CONCURRENCY", "0"],
    ["WEB_CONCURRENCY", "many"],
    ["METRICS_TOKEN", "short"],
    ["PURGE_URL", "varnish:6081"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"],
    ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "collector"],
    ["OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"],
    ["OTEL_SDK_DISABLED", "yes"],
    ["PURGE_TOKEN", "two words"],
    ["LIMITS", "no"],
    ["SERVICE_WORKER", "no"],
    ["MARKET_NAME", "x".repeat(61)],
    ["MARKET_ADDRESS", "x".repeat(201)],
    ["MARKET_EMAIL", "nobody"],
    ["MARKET_PHONE", "call me"],
    ["DATA_DIR", "/dev/null/data"],
  ])("%s=%s is named in one sentence for people", (name, value) => {
    const sentence = complaint({ [name]: value });
    expect(sentence).toMatch(new RegExp(`^${name} (must|can) [^\\n]+\\.$`));
    expect(sentence).not.toMatch(/Invalid|expected|received|Too (big|small)|undefined/);
  });

  test("a replica is one of a Postgres that is named, and its address is shown to nobody", () => {
    const DATABASE_READ_URL = "postgres://user:password@replica:5432/shop";
    const DATABASE_URL = "postgres://user:password@host:5432/shop";
    expect(read({ DATABASE_URL, DATABASE_READ_URL }).databaseReadUrl).toBe(DATABASE_READ_URL);
    expect(read({ DATABASE_URL }).databaseReadUrl).toBeNull();
    expect(complaint({ DATABASE_READ_URL })).toContain("DATABASE_READ_URL is set, but DATABASE_URL is not");
    const wrong = complaint({ DATABASE_URL, DATABASE_READ_URL: "mysql://user:password@replica/shop" });
    expect(wrong).toMatch(/^DATABASE_READ_URL must be an address/);
    expect(wrong).not.toContain("mysql");
  });

  test("what is secret is not repeated", () => {
    expect(complaint({ APP_SECRET: "hunter2" })).not.toContain("hunter2");
    expect(complaint({ DATABASE_URL: "mysql://root:hunter2@db/x" })).not.toContain("hunter2");
    expect(complaint({ SMTP_URL: "http://post:hunter2@mail/x" })).not.toContain("hunter2");
    expect(complaint({ PORT: "http" })).toContain('"http"');
  });

  test("a data folder that is a file is named", () => {
    const file = path.join(folder, "a-file");
    writeFileSync(file, "");
    expect(complaint({ DATA_DIR: file })).toMatch(/^DATA_DIR must be a folder/);
  });

  test("production starts only with a secret, an address, and a word about payments", () => {
    expect(read(PRODUCTION)).toMatchObject({
      production: true,
      secure: true,
      publicUrl: "https://shop.example.com",
      secret: SECRET,
    });
    for (const name of ["APP_SECRET", "PUBLIC_URL", "PAYMENTS"])
      expect(complaint({ ...PRODUCTION, [name]: "" })).toMatch(
        new RegExp(`^${name} is not set: production needs|^${name} is not set: only`),
      );
    expect(read({ NODE_ENV: "production", DEMO: "1" })).toMatchObject({ production: false, demo: true });
  });

  test("production starts only with the market's own name, address, mail and phone; the demo has some", () => {
    expect(read(PRODUCTION)).toMatchObject({
      mailFrom: "Riverside Market <hello@shop.example.com>",
      market: {
        name: "Riverside Market",
        address: "1 Quay Street, Riverside",
        email: "hello@shop.example.com",
        phone: "+44 20 7946 0000",
      },
    });
    for (const name of ["MARKET_NAME", "MARKET_ADDRESS", "MARKET_EMAIL", "MARKET_PHONE"]) {
      expect(complaint({ ...PRODUCTION, [name]: "" })).toMatch(
        new RegExp(`^${name} is not set: production needs .+ It stands on pages, mails and invoices\\.$`),
      );
      // Not even on localhost, because the configuration that is tried there is the one that is deployed.
      expect(complaint({ ...PRODUCTION, PUBLIC_URL: "http://localhost:3000", [name]: "" })).toContain(name);
      expect(complaint({ ...PRODUCTION, [name]: "   " })).toContain(name);
    }
    expect(read({ NODE_ENV: "production", DEMO: "1" }).market).toMatchObject({ email: "hello@fieldstall.example" });
  });

  test("production does not start where passwords could be read or guessed, or mails would reach nobody", () => {
    expect(complaint({ ...PRODUCTION, PUBLIC_URL: "http://shop.example.com" })).toMatch(
      /^PUBLIC_URL must begin with https/,
    );
    expect(complaint({ ...PRODUCTION, LIMITS: "off" })).toMatch(/^LIMITS is off: /);
    expect(complaint({ ...PRODUCTION, WEBHOOKS_TO_LOCALHOST: "1" })).toMatch(/^WEBHOOKS_TO_LOCALHOST is on: /);
    expect(complaint({ ...PRODUCTION, SMTP_URL: "" })).toMatch(/^SMTP_URL is not set: .*MAIL=files/);
    expect(read({ ...PRODUCTION, SMTP_URL: "", MAIL: "files" }).smtpUrl).toBe(null);
    for (const example of ["change-me-".padEnd(40, "0123456789"), "a secret that only the tests know."]) {
      expect(complaint({ ...PRODUCTION, APP_SECRET: example })).toMatch(/^APP_SECRET is the one of an example/);
      expect(complaint({ ...PRODUCTION, APP_SECRET: example })).not.toContain(example);
    }
  });

  test.each(["http://localhost:3000", "http://127.0.0.1:4310", "http://shop.localhost", "http://[::1]:3000"])(
    "on %s, where no stranger comes from, production is tried without https and without limits",
    (PUBLIC_URL) => {
      expect(
        read({ ...PRODUCTION, PUBLIC_URL, LIMITS: "off", APP_SECRET: "a secret that only the tests know." }),
      ).toMatchObject({
        production: true,
        secure: false,
        limits: false,
      });
    },
  );

  test.each(["http://localhost.example.com", "http://127.0.0.1.example.com", "http://notlocalhost"])(
    "%s is not this machine",
    (PUBLIC_URL) => expect(complaint({ ...PRODUCTION, PUBLIC_URL })).toMatch(/^PUBLIC_URL must begin with https/),
  );

  test("the demo, whose passwords everybody can read, never stands in public and never takes real money", () => {
    const live = {
      STRIPE_SECRET_KEY: "sk_live_hunter2",
      STRIPE_PUBLISHABLE_KEY: "pk_live_hunter2",
      STRIPE_WEBHOOK_SECRET: "whsec_hunter2",
    };
    expect(complaint({ ...live, DEMO: "1" })).toMatch(/^DEMO is 1, but STRIPE_SECRET_KEY is a live one/);
    expect(complaint({ NODE_ENV: "production", DEMO: "1", PUBLIC_URL: "https://shop.example.com" })).toMatch(
      /^DEMO is 1, but PUBLIC_URL is a public address/,
    );
    expect(
      read({ NODE_ENV: "production", DEMO: "1", PUBLIC_URL: "http://localhost:3000", LIMITS: "off" }),
    ).toMatchObject({
      production: false,
      demo: true,
    });
  });

  test("the secret before this one is told apart from it", () => {
    expect(read().previousSecret).toBe(null);
    expect(read({ APP_SECRET: SECRET, APP_SECRET_PREVIOUS: [...SECRET].toReversed().join("") })).toMatchObject({
      secret: SECRET,
      previousSecret: [...SECRET].toReversed().join(""),
    });
  });

  describe("Stripe", () => {
    const keys = {
      STRIPE_SECRET_KEY: "sk_test_hunter2",
      STRIPE_PUBLISHABLE_KEY: "pk_test_hunter2",
      STRIPE_WEBHOOK_SECRET: "whsec_hunter2",
    };
    const names = Object.keys(keys) as (keyof typeof keys)[];

    test("three keys choose it, in production too, and say nothing of PAYMENTS", () => {
      expect(read(keys)).toMatchObject({
        payments: "stripe",
        stripe: {
          secretKey: "sk_test_hunter2",
          publishableKey: "pk_test_hunter2",
          webhookSecrets: ["whsec_hunter2"],
          apiUrl: null,
        },
      });
      expect(read({ ...PRODUCTION, PAYMENTS: "", ...keys }).payments).toBe("stripe");
      expect(read({ ...keys, STRIPE_API_URL: "http://127.0.0.1:4231/" }).stripe?.apiUrl).toBe("http://127.0.0.1:4231");
    });

    test("several secrets of webhooks stand with commas between, and each is checked", () => {
      const secretsOf = (STRIPE_WEBHOOK_SECRET: string) =>
        read({ ...keys, STRIPE_WEBHOOK_SECRET }).stripe?.webhookSecrets;
      expect(secretsOf("whsec_one,whsec_two")).toEqual(["whsec_one", "whsec_two"]);
      expect(secretsOf(" whsec_one , whsec_two ")).toEqual(["whsec_one", "whsec_two"]);
      const nine = Array.from({ length: 9 }, (_, n) => `whsec_hunter${n}`).join(",");
      for (const wrong of [
        "whsec_hunter2,",
        ",whsec_hunter2",
        "whsec_hunter2,hunter2",
        "whsec_hunter2 whsec_hunter3",
        nine,
      ]) {
        const sentence = complaint({ ...keys, STRIPE_WEBHOOK_SECRET: wrong });
        expect(sentence).toMatch(/^STRIPE_WEBHOOK_SECRET must be a secret of Stripe's/);
        expect(sentence).not.toContain("hunter");
      }
    });

    test.each(names)("without %s it does not start, and the sentence names just that", (name) => {
      const sentence = complaint({ ...keys, [name]: "" });
      expect(sentence).toMatch(new RegExp(`^${name} is not set: Stripe takes payments only with`));
      expect(sentence).not.toContain("hunter2");
    });

    test("one key alone names both that are missing, and an address alone all three", () => {
      expect(complaint({ STRIPE_SECRET_KEY: keys.STRIPE_SECRET_KEY })).toMatch(
        /^STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET are not set/,
      );
      expect(complaint({ STRIPE_API_URL: "http://127.0.0.1:4231" })).toMatch(
        /^STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, and STRIPE_WEBHOOK_SECRET are not set/,
      );
    });

    test.each([
      ["STRIPE_SECRET_KEY", "pk_test_hunter2"],
      ["STRIPE_PUBLISHABLE_KEY", "sk_test_hunter2"],
      ["STRIPE_WEBHOOK_SECRET", "hunter2"],
      ["STRIPE_API_URL", "localhost:4231"],
    ])("%s=%s is refused without being repeated", (name, value) => {
      const sentence = complaint({ ...keys, [name]: value });
      expect(sentence).toMatch(new RegExp(`^${name} must be`));
      expect(sentence).not.toContain("hunter2");
    });

    test("settings that contradict each other are told: the test provider as well, live and test keys together", () => {
      expect(complaint({ ...keys, PAYMENTS: "test" })).toMatch(/^PAYMENTS=test contradicts/);
      expect(complaint({ ...keys, STRIPE_SECRET_KEY: "sk_live_hunter2" })).toMatch(
        /^STRIPE_PUBLISHABLE_KEY must be of the same kind/,
      );
    });
  });

  describe("payouts", () => {
    const keys = {
      STRIPE_SECRET_KEY: "sk_test_hunter2",
      STRIPE_PUBLISHABLE_KEY: "pk_test_hunter2",
      STRIPE_WEBHOOK_SECRET: "whsec_hunter2",
    };

    test("are off unless they are asked for, and keep a fee of hundredths of a percent", () => {
      expect(read(keys)).toMatchObject({ connect: false, platformFeeBasisPoints: 0 });
      expect(read({ ...keys, STRIPE_CONNECT: "1", PLATFORM_FEE_PERCENT: "7.25" })).toMatchObject({
        connect: true,
        platformFeeBasisPoints: 725,
      });
      expect(read({ ...keys, STRIPE_CONNECT: "1", PLATFORM_FEE_PERCENT: "50" }).platformFeeBasisPoints).toBe(5000);
    });

    test("go out at once, or as many days later as is wanted", () => {
      expect(read(keys).payoutDelayDays).toBe(0);
      expect(read({ ...keys, STRIPE_CONNECT: "1", STRIPE_PAYOUT_DELAY_DAYS: "14" }).payoutDelayDays).toBe(14);
      for (const days of ["91", "-1", "1.5", "two"])
        expect(complaint({ ...keys, STRIPE_CONNECT: "1", STRIPE_PAYOUT_DELAY_DAYS: days })).toMatch(
          /^STRIPE_PAYOUT_DELAY_DAYS must be a whole number of days from 0 to 90/,
        );
    });

    test("without Stripe stop the start with what is missing", () => {
      expect(complaint({ STRIPE_CONNECT: "1" })).toMatch(
        /^STRIPE_CONNECT is 1, but Stripe takes no payments here: set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, and STRIPE_WEBHOOK_SECRET/,
      );
    });

    test.each(["50.01", "51", "-1", "7.255", "seven", "1e1"])("a fee of %s percent is refused", (percent) => {
      expect(complaint({ ...keys, STRIPE_CONNECT: "1", PLATFORM_FEE_PERCENT: percent })).toMatch(
        /^PLATFORM_FEE_PERCENT must be a number of percent from 0 to 50 with at most two decimals/,
      );
    });
  });

  test("a secret is made once and kept where only its owner can read it", () => {
    const { secret } = read();
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(read().secret).toBe(secret);
    expect(readFileSync(path.join(folder, "secret"), "utf8").trim()).toBe(secret);
    expect(statSync(path.join(folder, "secret")).mode & 0o077).toBe(0);
    expect(read({ APP_SECRET: SECRET }).secret).toBe(SECRET);
  });

  test.each(["", "abc\n"])("a kept secret that never came whole (%j) stops the start", (secret) => {
    writeFileSync(path.join(folder, "secret"), secret);
    expect(() => read()).toThrow(/secret holds no secret of 32 characters/);
    rmSync(path.join(folder, "secret"));
  });

  test("figures are not told at the port of the shop", () => {
    expect(complaint({ PORT: "4000", METRICS_PORT: "4000" })).toMatch(/^METRICS_PORT and PORT are the same/);
  });
});
