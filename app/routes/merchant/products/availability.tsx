import type { ManagedProduct } from "~/features/products/schema";
import { small, soft } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import { Pill } from "~/ui/pill/pill";

/** Pieces at which a merchant is warned. Source: specification §9. */
const LOW_STOCK = 20;

/** Where a product stands, in a word. Source: specification §4, product availability. */
export function AvailabilityPill({
  availType,
  quantity,
  takenOff,
}: Pick<ManagedProduct, "availType" | "quantity" | "takenOff">) {
  if (takenOff) return <Pill tone="tomato">Taken off sale</Pill>;
  if (availType === "published")
    return quantity <= LOW_STOCK ? <Pill tone="honey">Low Stock</Pill> : <Pill tone="leaf">In Stock</Pill>;
  return availType === "in-review" ? <Pill tone="honey">In review</Pill> : <Pill>Draft</Pill>;
}

/** The pill, and what an operator has to do with it: sent back and why, or a change that waits. */
export function Availability({
  product,
}: {
  product: Pick<ManagedProduct, "availType" | "quantity" | "sentBackReason" | "takenOff" | "waiting">;
}) {
  const note = classNames(small, soft);
  return (
    <div>
      <AvailabilityPill {...product} />
      {product.takenOff ? (
        <p className={note}>
          <b>By our team:</b> {product.takenOff.reason}
        </p>
      ) : null}
      {product.waiting ? <p className={note}>A change is in review</p> : null}
      {product.sentBackReason ? (
        <p className={note}>
          <b>Sent back:</b> {product.sentBackReason}
        </p>
      ) : null}
    </div>
  );
}
