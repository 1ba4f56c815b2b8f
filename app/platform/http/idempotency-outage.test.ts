import { UpdateQueryNode, type KyselyPlugin } from "kysely";
import { afterEach, expect, test } from "vitest";
import { DatabaseUnavailable } from "~/platform/database/out-of-reach";
import { withShortPauses } from "../../../tests/fixtures/short-pauses";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

withShortPauses();

const message = { email: "ada@example.com", description: "Where is my bread?" };
const outage = () => new DatabaseUnavailable("The database is out of reach.");

onBothDatabases("a database that goes away around a keyed request", (world) => {
  const whole = () => world.services.db;
  let before: World["services"]["db"] | undefined;

  /**
   * Makes the statements of a kind on the keys fail; of updates, only those that write a response. Returns a function
   * that ends it.
   */
  function failing(kind: "InsertQueryNode" | "UpdateQueryNode" | "DeleteQueryNode", error: () => Error): () => void {
    let isAway = true;
    const plugin: KyselyPlugin = {
      transformQuery({ node }) {
        const ofKeys = JSON.stringify(node).includes('"idempotencyKeys"');
        const isTarget = !UpdateQueryNode.is(node) || JSON.stringify(node.updates).includes('"body"');
        if (node.kind === kind && isAway && ofKeys && isTarget) throw error();
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    before = whole();
    Object.assign(world.services, { db: before.withPlugin(plugin) });
    return () => (isAway = false);
  }
  afterEach(() => {
    if (before) Object.assign(world.services, { db: before });
    before = undefined;
  });

  const send = async (body: object = message) => {
    const answer = await world.call("POST", "/support", {
      body,
      headers: { "Idempotency-Key": "form-key-0123456789" },
    });
    return [answer.status, answer.headers.get("Idempotency-Replayed")];
  };
  const messages = () => whole().selectFrom("supportMessages").select("_id").execute();

  test("what was done is answered at once, and once it is back the same request is known again", async () => {
    const end = failing("UpdateQueryNode", outage);
    expect(await send()).toEqual([201, null]);
    expect(await send()).toEqual([409, null]);
    end();
    await expect.poll(() => send()).toEqual([201, "true"]);
    expect(await messages()).toHaveLength(1);
  });

  test("what was refused may be sent again as soon as it is back", async () => {
    const end = failing("DeleteQueryNode", outage);
    expect(await send({ ...message, description: "" })).toEqual([422, null]);
    end();
    await expect.poll(() => send()).toEqual([201, null]);
  });

  test("away before anything was done, it says so, and does not pretend that the request is being worked on", async () => {
    const end = failing("InsertQueryNode", outage);
    expect(await send()).toEqual([503, null]);
    end();
    expect(await send()).toEqual([201, null]);
  });

  test("away before it could say that the request is written down: it may be sent again as soon as it is back, and is done once", async () => {
    const { db } = world.services;
    let lostCount = 0;
    const answerLost: KyselyPlugin = {
      transformQuery: ({ node }) => {
        if (node.kind === "InsertQueryNode" && JSON.stringify(node).includes('"idempotencyKeys"')) lostCount = 1;
        return node;
      },
      transformResult: async ({ result }) => {
        if (lostCount === 1) {
          lostCount = 2;
          throw outage();
        }
        return result;
      },
    };
    before = db;
    Object.assign(world.services, { db: db.withPlugin(answerLost) });
    expect(await send()).toEqual([503, null]);
    expect(await messages()).toEqual([]);
    Object.assign(world.services, { db });
    await expect.poll(() => send()).toEqual([201, null]);
    expect(await send()).toEqual([201, "true"]);
    expect(await messages()).toHaveLength(1);
  });

  test("however long it stays away, what was done is not begun again while its answer waits to be written", async () => {
    const end = failing("UpdateQueryNode", outage);
    expect(await send()).toEqual([201, null]);
    world.clock.forward(61);
    expect(await send()).toEqual([409, null]);
    end();
    await expect.poll(() => send()).toEqual([201, "true"]);
    expect(await messages()).toHaveLength(1);
  });

  test("a fault that does not pass by itself is no outage", async () => {
    failing("UpdateQueryNode", () => new Error("no such column"));
    expect(await send()).toEqual([500, null]);
  });
});
