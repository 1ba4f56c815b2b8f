import { expect, test } from "vitest";
import { onBothDatabases } from "../../tests/fixtures/world";
import {
  leaksOf,
  merchantsCalls,
  idParameters,
  merchantRows,
  twoStalls,
  VALID_BODIES,
} from "../../tests/fixtures/two-stalls";

// The calls come from the document, so that a new call is tested without a change here.
onBothDatabases("two merchants", (world) => {
  test("lists, figures and files show nothing of the other's", async () => {
    const { mine, theirs, ids } = await twoStalls(world);
    const calls = (await merchantsCalls(world)).filter(
      (call) => call.method === "GET" && idParameters(call).length === 0,
    );
    expect(calls.length).toBeGreaterThan(6);
    for (const { name, address, parameters } of calls) {
      const query = parameters.flatMap((parameter) =>
        parameter.name === "ids"
          ? [`ids=${Object.values(ids).join(",")}`]
          : parameter.name === "q"
            ? ["q=secret"]
            : parameter.required
              ? [`${parameter.name}=2026-03-02`]
              : [],
      );
      for (const search of ["", `?${query.join("&")}`]) {
        const answer = await world.call("GET", address + search, { token: mine.token });
        expect([name, search, leaksOf(answer.body, ids)]).toEqual([name, search, []]);
      }
    }
    // The same calls do show the data to its owner.
    expect(
      leaksOf((await world.call("GET", "/product/order/merchant", { token: theirs.token })).body, ids).length,
    ).toBeGreaterThan(2);
  });

  test("the other's pictures and film cannot be put into a product of one's own", async () => {
    const { mine, ids, categoryId } = await twoStalls(world);
    const rowsBefore = await merchantRows(world);
    for (const [field, value] of [
      ["image", [ids.image]],
      ["video", ids.video],
    ] as const) {
      const refusal = await world.call("POST", "/product/manage-product", {
        token: mine.token,
        body: { ...VALID_BODIES["PUT /product/manage-product"]?.({ categoryId }), [field]: value },
      });
      expect([refusal.status, leaksOf(refusal.body, ids)]).toEqual([422, []]);
    }
    expect(await merchantRows(world)).toBe(rowsBefore);
  });
});
