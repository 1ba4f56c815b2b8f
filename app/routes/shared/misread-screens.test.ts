import { expect, test } from "vitest";
import * as orderHistory from "~/routes/buyer/order-history/route";
import * as merchantProducts from "~/routes/merchant/products/route";
import * as salesReport from "~/routes/merchant/sales-report/route";
import * as auditLog from "~/routes/operator/audit-log/route";
import * as jobs from "~/routes/operator/jobs/route";
import * as orders from "~/routes/operator/orders/route";
import * as review from "~/routes/operator/review/route";
import * as support from "~/routes/operator/support/route";
import * as synonyms from "~/routes/operator/synonyms/route";
import * as users from "~/routes/operator/users/route";
import { htmlOf } from "../../../tests/fixtures/screen";
import { aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";

const PAGE = "The page must be a number from 1 on.";
const day = (name: string) => `${name} must be a day, such as 2026-03-31.`;

/** Screens whose addresses have values that they do not understand, and the sentences about them. */
const SCREENS = [
  ["buyer", orderHistory, "/customer/order_history?page=two", [PAGE]],
  ["merchant", merchantProducts, "/merchant/products?only=cheap&page=0", ["The filter must be one of: ", PAGE]],
  [
    "merchant",
    salesReport,
    "/merchant/sales_report?since=yesterday&until=2026-02-30",
    [day("The first day"), day("The last day")],
  ],
  [
    "operator",
    auditLog,
    "/operator/audit_log?action=everything&since=1.3.&until=x&page=-1",
    ["What was done must be one of: ", day("The first day"), day("The last day"), PAGE],
  ],
  ["operator", jobs, "/operator/jobs?page=x", [PAGE]],
  [
    "operator",
    orders,
    "/operator/orders?state=Lost&age=2&stall=Nowhere+Farm",
    ["The state must be one of: ", "The age in days must be one of: ", "No stall is called “Nowhere Farm”."],
  ],
  ["operator", review, "/operator/review?page=x", [PAGE]],
  [
    "operator",
    support,
    "/operator/support?state=lost&assigned=you&page=x",
    ["Which messages must be one of: open, done.", "Whose messages must be one of: me, nobody.", PAGE],
  ],
  ["operator", synonyms, "/operator/synonyms?page=x", [PAGE]],
  ["operator", users, "/operator/users?day=monday&page=x", [day("The day"), PAGE]],
] as const;

onBothDatabases("values of addresses", (world) => {
  test.each(SCREENS)("a list of the %s says which it does not understand (%#)", async (...row) => {
    const [privilege, screen, address, sentences] = row;
    const { token } = await aUser(world, { privilege });
    const html = await htmlOf(world, screen, address, token);
    for (const sentence of sentences) expect(html).toContain(sentence);
    expect(await htmlOf(world, screen, address.split("?")[0] ?? "", token)).not.toContain("must be");
  });
});
