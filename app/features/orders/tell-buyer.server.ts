import { tellByPush } from "~/features/push/tell.server";
import type { Db } from "~/platform/database/database.server";
import type { OrderRow } from "~/platform/database/tables";
import { mailTo } from "~/platform/mail/send-mail.server";
import type { Letter } from "~/platform/mail/letter.server";
import type { Services } from "~/platform/services.server";
import { readerOf } from "./reader.server";

/** Tells a buyer by mail and in their browsers what others have changed in an order. */
export async function tellBuyer(
  db: Db,
  services: Pick<Services, "clock" | "config">,
  order: Pick<OrderRow, "_id" | "buyerId">,
  subject: string,
  parts: Letter["parts"],
): Promise<void> {
  await mailTo(db, services, await readerOf(db, order), subject, parts);
  await tellOrders(db, services, [order]);
}

/** Tells the buyers of orders in their browsers that something has changed. Two statements for any number of orders. */
export async function tellOrders(
  db: Db,
  services: Pick<Services, "clock">,
  orders: Pick<OrderRow, "_id" | "buyerId">[],
): Promise<void> {
  const readers = orders.map(({ _id, buyerId }) => ({ userId: buyerId, path: `/customer/order_history/${_id}` }));
  await tellByPush(db, services, "order changed", readers);
}
