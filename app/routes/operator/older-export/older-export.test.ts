import { expect, test } from "vitest";
import { cookiesOf } from "~/session/cookies.server";
import { served } from "../../../../tests/fixtures/served";
import { aUser } from "../../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../../tests/fixtures/world";
import { loader } from "./route";

onBothDatabases("an export's former address", (world) => {
  const answerOf = async (address: string, token: string) =>
    served(world, async () => {
      const cookie = await cookiesOf(world.services.config).authToken.serialize(token);
      const request = new Request(`http://shop.test${address}`, { headers: { Cookie: cookie.split(";")[0] ?? "" } });
      const { status, headers } = await loader({ request, params: {}, context: {} }).catch(
        (answer: Response) => answer,
      );
      return [status, headers.get("Location")?.split("?redirect_uri")[0]];
    });

  test.each([
    ["/operator/newsletter/export", "/operator/newsletter.csv"],
    ["/operator/audit_log/export?action=a&since=2026-03-01", "/operator/audit_log.csv?action=a&since=2026-03-01"],
  ])("leads an operator on from %s, with its filters, and everybody else to the login", async (former, present) => {
    const operator = await aUser(world, { privilege: "operator" });
    expect(await answerOf(former, operator.token)).toEqual([301, present]);
    const merchant = await aUser(world, { privilege: "merchant" });
    for (const token of ["", merchant.token])
      expect(await answerOf(former, token)).toEqual([303, expect.stringMatching(/^\/login/)]);
  });
});
