import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { startTraceCollector, type TraceCollector } from "../../../tests/fakes/trace-collector";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { openTracing } from "./open-tracing.server";
import { inSpan, inTrace, pastSpan, theTracer } from "./tracing.server";

let collector: TraceCollector;
const logged: { msg: string; reason?: string }[] = [];
const log = pino({ level: "info" }, { write: (line: string) => void logged.push(JSON.parse(line)) });
const before = { ...process.env };

beforeAll(async () => {
  collector = await startTraceCollector();
  Object.assign(process.env, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: "20" });
});
beforeEach(() => {
  logged.length = 0;
  collector.spans.length = 0;
  collector.bodies.length = 0;
  collector.behave("take");
});
afterEach(() => theTracer()?.close());
afterAll(async () => {
  process.env = before;
  await collector.close();
});

const work = (name: string) => inTrace(name, "consumer", {}, async () => undefined);

describe("the collector", () => {
  test("hears of work that failed by the kind of its error, not by its words, and who waits gets the error", async () => {
    await openTracing(log);
    const failed = inTrace("job mail", "consumer", { "fieldstall.job.attempt": 2 }, () =>
      inSpan("SMTP send", "client", {}, async () => {
        throw Object.assign(new Error("550 ada@example.com is unknown"), { code: "EENVELOPE" });
      }),
    );
    await expect(failed).rejects.toThrow("550 ada@example.com is unknown");
    await theTracer()?.close();
    const [send, job] = collector.spans;
    expect(send).toMatchObject({ name: "SMTP send", kind: 3, parentSpanId: job?.spanId, traceId: job?.traceId });
    expect(send).toMatchObject({ status: { code: 2 }, attributes: { "error.type": "EENVELOPE" } });
    expect(job).toMatchObject({ name: "job mail", kind: 5, attributes: { "fieldstall.job.attempt": 2 } });
    expect(collector.bodies.join()).not.toContain("ada@example.com");
    expect([...collector.services]).toEqual(["fieldstall"]);
  });

  test("hears nothing of what belongs to no request and no job", async () => {
    await openTracing(log);
    expect(await inSpan("alone", "client", {}, async (span) => span)).toBeNull();
    pastSpan("select jobs", "client", {}, 1);
    await work("job kept");
    await theTracer()?.close();
    expect(collector.spans.map(({ name }) => name)).toEqual(["job kept"]);
  });

  test("that takes nothing is named in the log once, and once more when it takes them again", async () => {
    await openTracing(log);
    collector.behave("refuse");
    const messages = () => logged.map(({ msg }) => msg);
    for (let batches = 1; batches <= 3; batches += 1) {
      await work(`job ${batches}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await expect.poll(messages).toEqual(["the collector of traces does not take them"]);
    collector.behave("take");
    await work("job 4");
    await expect
      .poll(messages)
      .toEqual(["the collector of traces does not take them", "the collector takes traces again"]);
  });

  test("that hangs does not hold up the end of the process", async () => {
    await openTracing(log);
    collector.behave("hang");
    await work("job 1");
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    try {
      const closed = theTracer()?.close();
      await vi.advanceTimersByTimeAsync(2000);
      await closed;
    } finally {
      vi.useRealTimers();
    }
    expect(theTracer()).toBeNull();
    expect(collector.spans).toEqual([]);
  });

  test("is not told of what the sampler leaves out, and a sampler that there is not is named", async () => {
    process.env["OTEL_TRACES_SAMPLER"] = "always_off";
    await openTracing(log);
    await work("job 1");
    await theTracer()?.close();
    process.env["OTEL_TRACES_SAMPLER"] = "sometimes";
    await openTracing(log);
    delete process.env["OTEL_TRACES_SAMPLER"];
    await theTracer()?.close();
    expect(collector.spans).toEqual([]);
    expect(logged[0]?.reason).toContain("sometimes");
  });
});

onBothDatabases("statements", (world) => {
  test("are told by what they do and to which table, without their text and values", async () => {
    await openTracing(log);
    const { db, dialect } = world.services;
    const secret = "ada@example.com";
    await inTrace("job mail", "consumer", {}, async () => {
      await db
        .insertInto("subscribers")
        .values({ email: secret } as never)
        .execute()
        .catch(() => undefined);
      await db.selectFrom("users as u").select("_id").where("email", "=", secret).execute();
      await db.updateTable("users").set({ email: secret }).where("email", "=", secret).execute();
      await db
        .updateTable("stores")
        .from("users")
        .set({ storeName: secret })
        .whereRef("users._id", "=", "stores.userId")
        .execute();
      await db.deleteFrom("tokens").where("tokens.hash", "=", secret).execute();
      await db.selectFrom(db.selectFrom("users").select("_id").as("some")).selectAll().execute();
      await sql`select ${secret} as it`.execute(db);
      await sql`insert into ${sql.table("nowhere")} (it) values (${secret})`.execute(db).catch(() => undefined);
    });
    await db.selectFrom("orders").select("itemId").execute();
    await theTracer()?.close();
    const clientSpans = collector.spans.filter(({ kind }) => kind === 3);
    expect(clientSpans.map(({ name, status }) => [name, status.code === 2])).toEqual([
      ["insert subscribers", true],
      ["select users", false],
      ["update users", false],
      ["update stores", false],
      ["delete tokens", false],
      ["select", false],
      ["select", false],
      ["insert", true],
    ]);
    expect(clientSpans[1]?.attributes).toEqual({
      "db.system.name": dialect.name === "postgres" ? "postgresql" : "sqlite",
      "db.operation.name": "select",
      "db.collection.name": "users",
    });
    expect(clientSpans[7]?.attributes["error.type"]).toBe(dialect.name === "postgres" ? "42P01" : "SQLITE_ERROR");
    expect(collector.bodies.join()).not.toContain(secret);
  });
});
