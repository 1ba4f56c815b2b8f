import { nearDayInWords } from "~/features/days";
import { hoursInWords } from "~/features/delivery/words-schema";
import type { MerchantOrder } from "~/features/merchant-orders/schema";

/** When and where the goods of an order go. */
export interface Destination {
  /** "Saturday, 9 to 12". Empty if the delivery method has no times. */
  when: string;
  /** "Town Hall Market", "Evening round: 05401 Burlington", "By carrier to Canada". */
  where: string;
}

export function destinationOf(
  { delivery, shipping }: Pick<MerchantOrder, "delivery" | "shipping">,
  today: string,
): Destination {
  const { countryRegion, zipCode, city } = shipping;
  const when =
    delivery?.day && delivery.from && delivery.to
      ? `${nearDayInWords(delivery.day, today)}, ${hoursInWords(delivery.from, delivery.to)}`
      : "";
  if (delivery?.kind === "collection") return { when, where: delivery.name };
  if (delivery?.kind === "delivery") {
    const area = [zipCode, city].filter(Boolean).join(" ");
    return { when, where: [delivery.name, area].filter(Boolean).join(": ") };
  }
  const carrier = delivery?.name || "By carrier";
  return { when, where: countryRegion ? `${carrier} to ${countryRegion}` : carrier };
}
