import { expect, test } from "vitest";
import { aUser } from "../../tests/fixtures/shop";
import { onBothDatabases } from "../../tests/fixtures/world";

const FOREIGN = { Origin: "https://till.example" };

onBothDatabases("a call from a page of another origin", (world) => {
  test("is announced by the browser, and allowed without credentials", async () => {
    const answer = await world.call("OPTIONS", "/product/manage-product", {
      headers: {
        ...FOREIGN,
        "Access-Control-Request-Method": "PUT",
        "Access-Control-Request-Headers": "authorization,content-type,idempotency-key",
      },
    });
    const header = (name: string) => answer.headers.get(`Access-Control-${name}`);
    expect([answer.status, header("Allow-Origin"), header("Allow-Credentials")]).toEqual([204, "*", null]);
    expect(header("Allow-Methods")).toContain("PUT");
    for (const name of ["Authorization", "Content-Type", "Idempotency-Key", "If-Match"])
      expect(header("Allow-Headers")).toContain(name);
  });

  test("may read what is public, the document, its own account and why it was refused", async () => {
    const { token } = await aUser(world);
    for (const [path, options] of [
      ["/product/general", {}],
      ["/openapi.json", {}],
      ["/user", { token }],
      ["/user", {}],
      ["/nothing", {}],
    ] as const) {
      const { headers } = await world.call("GET", path, { ...options, headers: FOREIGN });
      expect([path, headers.get("Access-Control-Allow-Origin"), headers.get("Access-Control-Expose-Headers")]).toEqual([
        path,
        "*",
        expect.stringContaining("X-Request-Id"),
      ]);
    }
  });
});
