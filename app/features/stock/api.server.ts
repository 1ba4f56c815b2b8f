import { createRoute, z } from "@hono/zod-openapi";
import { setStockSettings, stockSettingsOf } from "~/features/stores/stock-settings.server";
import { id, single } from "~/features/fields";
import { changePageOf, changes, page } from "~/features/pagination";
import { answers, json, mayRefuse, newApi, onlyFor, signedIn } from "~/platform/http/api.server";
import { manyChanged } from "~/features/products/many-schema";
import { MOST_TOGETHER } from "~/features/products/plain-schema";
import { setStock } from "./set-stock.server";
import { stockChange } from "./stock-history-schema";
import { stockHistory } from "./stock-history.server";
import { stockOfMany, stockSettings } from "./schema";

const tags = ["Merchant's products"];
const path = "/product/manage-product/stock" as const;

/** Registered before the calls for one product, which would take `stock` for an id. */
export const stockApi = newApi()
  .openapi(
    createRoute({
      method: "put",
      path,
      operationId: "setMyStock",
      tags,
      summary: "Set the stock and the low-stock marks of several of my products, each for itself",
      description: `At most ${MOST_TOGETHER}, in one transaction. A product that is gone is answered as refused (unknown_product), and the others are set all the same. \`version\` is empty in the answer.`,
      ...onlyFor("merchant"),
      request: json(stockOfMany),
      responses: answers(single(manyChanged)),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "merchant");
      return c.json({ data: await setStock(c.var.services, _id, c.req.valid("json").products) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: `${path}/settings` as const,
      operationId: "getStockSettings",
      tags,
      summary: "When my products run low, and whether I am written to about it",
      ...onlyFor("merchant"),
      responses: answers(single(stockSettings)),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "merchant");
      return c.json({ data: await stockSettingsOf(c.var.services.db, _id) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: `${path}/settings` as const,
      operationId: "saveStockSettings",
      tags,
      summary: "Say when my products run low, and whether I am written to about it",
      description:
        "The mail comes at most once a day, from six in the morning on in the marketplace's time zone, and only where something on sale runs low or out.",
      ...onlyFor("merchant"),
      request: json(stockSettings),
      responses: answers(single(stockSettings)),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "merchant");
      await setStockSettings(c.var.services.db, _id, c.req.valid("json"));
      return c.json({ data: await stockSettingsOf(c.var.services.db, _id) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/product/manage-product/{id}/stock",
      operationId: "listStockChanges",
      ...mayRefuse("unknown_product"),
      tags,
      summary: "What has become of the stock of one of my products, newest first, 20 a page",
      description: "Kept for 400 days. With updatedSince: the changes of this time or later, oldest first.",
      ...onlyFor("merchant"),
      request: { params: z.object({ id }), query: z.object({ page, ...changes }) },
      responses: answers(changePageOf(stockChange)),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "merchant");
      const history = await stockHistory(c.var.services, _id, c.req.valid("param").id, c.req.valid("query"));
      return c.json({ data: history }, 200);
    },
  );
