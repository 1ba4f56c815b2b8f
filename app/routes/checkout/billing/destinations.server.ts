import { read } from "~/api/client";
import type { Billing } from "~/features/accounts/schema";
import type { SavedAddress } from "~/features/addresses/schema";
import { checkoutAtBilling, checkoutForm, SHIP_TO, type LatestCheckout } from "~/features/checkout/schema";
import { checkState } from "~/routes/shared/billing/state-in-country.server";
import type { Session } from "~/session/session.server";

/** The addresses in the buyer's account. */
export const addressBook = async (session: Session): Promise<SavedAddress[]> =>
  (await read(session.api().user.addresses.$get())).data;

/** The fields of an unpaid checkout, as the buyer left them. */
export function asLeft({ billing, shipping, notes }: LatestCheckout, book: SavedAddress[]) {
  const text = JSON.stringify(shipping);
  const entry = book.find(({ address }) => JSON.stringify(address) === text);
  if (entry) return { billing, notes, shipTo: entry._id };
  if (text === JSON.stringify(billing)) return { billing, notes, shipTo: SHIP_TO.billing };
  return { billing, notes, shipElsewhere: "on", shipTo: SHIP_TO.other, shipping };
}

/** The address to which a checkout's goods go, as the form says. */
export function destinationOf(
  {
    billing,
    shipElsewhere,
    shipTo,
    shipping,
  }: { billing: Billing; shipElsewhere: boolean; shipTo: string; shipping: Billing },
  book: SavedAddress[],
): Billing {
  const entry = book.find(({ _id }) => _id === shipTo);
  return entry?.address ?? (shipElsewhere || shipTo === SHIP_TO.other ? shipping : billing);
}

/** Zip code and city of the address to which a posted form's goods go. The form may still be unchecked. */
export function placeIn(form: FormData, book: SavedAddress[]): { zipCode: string; city: string } {
  const shipTo = String(form.get("shipTo") ?? "");
  const entry = book.find(({ _id }) => _id === shipTo);
  if (entry) return entry.address;
  const address = isTyped(form) ? "shipping" : "billing";
  return { zipCode: String(form.get(`${address}.zipCode`) ?? ""), city: String(form.get(`${address}.city`) ?? "") };
}

/** Whether the goods go to the address that is typed in addition to the billing address. */
const isTyped = (form: FormData): boolean => form.get("shipElsewhere") !== null || form.get("shipTo") === SHIP_TO.other;

/** The rules for a posted checkout of a buyer with these saved addresses. Hidden fields are not checked. */
export const rulesFor = (form: FormData, book: SavedAddress[]) =>
  (isTyped(form) ? checkoutForm : checkoutAtBilling).superRefine(({ billing, shipTo, shipping }, context) => {
    checkState(billing, ["billing"], context);
    if (isTyped(form)) checkState(shipping, ["shipping"], context);
    if (shipTo !== SHIP_TO.billing && shipTo !== SHIP_TO.other && !book.some(({ _id }) => _id === shipTo))
      context.addIssue({
        code: "custom",
        path: ["shipTo"],
        message: "This address is in your account no more. Choose another one.",
      });
  });
