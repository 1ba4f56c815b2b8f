import { expect, test } from "vitest";
import { loader } from "./route";

test.each([
  ["/operator/newsletter/export", "/operator/newsletter.csv"],
  ["/operator/audit_log/export?action=a&since=2026-03-01", "/operator/audit_log.csv?action=a&since=2026-03-01"],
])("an export's former address %s leads on, with its filters", (former, present) => {
  const { status, headers } = loader({ request: new Request(`http://shop.test${former}`), params: {}, context: {} });
  expect([status, headers.get("Location")]).toEqual([301, present]);
});
