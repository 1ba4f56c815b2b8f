import { addressLines, fullName } from "~/features/accounts/plain-schema";
import type { OrderDetails } from "~/features/orders/schema";
import { AddressCard } from "~/ui/address-card/address-card";

/** Billing and shipping address of an order, in one card if both are the same. */
export function OrderAddresses({ billing, shipping }: Pick<OrderDetails, "billing" | "shipping">) {
  const cards =
    JSON.stringify(billing) === JSON.stringify(shipping)
      ? [{ title: "Billing and Shipping Address", address: billing }]
      : [
          { title: "Billing Address", address: billing },
          { title: "Shipping Address", address: shipping },
        ];
  return cards.map(({ title, address }) => (
    <AddressCard
      key={title}
      title={title}
      name={fullName(address)}
      lines={addressLines(address)}
      email={address.email}
      phone={address.telephone}
    />
  ));
}
