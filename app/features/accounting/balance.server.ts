import { toDollars } from "~/features/fields";
import type { Services } from "~/platform/services.server";
import { sumsOfLedger } from "./entries.server";
import type { Balance } from "./schema";

/** The marketplace's debt to a merchant, and its components. */
export async function balanceOf({ db }: Pick<Services, "db">, merchantId: string): Promise<Balance> {
  const { sale, delivery, refund, dispute, fee, payout, cash } = await sumsOfLedger(db, merchantId);
  const spent = (cents: number) => toDollars(0 - cents);
  return {
    sold: toDollars(sale),
    deliveryFees: toDollars(delivery),
    givenBack: spent(refund + dispute),
    fees: spent(fee),
    paidOut: spent(payout),
    ...(cash !== 0 && { paidToYou: spent(cash) }),
    owed: toDollars(sale + delivery + refund + dispute + fee + payout + cash),
  };
}
