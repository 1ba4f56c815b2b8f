import { expect, test, vi } from "vitest";
import { keepsAnswer } from "~/platform/http/idempotency.server";
import { addressOf, aMarket, GOOD_CALLS } from "../../tests/fixtures/good-calls";
import { empty, onBothDatabases, type Answered } from "../../tests/fixtures/world";

/** Fields that a second answer has anew: moments, and the number of the request. */
const FRESH = new Set(["requestId", "createdAt", "updatedAt", "version"]);

/** Calls without a body, which the document has no example of. */
const WITHOUT_BODY: typeof GOOD_CALLS = {
  "POST /operator/support/{id}/done": ({ message }) => ({ by: "operator", on: message, body: {} }),
  "POST /operator/products/{id}/put-back": ({ recalled }) => ({ by: "operator", on: recalled, body: {} }),
};

/** A draft of a sign-up is found by a secret in its answer alone: the first one, which nobody has, is swept. */
const ANSWERED_ANEW = ["POST /user/sign-up-draft"];

const comparable = ({ status, body }: Answered): unknown =>
  JSON.parse(JSON.stringify([status, body], (name, value: unknown) => (FRESH.has(name) ? undefined : value)));

onBothDatabases("a request whose process was killed before it could answer", (world) => {
  test("is answered on its repetition as it would have been at first, whatever it was", async () => {
    const different: Record<string, unknown> = {};
    for (const [name, good] of Object.entries({ ...GOOD_CALLS, ...WITHOUT_BODY })) {
      const [method = "", address = ""] = name.split(" ");
      if (!keepsAnswer(method, `/api/v1${address}`)) continue;
      await empty(world.services);
      const market = await aMarket(world);
      const { by, body, on, query } = good(market);
      const path = addressOf(address, { on, query });
      const options = { token: market.tokens[by], body, headers: { "Idempotency-Key": `lost-answer` } };
      let first: Answered | undefined;
      // The process dies when the work is committed, and its answer not yet written down.
      const clone = Response.prototype.clone;
      const killed = vi.spyOn(Response.prototype, "clone").mockImplementationOnce(function (this: Response) {
        const status = this.status;
        void clone
          .call(this)
          .json()
          .then((answer: unknown) => (first = { status, body: answer, headers: new Headers() }));
        throw new Error("killed");
      });
      // A refusal is first cloned by the comparison with the document.
      await world.call(method, path, options).catch(() => undefined);
      killed.mockRestore();
      await expect.poll(() => first).toBeTruthy();
      if ((first as unknown as Answered).status >= 300) continue;
      await world.services.db.updateTable("idempotencyKeys").set({ body: "a dead holder", process: "dead" }).execute();
      const second = await world.call(method, path, options);
      const [wanted, seen] = [comparable(first as unknown as Answered), comparable(second)];
      if (JSON.stringify(wanted) !== JSON.stringify(seen)) different[name] = { wanted, seen };
    }
    expect(Object.keys(different)).toContain(ANSWERED_ANEW[0]);
    for (const name of ANSWERED_ANEW) delete different[name];
    expect(different).toEqual({});
  });
});
