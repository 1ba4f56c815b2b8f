import type { ManagedProduct } from "~/features/products/schema";
import { Notice } from "~/ui/notice/notice";

/** Shown above a product that an operator keeps off sale: the reason, and that saving does not put it back on sale. */
export function TakenOffNotice({ takenOff }: { takenOff: NonNullable<ManagedProduct["takenOff"]> }) {
  return (
    <Notice
      still
      type="danger"
      message={`Our team has taken this product off sale: ${takenOff.reason} You can change it; it is sold again once our team puts it back.`}
    />
  );
}
