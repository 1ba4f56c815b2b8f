import { describe, expect, test, vi } from "vitest";
import { tracedTests } from "../../../tests/fixtures/traced";
import { openTracing } from "./open-tracing.server";
import { inSpan, inTrace, pastSpan, theTracer } from "./tracing.server";

const traced = tracedTests();

const work = (name: string) => inTrace(name, "consumer", {}, async () => undefined);

describe("the collector", () => {
  test("hears of work that failed by the kind of its error, not by its words, and who waits gets the error", async () => {
    await openTracing(traced.log);
    const failed = inTrace("job mail", "consumer", { "fieldstall.job.attempt": 2 }, () =>
      inSpan("SMTP send", "client", {}, async () => {
        throw Object.assign(new Error("550 ada@example.com is unknown"), { code: "EENVELOPE" });
      }),
    );
    await expect(failed).rejects.toThrow("550 ada@example.com is unknown");
    await theTracer()?.close();
    const [send, job] = traced.collector.spans;
    expect(send).toMatchObject({ name: "SMTP send", kind: 3, parentSpanId: job?.spanId, traceId: job?.traceId });
    expect(send).toMatchObject({ status: { code: 2 }, attributes: { "error.type": "EENVELOPE" } });
    expect(job).toMatchObject({ name: "job mail", kind: 5, attributes: { "fieldstall.job.attempt": 2 } });
    expect(traced.collector.bodies.join()).not.toContain("ada@example.com");
    expect([...traced.collector.services]).toEqual(["fieldstall"]);
  });

  test("hears nothing of what belongs to no request and no job", async () => {
    await openTracing(traced.log);
    expect(await inSpan("alone", "client", {}, async (span) => span)).toBeNull();
    pastSpan("select jobs", "client", {}, 1);
    await work("job kept");
    await theTracer()?.close();
    expect(traced.collector.spans.map(({ name }) => name)).toEqual(["job kept"]);
  });

  test("that takes nothing is named in the log once, and once more when it takes them again", async () => {
    await openTracing(traced.log);
    traced.collector.behave("refuse");
    const messages = () => traced.logged.map(({ msg }) => msg);
    for (let batches = 1; batches <= 3; batches += 1) {
      await work(`job ${batches}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await expect.poll(messages).toEqual(["the collector of traces does not take them"]);
    traced.collector.behave("take");
    await work("job 4");
    await expect
      .poll(messages)
      .toEqual(["the collector of traces does not take them", "the collector takes traces again"]);
  });

  test("that hangs does not hold up the end of the process", async () => {
    await openTracing(traced.log);
    traced.collector.behave("hang");
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
    expect(traced.collector.spans).toEqual([]);
  });

  test("is not told of what the sampler leaves out, and a sampler that there is not is named", async () => {
    vi.stubEnv("OTEL_TRACES_SAMPLER", "always_off");
    await openTracing(traced.log);
    await work("job 1");
    await theTracer()?.close();
    vi.stubEnv("OTEL_TRACES_SAMPLER", "sometimes");
    await openTracing(traced.log);
    vi.stubEnv("OTEL_TRACES_SAMPLER", undefined);
    await theTracer()?.close();
    expect(traced.collector.spans).toEqual([]);
    expect(traced.logged[0]?.reason).toContain("sometimes");
  });
});
