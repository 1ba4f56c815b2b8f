import type { Selectable } from "kysely";
import { toDollars } from "~/features/fields";
import type { Trx } from "~/platform/database/database.server";
import type { DisputeRow, OrderPartRow, PayoutRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import { partsData } from "./parts-data.server";
import { tellMerchants } from "./write-events.server";

/* Events about the steps of orders and of their money, each in the transaction of the step. */

type Part = Pick<Services, "clock">;
type Step = Pick<OrderPartRow, "_id" | "orderId" | "merchantId">;

/** Tells merchants that parts were sent, or are ready for collection. As many statements for many parts as for one. */
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

/** Tells merchants that parts have arrived. As many statements for many parts as for one. */
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

/** Tells each merchant of an order that a dispute about it has begun, has another sum, or has ended. */
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

/** Tells a merchant that the money of an order was sent. */
export async function tellPayoutSent(trx: Trx, services: Part, payout: Payout): Promise<void> {
  const { merchantId } = payout;
  await tellMerchants(trx, services, "payout.sent", [merchantId], async () => [
    { merchantId, data: { payout: toldPayout(payout) } },
  ]);
}

/** Tells a merchant that an order's money could not be sent; without a payout, that their bank has returned money. */
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
