import { expect, test } from "vitest";
import { aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

const operator = async (world: World) => (await aUser(world, { privilege: "operator" })).token;

onBothDatabases("synonyms of search", (world) => {
  test("are added, changed and removed by an operator, and the audit log says each", async () => {
    const token = await operator(world);
    const createdGroup = await world.call("POST", "/operator/synonyms", {
      token,
      body: { words: ["prawn", "shrimp"] },
    });
    expect(createdGroup).toMatchObject({ status: 201, body: { data: { words: ["prawn", "shrimp"] } } });
    const at = `/operator/synonyms/${createdGroup.body.data._id}`;
    world.clock.forward(1);
    await world.call("PUT", at, { token, body: { words: ["prawn", "shrimp", "king prawn"] } });
    expect((await world.call("GET", at, { token })).body.data.words).toEqual(["prawn", "shrimp", "king prawn"]);
    world.clock.forward(1);
    await world.call("DELETE", at, { token });
    expect((await world.call("GET", at, { token })).body.error[0].code).toBe("unknown_synonyms");
    const log = await world.services.db.selectFrom("auditLog").select(["action", "subject"]).orderBy("_id").execute();
    expect(log).toEqual([
      { action: "synonyms.added", subject: "prawn, shrimp" },
      { action: "synonyms.changed", subject: "prawn, shrimp, king prawn" },
      { action: "synonyms.removed", subject: "prawn, shrimp, king prawn" },
    ]);
  });

  test("are looked for by any of their words, without accents", async () => {
    const token = await operator(world);
    for (const words of [
      ["crème fraîche", "sour cream"],
      ["swede", "rutabaga"],
    ])
      await world.call("POST", "/operator/synonyms", { token, body: { words } });
    const titlesOf = async (q: string) =>
      (await world.call("GET", `/operator/synonyms?q=${q}`, { token })).body.data.docs.map(
        ({ words }: { words: string[] }) => words[0],
      );
    expect(await titlesOf("FRAICHE")).toEqual(["crème fraîche"]);
    expect(await titlesOf("")).toEqual(["swede", "crème fraîche"]);
  });

  test("need two words that search tells apart", async () => {
    const token = await operator(world);
    const code = async (words: unknown) =>
      (await world.call("POST", "/operator/synonyms", { token, body: { words } })).body.error?.[0];
    expect(await code(["prawn"])).toMatchObject({ code: "too_small", field: "words" });
    expect(await code(["prawn", "Prawns"])).toMatchObject({ code: "synonyms_alike", field: "words" });
    expect(await code(["prawn", "shrimp, king prawn"])).toMatchObject({ code: "invalid", field: "words.1" });
    expect(await code(["prawn", "one two three four"])).toMatchObject({ code: "invalid", field: "words.1" });
    expect(await code(["prawn", "shrimp"])).toBeUndefined();
  });

  test("have no group at an id that none can have", async () => {
    const token = await operator(world);
    for (const id of ["f".repeat(24), "000000000000000080000000", "0".repeat(24)])
      expect((await world.call("DELETE", `/operator/synonyms/${id}`, { token })).status).toBe(404);
  });

  test("are at most 2,000 groups, also where two operators add at once", async () => {
    const token = await operator(world);
    await world.services.db
      .insertInto("searchSynonyms")
      .values(Array.from({ length: 1999 }, (_, position) => ({ position, words: `word, term ${position}` })))
      .execute();
    const add = () => world.call("POST", "/operator/synonyms", { token, body: { words: ["prawn", "shrimp"] } });
    const statuses = (await Promise.all([add(), add()])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, 409]);
  });
});
