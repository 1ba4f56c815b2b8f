import { expect, test } from "vitest";
import { callsOf } from "../../tests/fixtures/every-call";
import { mustBeRefusedWell } from "../../tests/fixtures/refusals";
import { onBothDatabases } from "../../tests/fixtures/world";

onBothDatabases("a body that no call takes", (world) => {
  const { someCalls, errors } = callsOf(world);

  test("what is not JSON is unreadable, and another kind of content is refused", async () => {
    await someCalls(async ({ name, send }) => {
      for (const text of ["{", '{"a":}', "", "undefined", "\u0000", "[".repeat(50_000), '{"a":1}}']) {
        const answer = await send(text);
        mustBeRefusedWell(`${name} ${text.slice(0, 10)}`, answer, [400]);
        expect([name, answer.body.error[0].code]).toEqual([name, "unreadable"]);
      }
      for (const type of [
        "text/plain",
        "application/xml",
        "application/x-www-form-urlencoded",
        "application/json-seq",
        "multipart/form-data; boundary=x",
        "nonsense",
      ]) {
        const answer = await send('{"email":"ada@example.com"}', { "Content-Type": type });
        mustBeRefusedWell(`${name} as ${type}`, answer, [415]);
        expect([name, type, answer.body.error[0].code]).toEqual([name, type, "wrong_content_type"]);
      }
    });
    expect(errors()).toEqual([]);
  });
});
