import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { aUser } from "../../../tests/fixtures/shop";
import { workbookOf } from "../../../tests/fixtures/export-cells";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

const anOperator = (world: World) => aUser(world, { privilege: "operator", firstName: "Olive", lastName: "Hartman" });

onBothDatabases("the newsletter's readers", (world) => {
  test("exports who has confirmed and not unsubscribed, as text that no spreadsheet runs", async () => {
    const { token } = await anOperator(world);
    const at = "2026-03-01T08:00:00.000Z";
    const row = (email: string, confirmedAt: string | null, unsubscribedAt: string | null = null) => ({
      email,
      createdAt: at,
      confirmedAt,
      unsubscribedAt,
    });
    await world.services.db
      .insertInto("subscribers")
      .values([
        row("=cmd@example.com", at),
        row("ada@example.com", at),
        row("new@example.com", null),
        row("gone@example.com", at, at),
      ])
      .execute();
    expect((await world.call("GET", "/operator/newsletter", { token })).body.data).toEqual({
      confirmed: 2,
      waiting: 1,
      unsubscribed: 1,
    });
    const file = await world.call("GET", "/operator/newsletter/export", { token });
    expect(file.headers.get("Content-Type")).toContain("text/csv");
    const rows = parse(file.body, { columns: true }) as Record<string, string>[];
    expect(rows.map((line) => line["email"])).toEqual(["'=cmd@example.com", "ada@example.com"]);
    const workbook = await workbookOf(world, token, "/operator/newsletter/export?format=xlsx");
    expect([workbook.name, ...workbook.rows.map(([email]) => email)]).toEqual([
      "newsletter.xlsx",
      "email",
      "=cmd@example.com",
      "ada@example.com",
    ]);
    const link = new URL(rows[1]?.["unsubscribe link"] ?? "").searchParams.get("link");
    expect((await world.call("POST", "/newsletter/unsubscribe", { body: { link } })).status).toBe(200);
    expect((await world.call("GET", "/operator/newsletter", { token })).body.data.confirmed).toBe(1);
    expect(
      await world.services.db.selectFrom("auditLog").select(["action", "details"]).executeTakeFirstOrThrow(),
    ).toEqual({ action: "newsletter.exported", details: '{"addresses":2}' });
  });
});
