import { expect, test } from "vitest";
import { ApiFailure } from "~/api/client";
import { inRequestScope } from "~/platform/log.server";
import { noteOutage, outageOr, withOutage } from "./outage.server";

const requestScope = () => ({ requestId: "r", clientAddress: "a", statements: 0 });
const outOfReach = new ApiFailure(
  503,
  [{ message: "We cannot reach our records just now.", code: "unavailable" }],
  "r",
  "5",
);

test("a page whose records are out of reach says so with 503, and when to ask again", () => {
  inRequestScope(requestScope(), () => {
    const headers = new Headers();
    noteOutage(outOfReach);
    expect([outageOr(500, headers), headers.get("Retry-After")]).toEqual([503, "5"]);
  });
});

test("a page that failed for another reason says 500, and one that succeeded 200", () => {
  inRequestScope(requestScope(), () => {
    const headers = new Headers();
    noteOutage(new ApiFailure(500, [], "r"));
    noteOutage(new TypeError("broken"));
    expect([outageOr(500, headers), outageOr(200, headers), headers.get("Retry-After")]).toEqual([500, 200, null]);
  });
});

test("one request's outage is not the next one's", () => {
  inRequestScope(requestScope(), () => noteOutage(outOfReach));
  inRequestScope(requestScope(), () => expect(outageOr(500, new Headers())).toBe(500));
});

test("another server, which knows nothing of requests, answers as before", () => {
  noteOutage(outOfReach);
  expect(outageOr(500, new Headers())).toBe(500);
});

test("a file that Remix could not answer, such as the sitemap, says the same in the place of Remix's words", async () => {
  await inRequestScope(requestScope(), async () => {
    noteOutage(Object.assign(new Error("the role may not log in"), { code: "28000" }));
    const answer = withOutage(
      new Response("Unexpected Server Error", { status: 500, headers: { "Content-Type": "text/plain" } }),
    );
    expect([answer.status, answer.headers.get("Retry-After"), await answer.text()]).toEqual([
      503,
      "5",
      "We cannot reach our records just now. Please try again in a moment.",
    ]);
    const page = new Response("<p>Sold out", { status: 404 });
    expect(withOutage(page)).toBe(page);
  });
});
