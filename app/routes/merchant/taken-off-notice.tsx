import type { ManagedProduct } from "~/features/products/schema";
import { Notice } from "~/ui/notice/notice";

/** Above a product that an operator keeps off sale: why, and that saving it is not the way back. */
export function TakenOffNotice({ takenOff }: { takenOff: NonNullable<ManagedProduct["takenOff"]> }) {
  return (
    <Notice
      still
      type="danger"
      message={`Our team has taken this product off sale: ${takenOff.reason} You can change it; it is sold again once our team puts it back.`}
    />
  );
}
