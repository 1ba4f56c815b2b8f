import { createRoute, z } from "@hono/zod-openapi";
import { operatorOf } from "~/features/audit/audit.server";
import { messageAnswer, single } from "~/features/fields";
import { spreadsheetFormat } from "~/features/spreadsheet-format";
import { answers, clientAddress, created, json, mayRefuse, newApi, onlyFor } from "~/platform/http/api.server";
import { asSpreadsheet, spreadsheetAnswer } from "~/platform/spreadsheet.server";
import { exportSubscribers, newsletterCounts as countSubscribers } from "./export-subscribers.server";
import { newsletterCounts, signedLink, subscription } from "./schema";
import { confirmSubscription, subscribe, unsubscribe } from "./subscribe.server";

const tags = ["Newsletter"];

export const newsletterApi = newApi()
  .openapi(
    createRoute({
      method: "post",
      path: "/newsletter",
      operationId: "subscribe",
      ...mayRefuse("too_many_tries"),
      tags,
      summary: "Ask for the newsletter; a mail asks to confirm it",
      request: json(subscription),
      responses: created(messageAnswer),
    }),
    async (c) => {
      await c.var.services.rateLimiter.consume(
        { name: "newsletter-address", points: 20, seconds: 3600 },
        clientAddress(c),
      );
      await subscribe(c.var.services, c.req.valid("json").email);
      return c.json({ message: "Almost there: please open the link we have mailed you." }, 201);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/newsletter/confirm",
      operationId: "confirmSubscription",
      ...mayRefuse("broken_link", "unknown_subscriber"),
      tags,
      summary: "Confirm with the link's word",
      request: json(signedLink),
      responses: answers(messageAnswer),
    }),
    async (c) => {
      await confirmSubscription(c.var.services, c.req.valid("json").link);
      return c.json({ message: "Thank you. The next letter is yours." }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/newsletter/unsubscribe",
      operationId: "unsubscribe",
      ...mayRefuse("broken_link", "unknown_subscriber"),
      tags,
      summary: "Unsubscribe with the link's word",
      description:
        "The word for an address that an account had until a week ago ends the letters to the one that it has now.",
      request: json(signedLink),
      responses: answers(messageAnswer),
    }),
    async (c) => {
      await unsubscribe(c.var.services, c.req.valid("json").link);
      return c.json({ message: "You will get no more letters from us." }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/newsletter",
      operationId: "operatorGetNewsletter",
      tags: ["Operators"],
      summary: "How many subscribe",
      ...onlyFor("operator"),
      responses: answers(single(newsletterCounts)),
    }),
    async (c) => c.json({ data: await countSubscribers(c.var.services.db) }, 200),
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/newsletter/export",
      operationId: "operatorExportSubscribers",
      tags: ["Operators"],
      summary: "Confirmed addresses as CSV or as a workbook: email, confirmed at, unsubscribe link",
      ...onlyFor("operator"),
      request: { query: z.object({ format: spreadsheetFormat }) },
      responses: spreadsheetAnswer,
    }),
    async (c) => {
      const { format } = c.req.valid("query");
      const addresses = await exportSubscribers(c.var.services, await operatorOf(c), format);
      return c.body(addresses, 200, asSpreadsheet("newsletter", format));
    },
  );
