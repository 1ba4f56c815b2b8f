import { expect, test } from "vitest";
import { ApiFailure } from "~/api/client";
import { inRequestScope } from "~/platform/log.server";
import { noteOutage, outageOr } from "./outage.server";

const asked = () => ({ requestId: "r", clientAddress: "a", statements: 0 });
const outOfReach = new ApiFailure(
  503,
  [{ message: "We cannot reach our records just now.", code: "unavailable" }],
  "r",
  "5",
);

test("a page whose records are out of reach says so with 503, and when to ask again", () => {
  inRequestScope(asked(), () => {
    const headers = new Headers();
    noteOutage(outOfReach);
    expect([outageOr(500, headers), headers.get("Retry-After")]).toEqual([503, "5"]);
  });
});

test("a page that failed for another reason says 500, and one that succeeded 200", () => {
  inRequestScope(asked(), () => {
    const headers = new Headers();
    noteOutage(new ApiFailure(500, [], "r"));
    noteOutage(new TypeError("broken"));
    expect([outageOr(500, headers), outageOr(200, headers), headers.get("Retry-After")]).toEqual([500, 200, null]);
  });
});

test("one request's outage is not the next one's", () => {
  inRequestScope(asked(), () => noteOutage(outOfReach));
  inRequestScope(asked(), () => expect(outageOr(500, new Headers())).toBe(500));
});

test("another server, which knows nothing of requests, answers as before", () => {
  noteOutage(outOfReach);
  expect(outageOr(500, new Headers())).toBe(500);
});
