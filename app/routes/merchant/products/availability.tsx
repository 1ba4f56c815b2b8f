import type { ManagedProduct } from "~/features/products/schema";
import { small, soft } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import { Pill } from "~/ui/pill/pill";

/** The state of a product in a word. `quantity` is the stock of all its sizes. Source: specification §4. */
export function AvailabilityPill({
  availType,
  runsLow,
  takenOff,
  quantity,
}: Pick<ManagedProduct, "availType" | "runsLow" | "takenOff" | "quantity">) {
  if (takenOff) return <Pill tone="tomato">Taken off sale</Pill>;
  if (availType === "published" && quantity === 0) return <Pill tone="tomato">Out of Stock</Pill>;
  if (availType === "published")
    return runsLow ? <Pill tone="honey">Low Stock</Pill> : <Pill tone="leaf">In Stock</Pill>;
  return availType === "in-review" ? <Pill tone="honey">In review</Pill> : <Pill>Draft</Pill>;
}

/** The pill, and a note if an operator sent the product back, with the reason, or if a change waits for review. */
export function Availability({
  product,
}: {
  product: Pick<ManagedProduct, "availType" | "runsLow" | "quantity" | "sentBackReason" | "takenOff" | "waiting">;
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
