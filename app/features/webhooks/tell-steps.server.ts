import type { Selectable } from "kysely";
import { toDollars } from "~/features/fields";
import type { Trx } from "~/platform/database/database.server";
import type { DisputeRow, OrderPartRow, PayoutRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import { partsData } from "./parts-data.server";
import { tellMerchants } from "./write-events.server";

/* Steps of orders and of their money, as merchants' servers are told of them, in the transaction of each. */

type Part = Pick<Services, "clock">;
type Step = Pick<OrderPartRow, "_id" | "orderId" | "merchantId">;

/** Parts were sent, or lie ready. As many statements for many as for one. */
export async function tellShipped(trx: Trx, services: Part, parts: Step[]): Promise<void> {
  await tellMerchants(
    trx,
    services,
    "order.shipped",
    parts.map(({ merchantId }) => merchantId),
    async (merchants) =>
      (await stepsOf(trx, parts, merchants)).map(({ merchantId, data, row: { carrier, trackingNumber } }) => ({
        merchantId,
        data: { ...data, carrier, trackingNumber },
      })),
  );
}

/** Parts have arrived. As many statements for many as for one. */
export async function tellDelivered(trx: Trx, services: Part, parts: Step[]): Promise<void> {
  await tellMerchants(
    trx,
    services,
    "order.delivered",
    parts.map(({ merchantId }) => merchantId),
    async (merchants) =>
      (await stepsOf(trx, parts, merchants)).flatMap(({ merchantId, data, row: { deliveredBy } }) =>
        deliveredBy === "" ? [] : [{ merchantId, data: { ...data, deliveredBy } }],
      ),
  );
}

async function stepsOf(trx: Trx, parts: Step[], merchants: string[]) {
  const orderIds = [...new Set(parts.map(({ orderId }) => orderId))];
  const data = await partsData(trx, orderIds, merchants);
  return parts.flatMap(({ _id }) => data.get(_id) ?? []);
}

/** A dispute about an order has begun, is about another sum, or has ended: to each of its merchants. */
export async function tellDisputed(
  trx: Trx,
  services: Part,
  orderId: string,
  { _id, status, amountCents, reason }: Pick<DisputeRow, "_id" | "status" | "amountCents" | "reason">,
): Promise<void> {
  const parts = await trx.selectFrom("orderParts").select("merchantId").where("orderId", "=", orderId).execute();
  const dispute = { _id, status, amount: toDollars(amountCents), reason };
  await tellMerchants(
    trx,
    services,
    "order.disputed",
    parts.map(({ merchantId }) => merchantId),
    async (merchants) =>
      [...(await partsData(trx, [orderId], merchants)).values()].map(({ merchantId, data }) => ({
        merchantId,
        data: { ...data, dispute },
      })),
  );
}

type Payout = Pick<Selectable<PayoutRow>, "_id" | "orderId" | "merchantId" | "amountCents">;

const toldPayout = ({ _id, orderId, amountCents }: Payout) => ({ _id, order: orderId, amount: toDollars(amountCents) });

/** Money of an order was sent to its merchant. */
export async function tellPayoutSent(trx: Trx, services: Part, payout: Payout): Promise<void> {
  const { merchantId } = payout;
  await tellMerchants(trx, services, "payout.sent", [merchantId], async () => [
    { merchantId, data: { payout: toldPayout(payout) } },
  ]);
}

/** Money of an order could not be sent; without a payout, the merchant's bank has sent money back. */
export async function tellPayoutFailed(
  trx: Trx,
  services: Part,
  { merchantId, payout, amountCents, reason }: { merchantId: string; payout: Payout | null } & Failure,
): Promise<void> {
  const data = { payout: payout && toldPayout(payout), amount: toDollars(amountCents), reason };
  await tellMerchants(trx, services, "payout.failed", [merchantId], async () => [{ merchantId, data }]);
}

interface Failure {
  amountCents: number;
  /** In the provider's words. */
  reason: string;
}
