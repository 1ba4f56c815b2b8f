import { addressForm, type SavedAddress } from "~/features/addresses/schema";
import { checkState } from "~/routes/shared/billing/state-in-country.server";
import type { FormValues } from "~/session/merged-form.server";

export const checkedAddress = addressForm.superRefine(({ address }, context) =>
  checkState(address, ["address"], context),
);

/** The fields of an address as its form posts them. */
export function addressValues({ address, isUsual }: SavedAddress): FormValues {
  const fields = Object.entries(address).map(([name, value]) => [`address.${name}`, value]);
  return { ...Object.fromEntries(fields), isUsual };
}
