import { expect, test, vi } from "vitest";
import { keepsAnswer } from "~/platform/http/idempotency.server";
import { longTest } from "../../tests/fixtures/long-test";
import { addressOf, aMarket, GOOD_CALLS } from "../../tests/fixtures/good-calls";
import { MADE_UP } from "../../tests/fixtures/made-up";
import { anOrderToWeigh } from "../../tests/fixtures/weighing";
import { onBothDatabases, type Answered, type CallOptions } from "../../tests/fixtures/world";

/** Fields that are new or missing in a second answer: moments, the request's id, a secret that is shown once. */
const FRESH = new Set(["requestId", "createdAt", "updatedAt", "version", "secret"]);

/** Calls without a body. The document has no example of them. */
const WITHOUT_BODY: typeof GOOD_CALLS = {
  "POST /operator/support/{id}/done": ({ message }) => ({ by: "operator", on: message, body: {} }),
  "POST /operator/products/{id}/put-back": ({ recalled }) => ({ by: "operator", on: recalled, body: {} }),
};

/** Only a secret in its answer leads to a sign-up draft. The lost first draft is swept, as nobody has its secret. */
const ANSWERED_ANEW = ["POST /user/sign-up-draft"];

const comparable = ({ status, body }: Answered): unknown =>
  JSON.parse(JSON.stringify([status, body], (name, value: unknown) => (FRESH.has(name) ? undefined : value)));

onBothDatabases("a request whose process was killed before it could answer", (world) => {
  /** The lost answer and the answer to the repeated request. Null if the request was refused. */
  async function answersOf(method: string, path: string, options: CallOptions): Promise<[Answered, Answered] | null> {
    const call = () => world.call(method, path, { ...options, headers: { "Idempotency-Key": "lost-answer" } });
    const lostAnswers: Answered[] = [];
    // The process dies after the work is committed and before its answer is stored.
    const clone = Response.prototype.clone;
    const killed = vi.spyOn(Response.prototype, "clone").mockImplementationOnce(function (this: Response) {
      const status = this.status;
      void clone
        .call(this)
        .json()
        .then((body: unknown) => lostAnswers.push({ status, body, headers: new Headers() }));
      throw new Error("killed");
    });
    // For a refusal, the first clone is the fixture's comparison with the document, so the call throws here.
    await call().catch(() => undefined);
    killed.mockRestore();
    await expect.poll(() => lostAnswers).toHaveLength(1);
    const [lostAnswer] = lostAnswers;
    if (!lostAnswer || lostAnswer.status >= 300) return null;
    await world.services.db.updateTable("idempotencyKeys").set({ body: "a dead holder", process: "dead" }).execute();
    return [lostAnswer, await call()];
  }

  for (const [name, good] of Object.entries({ ...GOOD_CALLS, ...WITHOUT_BODY })) {
    const [method = "", address = ""] = name.split(" ");
    if (!keepsAnswer(method, `/api/v1${address}`)) continue;
    longTest(`${name} is answered on its repetition as it would have been at first`, async () => {
      const market = await aMarket(world);
      const { by, body, on, query } = good(market);
      const answers = await answersOf(method, addressOf(address, { on, query }), { token: market.tokens[by], body });
      expect([name, answers === null]).toEqual([name, name in MADE_UP]);
      if (!answers) return;
      const [expectedAnswer, repeatedAnswer] = answers.map(comparable);
      if (ANSWERED_ANEW.includes(name)) expect(repeatedAnswer).not.toEqual(expectedAnswer);
      else expect(repeatedAnswer).toEqual(expectedAnswer);
    });
  }

  test("says again how much goes back for what was weighed, and gives it back once", async () => {
    const { token, order, line } = await anOrderToWeigh(world);
    const body = { weights: [{ order, line, pieces: ["280", "311"] }] };
    const answers = await answersOf("POST", "/product/order/merchant/weights", { token, body });
    const weighed = [{ order, line, due: 11.82, back: 1.38 }];
    expect(answers?.map((answer) => answer.body.data)).toEqual([
      { weighed, refused: [] },
      { weighed, refused: [] },
    ]);
    const refunds = await world.services.db.selectFrom("refunds").select("amountCents").execute();
    expect(refunds.map(({ amountCents }) => Number(amountCents))).toEqual([138]);
  });
});
