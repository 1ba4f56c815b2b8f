import { expect, test } from "vitest";
import { changesOf } from "./audit.server";
import { prove } from "../../../tests/fixtures/prove";
import { aUser } from "../../../tests/fixtures/shop";
import { workbookOf } from "../../../tests/fixtures/export-cells";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

const anOperator = (world: World) => aUser(world, { privilege: "operator", firstName: "Olive", lastName: "Hartman" });

onBothDatabases("the audit log", (world) => {
  test("has twenty a page, newest first", async () => {
    const { token } = await anOperator(world);
    const users = [];
    for (let n = 0; n < 22; n += 1) {
      const user = await aUser(world);
      users.unshift(user.email);
      await prove(world, token);
      await world.call("POST", `/operator/users/${user._id}/end-sessions`, { token });
      world.clock.forward(60);
    }
    const [first, second] = [
      (await world.call("GET", "/operator/audit", { token })).body.data,
      (await world.call("GET", "/operator/audit?page=2", { token })).body.data,
    ];
    expect([first.total, first.hasNextPage, second.hasNextPage]).toEqual([22, true, false]);
    expect([...first.docs, ...second.docs].map((entry: { subject: string }) => entry.subject)).toEqual(users);
    expect(first.docs[0]).toMatchObject({ actorName: "Olive Hartman", action: "user.signed_out" });
  });

  test("is narrowed by what was done, by whom, by days and by words, and as much is exported", async () => {
    const { token, _id } = await anOperator(world);
    const otherOperator = await aUser(world, { privilege: "operator", firstName: "Otto", lastName: "Reed" });
    const merchant = await aUser(world, { privilege: "merchant" });
    const removedUser = await aUser(world, { email: "=gone@example.com" });
    await world.call("POST", `/operator/merchants/${merchant._id}/suspend`, {
      token,
      body: { reason: "Sells 50% air." },
    });
    world.clock.forward(2 * 86_400);
    await prove(world, token);
    await prove(world, otherOperator.token);
    await world.call("POST", `/operator/merchants/${merchant._id}/reinstate`, { token: otherOperator.token });
    world.clock.forward(1);
    await world.call("POST", `/operator/users/${removedUser._id}/end-sessions`, { token });
    const list = async (query: Record<string, string>) =>
      (await world.call("GET", `/operator/audit?${new URLSearchParams(query)}`, { token })).body.data;
    const actions = async (query: Record<string, string>) =>
      (await list(query)).docs.map((entry: { action: string }) => entry.action);
    const [out, suspended, back] = ["user.signed_out", "merchant.suspended", "merchant.reinstated"];
    expect(await actions({})).toEqual([out, back, suspended]);
    expect(await actions({ action: "merchant.suspended" })).toEqual([suspended]);
    expect(await actions({ actor: _id })).toEqual([out, suspended]);
    expect(await actions({ since: "2026-03-03" })).toEqual([out, back]);
    expect(await actions({ until: "2026-03-02" })).toEqual([suspended]);
    expect(await actions({ since: "2026-03-02", until: "2026-03-04", q: "50% AIR" })).toEqual([suspended]);
    expect(await actions({ q: merchant._id })).toEqual([back, suspended]);
    expect(await actions({ q: "50_ air" })).toEqual([]);
    expect((await list({ actor: otherOperator._id, page: "2" })).total).toBe(1);
    expect((await list({ action: "merchant.suspended" })).docs[0].details.changes).toEqual([
      { what: "Standing", from: "active", to: "suspended" },
    ]);
    for (const wrong of ["since=2026-03-04&until=2026-03-02", "since=2026-02-31", "actor=olive", "action='"])
      expect([wrong, (await world.call("GET", `/operator/audit?${wrong}`, { token })).status]).toEqual([wrong, 422]);

    world.clock.forward(1);
    const file = await world.call("GET", `/operator/audit/export?actor=${_id}`, { token });
    expect(file.headers.get("Content-Disposition")).toBe('attachment; filename="audit-log.csv"');
    const lines = (file.body as string).split("\r\n");
    expect(lines[0]).toContain("Time,Who,Action,Whom or what,Changes,Details");
    expect(lines.slice(1, -1).map((line) => line.split(",").slice(1, 4))).toEqual([
      ["Olive Hartman", "audit.exported", "Audit log"],
      ["Olive Hartman", "user.signed_out", "'=gone@example.com"],
      ["Olive Hartman", "merchant.suspended", expect.stringContaining("Stall")],
    ]);
    expect(lines[3]).toContain("Standing: active → suspended");
    expect((await actions({ action: "audit.exported" })).length).toBe(1);
    const workbook = await workbookOf(world, token, `/operator/audit/export?format=xlsx&action=${out}`);
    expect([workbook.name, ...workbook.rows.map((cells) => cells.slice(1, 4))]).toEqual([
      "audit-log.xlsx",
      ["Who", "Action", "Whom or what"],
      ["Olive Hartman", out, "=gone@example.com"],
    ]);
  });

  test("is exported whole, however long it is, and keeps of a long text its beginning", async () => {
    const { token } = await anOperator(world);
    const entry = { actorId: "c".repeat(24), actorName: "Otto", action: "x.y", details: "{}" };
    const rows = Array.from({ length: 450 }, (_, n) => ({
      ...entry,
      _id: n.toString(16).padStart(24, "0"),
      subject: `Entry ${n}.`,
      createdAt: `2026-03-01T10:00:00.00${n % 3}Z`,
    }));
    await world.services.db.insertInto("auditLog").values(rows).execute();
    const { body } = await world.call("GET", "/operator/audit/export", { token });
    const entryNumbers = [...(body as string).matchAll(/Entry (\d+)\./g)].map(([, n]) => Number(n));
    expect([entryNumbers.length, new Set(entryNumbers).size]).toEqual([450, 450]);
    expect(
      changesOf({ Title: "a", Tags: ["x"], Text: "a".repeat(400) }, { Title: "b", Tags: ["x"], Text: "" }),
    ).toEqual({
      changes: [
        { what: "Title", from: "a", to: "b" },
        { what: "Text", from: `${"a".repeat(300)}…`, to: "" },
      ],
    });
    expect(changesOf({ Title: "a" }, { Title: "a" })).toEqual({});
  });
});
