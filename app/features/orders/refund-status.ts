import type { ProviderRefundStatus } from "~/platform/cards/card-provider";
import type { RefundRow } from "~/platform/database/tables";
import type { RefundState } from "./schema";

/** The provider's last state of a refund; null while the provider has not taken it. */
export type ProviderStatus = ProviderRefundStatus | null;

/** Whether the provider has taken a refund and its money has not gone yet. */
export const isOnItsWay = (status: ProviderStatus): boolean => status === "pending" || status === "requires_action";

/** The provider's reason why a refund came back, for operators. */
export const failureInWords = (failureReason: string): string =>
  failureReason.replaceAll("_", " ") || "the provider does not say why";

/** The public state of a refund, from its record. */
export function stateOfRefund({
  doneAt,
  failedAt,
  otherWay,
  providerStatus,
}: Pick<RefundRow, "doneAt"> & {
  failedAt: string | null;
  otherWay: string | null;
  providerStatus: ProviderStatus;
}): RefundState {
  if (otherWay !== null) return "other_way";
  if (failedAt !== null) return "failed";
  if (providerStatus === "requires_action") return "waits_for_buyer";
  return doneAt !== null && providerStatus !== "pending" ? "refunded" : "on_its_way";
}
